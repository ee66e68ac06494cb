import BackstackPlatform
import Synchronization

/// The configuration and the counters that the event loops of one server share.
final class EventLoopContext: Sendable {
  let profile: HTTPConnectionProfile
  let handler: any HTTPHandler
  let clock: @Sendable () -> MonotonicInstant
  let unixTime: @Sendable () -> Int
  let maximumConnections: Int
  /// The patterns of the routes by their number; number 0 means no route.
  let routes: [String]
  /// The redaction of the access log.
  let redaction: HTTPLogRedaction?
  let metrics: HTTPMetrics?
  let accessLog: HTTPAccessLog?
  let echoesRequestID: Bool
  /// Whether requests are recorded at all.
  let records: Bool
  /// Whether the record includes the request itself.
  let keepsRequests: Bool
  /// The number of open connections of all loops.
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
