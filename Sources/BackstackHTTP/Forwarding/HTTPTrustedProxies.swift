/// The peers whose information about a request's client is trusted: the operator's reverse proxies.
public struct HTTPTrustedProxies: Sendable, Hashable {
  private var networks: [HTTPNetwork] = []
  private var trustsLocal = false

  /// Creates an empty set.
  public init() {}

  /// Creates a set of peers from text: an address such as `10.0.0.1` or `::1`, a network such as
  /// `10.0.0.0/8` or `fd00::/8`, or `unix` for the clients of Unix domain sockets.
  ///
  /// - Returns: `nil` if a text is none of these, or has bits beyond its prefix, which are a sign
  ///   of a mistake.
  public init?(_ texts: [String]) {
    for text in texts {
      if text == "unix" {
        trustsLocal = true
      } else if let network = HTTPNetwork(text) {
        networks.append(network)
      } else {
        return nil
      }
    }
  }

  /// Whether no peer is trusted.
  public var isEmpty: Bool { networks.isEmpty && !trustsLocal }

  /// Adds the peers of another set.
  public mutating func formUnion(_ other: HTTPTrustedProxies) {
    networks += other.networks
    trustsLocal = trustsLocal || other.trustsLocal
  }

  /// Returns whether a peer is in the set.
  ///
  /// - Complexity: O(number of networks).
  public func contains(_ address: HTTPPeerAddress) -> Bool {
    if case .local = address.storage { return trustsLocal }
    return networks.contains { $0.contains(address) }
  }
}

/// A network: the addresses that begin with the same bits (RFC 4632 §3.1, RFC 4291 §2.3).
struct HTTPNetwork: Sendable, Hashable {
  private let address: HTTPPeerAddress.Storage
  private let prefix: Int

  /// Creates a network from an address, optionally followed by a slash and a prefix length.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = HTTPPeerAddress(literal: parts[0].utf8) else { return nil }
    let width: Int
    switch address.storage {
    case .v4: width = 32
    case .v6: width = 128
    case .unknown, .local: return nil
    }
    guard parts.count == 2 else {
      self.address = address.storage
      prefix = width
      return
    }
    // An IPv4-mapped address was converted: its prefix would count other bits.
    guard !(width == 32 && parts[0].contains(":")), let digits = Self.number(parts[1]),
      digits <= width
    else { return nil }
    self.address = address.storage
    prefix = digits
    guard Self.masked(address.storage, prefix) == address.storage else { return nil }
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isDigit),
      text.utf8.count == 1 || text.utf8.first != ASCII.zero
    else { return nil }
    return Int(text)
  }

  func contains(_ other: HTTPPeerAddress) -> Bool {
    switch (address, other.storage) {
    case (.v4, .v4), (.v6, .v6): Self.masked(other.storage, prefix) == address
    default: false
    }
  }

  /// Returns the first bits of an address, without its port.
  private static func masked(
    _ address: HTTPPeerAddress.Storage, _ prefix: Int
  ) -> HTTPPeerAddress.Storage {
    switch address {
    case .v4(let bits, _): .v4(bits & (UInt32.max << UInt32(32 - prefix)), port: 0)
    case .v6(let high, let low, _):
      .v6(
        high: high & (UInt64.max << UInt64(64 - min(prefix, 64))),
        low: low & (UInt64.max << UInt64(128 - max(prefix, 64))), port: 0)
    case .unknown, .local: address
    }
  }
}
