import Foundation

/// Runs `body` on several new threads at once and waits for them.
///
/// With more threads than processors, threads are also interrupted in the middle of operations.
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
