import BackstackPlatform
import BackstackStorage
import Testing

@testable import BackstackSessions

@Suite("Waiters for stored changes")
struct SessionWaitersTests {
  private final class Log: Sendable {
    let lines = Guarded<[String]>([])
  }

  private let log = Log()

  private func waiter(_ name: String, for change: Int) -> SessionWaiter {
    SessionWaiter(
      change: change,
      completion: { [log] failure in
        log.lines.withLock { $0.append(failure == nil ? name : "not \(name)") }
      })
  }

  private func told(_ tell: () -> Void) -> [String] {
    tell()
    return log.lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  @Test("Waiters are notified once, in order, when their change is stored")
  func order() {
    var waiters = SessionWaiters()
    #expect(told { waiters.take(through: .max).end(nil) } == [])
    for (name, change) in [("a", 1), ("b", 1), ("c", 2), ("d", 4), ("e", 4)] {
      waiters.append(waiter(name, for: change))
    }
    #expect(told { waiters.take(through: 0).end(nil) } == [])
    #expect(told { waiters.take(through: 1).end(nil) } == ["a", "b"])
    #expect(told { waiters.take(through: 3).end(nil) } == ["c"])
    waiters.append(waiter("f", for: 5))
    #expect(told { waiters.take(through: .max).end(.full) } == ["not d", "not e", "not f"])
    #expect(told { waiters.take(through: .max).end(nil) } == [])
    waiters.append(waiter("g", for: 6))
    #expect(told { waiters.take(through: 6).end(nil) } == ["g"])
  }
}
