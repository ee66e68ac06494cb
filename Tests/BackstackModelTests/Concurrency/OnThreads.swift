import Foundation

/// Runs `body` on several threads of its own at once and waits for them.
///
/// More threads than there are processors, so that they are interrupted in the middle of things.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread {
      body(number)
      group.leave()
    }.start()
  }
  group.wait()
}
