import BackstackPlatform
import Synchronization

/// The configuration and the counters that the event loops of one server share.
final class EventLoopContext: Sendable {
  let profile: HTTPConnectionProfile
  let handler: any HTTPHandler
  let poller: PollerKind
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
  let completeErrorResponse: (@Sendable (HTTPResponse, String) -> HTTPResponse)?
  /// Whether requests are recorded at all.
  let records: Bool
  /// Whether the record includes the request itself.
  let keepsRequests: Bool
  /// The number of open connections of all loops.
  let connectionCount = Atomic<Int>(0)
  /// The number of bytes of the unfinished exchanges of all loops.
  let unfinishedBytes = Atomic<Int>(0)
  let maximumUnfinishedBytes: Int
  /// Each loop's share of the maximum: a loop with less closes no connection because of others.
  let unfinishedShare: Int
  private let maximumConnectionsPerAddress: Int?
  private let addressCounts = Guarded(HTTPAddressCounts())

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    profile = HTTPConnectionProfile(configuration.connectionSettings)
    self.handler = handler
    poller = configuration.poller
    clock = configuration.clock
    unixTime = configuration.unixTime
    maximumConnections = configuration.maximumConnections
    routes = [HTTPServerMetrics.noRoute] + handler.routePatterns
    redaction = HTTPLogRedaction(
      patterns: handler.routePatterns, secretParameters: handler.secretParameters)
    metrics = configuration.metrics
    accessLog = configuration.accessLog
    echoesRequestID = configuration.echoesRequestID
    completeErrorResponse = configuration.completeErrorResponse
    keepsRequests = accessLog != nil || echoesRequestID
    records = keepsRequests || metrics != nil
    maximumUnfinishedBytes = configuration.maximumUnfinishedBytes ?? .max
    unfinishedShare = maximumUnfinishedBytes / configuration.loopCount
    maximumConnectionsPerAddress = configuration.maximumConnectionsPerAddress
  }

  // MARK: - Admission

  /// The connections above a limit that get a response; further ones are closed without one.
  private static let refusals = 128

  /// The decision about a new connection.
  enum Admission: Sendable {
    case served
    case refused
    /// To be closed without a response; not counted.
    case dropped
  }

  /// Counts a new connection and decides whether it is served.
  func admit(_ peer: HTTPPeerAddress) -> Admission {
    let count = connectionCount.add(1, ordering: .relaxed).newValue
    var excess = count - maximumConnections
    if let maximum = maximumConnectionsPerAddress, countsAddress(of: peer) {
      excess = max(excess, addressCounts.withLock { $0.add(peer) } - maximum)
    }
    if excess <= 0 { return .served }
    if excess <= EventLoopContext.refusals { return .refused }
    release(peer)
    return .dropped
  }

  /// Uncounts a closed connection.
  func release(_ peer: HTTPPeerAddress) {
    connectionCount.subtract(1, ordering: .relaxed)
    if maximumConnectionsPerAddress != nil, countsAddress(of: peer) {
      addressCounts.withLock { $0.remove(peer) }
    }
  }

  /// Returns whether connections of this peer count by its address: a trusted proxy's are those of
  /// many clients.
  private func countsAddress(of peer: HTTPPeerAddress) -> Bool {
    !profile.settings.trustedProxies.contains(peer)
  }
}

/// The number of connections of each address.
///
/// IPv4 addresses are counted one by one, IPv6 addresses by their first 64 bits, the smallest range
/// that a customer is given. Connections without an address are not counted.
struct HTTPAddressCounts: Sendable {
  private var counts: [UInt64: Int] = [:]

  /// Counts a connection; returns how many its address has now.
  mutating func add(_ peer: HTTPPeerAddress) -> Int {
    guard let key = HTTPAddressCounts.key(peer) else { return 0 }
    counts[key, default: 0] += 1
    return counts[key] ?? 0
  }

  mutating func remove(_ peer: HTTPPeerAddress) {
    guard let key = HTTPAddressCounts.key(peer), let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }

  /// The number of addresses that have a connection.
  var count: Int { counts.count }

  private static func key(_ peer: HTTPPeerAddress) -> UInt64? {
    // The IPv6 range that stands for IPv4 here is multicast, so no client has an address in it.
    let v4Range: UInt64 = 0xFFFF_FFFF << 32
    switch peer.storage {
    case .v4(let address, _): return v4Range | UInt64(address)
    case .v6(high: 0, let low, _) where low >> 32 == 0xFFFF: return v4Range | low & 0xFFFF_FFFF
    case .v6(let high, _, _): return high
    default: return nil
    }
  }
}
