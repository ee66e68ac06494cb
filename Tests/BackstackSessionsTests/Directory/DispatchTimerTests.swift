import BackstackPlatform
import Dispatch
import Testing

@testable import BackstackSessions

@Suite("The system's timer")
struct DispatchTimerTests {
  private let queue = DispatchQueue(label: "timer")
  private let timer: DispatchTimer

  init() { timer = DispatchTimer(queue: queue) }

  @Test("Actions run once, in the order of their deadlines, unless they are cancelled")
  func order() async {
    let called = Guarded<[Int]>([])
    var cancels: [@Sendable () -> Void] = []
    // So that none runs before it is cancelled.
    queue.suspend()
    await withCheckedContinuation { continuation in
      // The last one has the latest deadline, however long this takes.
      for number in [3, 1, 0, 2, 4] {
        let cancel = timer.schedule(after: Double(number) / 1000) {
          called.withLock { $0.append(number) }
          if number == 4 { continuation.resume() }
        }
        if number == 1 { cancel() }
        cancels.append(cancel)
      }
      queue.resume()
    }
    // Cancelling an action that has run has no effect.
    for cancel in cancels { cancel() }
    let numbers = called.withLock { $0 }
    // An action that is scheduled late may run after one with a later deadline.
    #expect(numbers.last == 4 && numbers.sorted() == [0, 2, 3, 4])
    #expect(timer.scheduleCount == 0)
  }

  @Test("A cancelled action is freed at once, even if its deadline is far away")
  func cancelled() {
    final class Witness: Sendable {}
    weak var first: Witness?
    for number in 0..<10_000 {
      let witness = Witness()
      if number == 0 { first = witness }
      let cancel = timer.schedule(after: 3600) { _ = witness }
      #expect(number > 0 || first != nil)
      cancel()
      #expect(first == nil || number == 0)
      #expect(timer.scheduleCount <= 65)
    }
    #expect(first == nil)
  }
}
