import BackstackLocking
import Synchronization

/// How many connections each address has.
///
/// An IPv4 address is counted alone, IPv6 ones by their first 64 bits, which is the least that one
/// customer is given. Connections without an address are not counted.
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

  /// How many addresses have a connection.
  var count: Int { counts.count }

  private static func key(_ peer: HTTPPeerAddress) -> UInt64? {
    // No host has an address in the range of IPv6 that stands for IPv4 here: it is multicast.
    let v4Range: UInt64 = 0xFFFF_FFFF << 32
    switch peer.storage {
    case .v4(let address, _): return v4Range | UInt64(address)
    case .v6(high: 0, let low, _) where low >> 32 == 0xFFFF: return v4Range | low & 0xFFFF_FFFF
    case .v6(let high, _, _): return high
    default: return nil
    }
  }
}

extension EventLoopContext {
  /// Connections above a cap that are told so; any more are closed at once.
  private static let refusals = 128

  /// What becomes of a new connection.
  enum Admission: Sendable {
    case served
    case refused
    /// To be closed without a word; not counted.
    case dropped
  }

  /// Counts a new connection and decides what becomes of it.
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

  /// Notes the end of a connection that was counted.
  func release(_ peer: HTTPPeerAddress) {
    connectionCount.subtract(1, ordering: .relaxed)
    if maximumConnectionsPerAddress != nil, countsAddress(of: peer) {
      addressCounts.withLock { $0.remove(peer) }
    }
  }

  /// Whether a peer speaks for itself: the connections of a proxy are those of many clients.
  private func countsAddress(of peer: HTTPPeerAddress) -> Bool {
    !profile.settings.trustedProxies.contains(peer)
  }
}
