import BackstackHTTP
import Synchronization

/// A clock for timeouts that only a test advances.
final class ManualClock: Sendable {
  private let instant = Mutex(MonotonicInstant(nanoseconds: 0))

  func advance(by duration: Duration) {
    instant.withLock { $0 = $0.advanced(by: duration) }
  }

  var now: MonotonicInstant { instant.withLock { $0 } }

  /// A configuration that uses this clock.
  var configuration: HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.clock = { self.now }
    return configuration
  }
}
