import Synchronization

/// What the event loops of one server share.
final class EventLoopContext: Sendable {
  let profile: HTTPConnectionProfile
  let handler: any HTTPHandler
  let clock: @Sendable () -> MonotonicInstant
  let unixTime: @Sendable () -> Int
  let maximumConnections: Int
  /// Open connections of all loops.
  let connectionCount = Atomic<Int>(0)
  let maximumConnectionsPerAddress: Int?
  let addressCounts = Mutex(HTTPAddressCounts())

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    var settings = configuration.connectionSettings
    settings.contentPolicy = { handler.contentPolicy(for: $0) }
    profile = HTTPConnectionProfile(settings)
    self.handler = handler
    clock = configuration.clock
    unixTime = configuration.unixTime
    maximumConnections = configuration.maximumConnections
    maximumConnectionsPerAddress = configuration.maximumConnectionsPerAddress
  }
}
