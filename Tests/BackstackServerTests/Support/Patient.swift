import BackstackHTTP
import BackstackService
import Foundation

extension HTTPServerConfiguration {
  /// Waits for clients as long as a busy machine may take: what a test expects doesn't depend on its
  /// speed.
  static var patient: HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.timeouts.header = .seconds(3600)
    configuration.timeouts.body = .seconds(3600)
    configuration.timeouts.idle = .seconds(3600)
    configuration.timeouts.write = .seconds(3600)
    configuration.timeouts.answer = .seconds(3600)
    return configuration
  }
}

extension ServiceConfiguration {
  /// Waits for effects and for other clients as long as a busy machine may take, and says nothing in
  /// between.
  static var patient: ServiceConfiguration {
    var configuration = ServiceConfiguration()
    configuration.settleTimeout = 3600
    configuration.eventHeartbeat = .seconds(3600)
    configuration.timer = NeverTimer()
    return configuration
  }
}

/// Whoever waits gets what is waited for.
private struct NeverTimer: DeadlineTimer {
  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    {}
  }
}
