import BackstackHTTP
import Synchronization

@testable import BackstackService
@testable import BackstackSessions

/// A monotonic clock that only a test advances.
final class ManualSteadyClock: Sendable {
  private let instant = Mutex(MonotonicInstant(nanoseconds: 5_000_000_000))

  var now: @Sendable () -> MonotonicInstant { { self.instant.withLock { $0 } } }

  func advance(by seconds: Double) {
    instant.withLock { $0 = $0.later(by: Int64(seconds * 1e9)) }
  }
}
