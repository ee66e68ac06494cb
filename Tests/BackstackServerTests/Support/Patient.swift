import BackstackHTTP
import BackstackService
import BackstackServiceTesting
import BackstackTestSupport
import Foundation

extension HTTPServerConfiguration {
  /// A configuration whose timeouts are so long that no test depends on the machine's speed.
  static var patient: HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    if let poller = PollerKind(rawValue: pollerUnderTest) { configuration.poller = poller }
    configuration.timeouts = .forTests
    return configuration
  }
}

extension ServiceConfiguration {
  /// A configuration that waits for effects and clients so long that no test depends on the
  /// machine's speed, and that sends no heartbeats meanwhile.
  static var patient: ServiceConfiguration {
    var configuration = ServiceConfiguration()
    configuration.settleTimeout = 3600
    configuration.eventHeartbeat = .seconds(3600)
    configuration.timer = NeverTimer()
    return configuration
  }
}

/// A timer that never fires, so that waits never time out.
private struct NeverTimer: DeadlineTimer {
  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    {}
  }
}
