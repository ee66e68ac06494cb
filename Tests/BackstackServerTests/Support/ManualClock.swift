import BackstackHTTP
import Synchronization

/// A clock for time-outs that passes only when a test says so.
final class ManualClock: Sendable {
  private let instant = Mutex(MonotonicInstant(nanoseconds: 0))

  func advance(by duration: Duration) {
    instant.withLock { $0 = $0.advanced(by: duration) }
  }

  var now: MonotonicInstant { instant.withLock { $0 } }

  /// A server that goes by this clock.
  var configuration: HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.clock = { self.now }
    return configuration
  }
}
