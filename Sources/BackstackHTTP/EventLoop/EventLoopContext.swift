import BackstackLocking
import Synchronization

/// What the event loops of one server share.
final class EventLoopContext: Sendable {
  let profile: HTTPConnectionProfile
  let handler: any HTTPHandler
  let clock: @Sendable () -> MonotonicInstant
  let unixTime: @Sendable () -> Int
  let maximumConnections: Int
  /// The patterns of routes by their number; 0 is no route.
  let routes: [String]
  /// What the access log leaves out.
  let redaction: HTTPLogRedaction?
  let metrics: HTTPMetrics?
  let accessLog: HTTPAccessLog?
  let echoesRequestID: Bool
  /// Whether anything is noted of requests at all.
  let records: Bool
  /// Whether what is noted includes the request itself.
  let keepsRequests: Bool
  /// Open connections of all loops.
  let connectionCount = Atomic<Int>(0)
  let maximumConnectionsPerAddress: Int?
  let addressCounts = Guarded(HTTPAddressCounts())

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    profile = HTTPConnectionProfile(configuration.connectionSettings)
    self.handler = handler
    clock = configuration.clock
    unixTime = configuration.unixTime
    maximumConnections = configuration.maximumConnections
    routes = [HTTPServerMetrics.noRoute] + handler.routePatterns
    redaction = HTTPLogRedaction(
      patterns: handler.routePatterns, secretParameters: handler.secretParameters)
    metrics = configuration.metrics
    accessLog = configuration.accessLog
    echoesRequestID = configuration.echoesRequestID
    keepsRequests = accessLog != nil || echoesRequestID
    records = keepsRequests || metrics != nil
    maximumConnectionsPerAddress = configuration.maximumConnectionsPerAddress
  }
}
