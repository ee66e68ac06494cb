import BackstackPlatform
import Dispatch
import Glibc
import Synchronization

/// Waits until the machine has had time for other tasks and threads, for a test that asks again and again
/// whether they have done something of which nothing tells.
///
/// A loop around `Task.yield()` would keep a core from them.
package func letOthersWork() async {
  await withCheckedContinuation { Idleness.shared.wait($0) }
}

/// A thread of low priority, which resumes waiting tasks when it gets its turn.
private final class Idleness: Sendable {
  static let shared = Idleness()

  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  init() {
    do throws(SystemError) {
      try PlatformThread.start(name: "idleness") { [self] in
        // Of this thread alone: on Linux, threads have priorities of their own.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        while true {
          arrivals.wait()
          waiting.withLock { $0.removeFirst() }.resume()
        }
      }
    } catch {
      fatalError("\(error)")
    }
  }

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.withLock { $0.append(continuation) }
    arrivals.signal()
  }
}
