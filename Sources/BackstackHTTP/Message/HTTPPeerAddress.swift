import BackstackPlatform

/// The address of a connection's or a request's sender; converted into text only on demand.
public struct HTTPPeerAddress: Sendable, Hashable, CustomStringConvertible {
  enum Storage: Sendable, Hashable {
    case unknown
    case local
    case v4(UInt32, port: UInt16)
    case v6(high: UInt64, low: UInt64, port: UInt16)
  }

  var storage: Storage

  /// No address, as for a request without a connection.
  public static let unknown = HTTPPeerAddress(storage: .unknown)

  /// A client of a Unix domain socket.
  public static let local = HTTPPeerAddress(storage: .local)

  /// The port, or `nil` when there is none.
  public var port: Int? {
    switch storage {
    case .unknown, .local: nil
    case .v4(_, let port), .v6(_, _, let port): port == 0 ? nil : Int(port)
    }
  }

  /// The host as text, such as `127.0.0.1`; an IPv6 address is written with all groups.
  public var host: String {
    var bytes: [UInt8] = []
    appendHost(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  public var description: String {
    guard let port else { return host }
    if case .v6 = storage { return "[\(host)]:\(port)" }
    return "\(host):\(port)"
  }
}

extension HTTPPeerAddress {
  /// Appends ``host`` without creating a string.
  func appendHost(to output: inout [UInt8]) {
    switch storage {
    case .unknown: output.append("unknown")
    case .local: output.append("unix")
    case .v4(let address, _):
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        output.append(decimal: Int((address >> shift) & 0xFF))
        if shift > 0 { output.append(0x2E) }
      }
    case .v6(let high, let low, _):
      for group in 0..<8 {
        if group > 0 { output.append(ASCII.colon) }
        let word = ((group < 4 ? high : low) >> UInt64(48 - (group % 4) * 16)) & 0xFFFF
        var shift = word < 0x10 ? 0 : word < 0x100 ? 4 : word < 0x1000 ? 8 : 12
        while shift >= 0 {
          output.append(ASCII.hexDigit(UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15))
          shift -= 4
        }
      }
    }
  }
}

extension HTTPPeerAddress {
  /// Creates the address of a literal, without brackets; an IPv4-mapped one becomes the IPv4
  /// address.
  init?(literal bytes: some Collection<UInt8>, port: UInt16 = 0) {
    let bytes = Array(bytes)
    if IPLiteral.isIPv4(bytes.span, bytes.indices) {
      storage = .v4(Self.v4(bytes[...]), port: port)
    } else if IPLiteral.isIPv6(bytes.span, bytes.indices) {
      let (high, low) = Self.v6(bytes)
      storage =
        high == 0 && low >> 32 == 0xFFFF
        ? .v4(UInt32(truncatingIfNeeded: low), port: port) : .v6(high: high, low: low, port: port)
    } else {
      return nil
    }
  }

  /// Returns the bits of a valid IPv4 literal.
  private static func v4(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.split(separator: ASCII.dot).reduce(0) { bits, number in
      bits << 8 | number.reduce(0) { $0 &* 10 &+ UInt32($1 &- ASCII.zero) }
    }
  }

  /// Returns the bits of a valid IPv6 literal.
  private static func v6(_ bytes: [UInt8]) -> (high: UInt64, low: UInt64) {
    var groups: [UInt64] = []
    var gap: Int?
    for (index, part) in bytes.split(separator: ASCII.colon, omittingEmptySubsequences: false)
      .enumerated()
    {
      if part.isEmpty {
        // A gap at the start or the end leaves two empty parts, one of which is outside of it.
        if index > 0, gap == nil { gap = groups.count }
      } else if part.contains(ASCII.dot) {
        let bits = UInt64(v4(part))
        groups += [bits >> 16, bits & 0xFFFF]
      } else {
        groups.append(part.reduce(0) { $0 << 4 | UInt64(ASCII.hexValue($1) ?? 0) })
      }
    }
    if let gap {
      groups.insert(contentsOf: repeatElement(0, count: max(0, 8 - groups.count)), at: gap)
    }
    let bits = { (groups: ArraySlice<UInt64>) in groups.reduce(0) { $0 << 16 | $1 } }
    return (bits(groups.prefix(4)), bits(groups.dropFirst(4).prefix(4)))
  }
}

extension HTTPPeerAddress {
  /// Creates the address of a socket. An IPv4-mapped IPv6 address becomes the IPv4 address (RFC
  /// 4291 §2.5.5.2), so that a client has one address, whichever kind of socket accepts it.
  init(_ endpoint: SocketAddress.Endpoint) {
    storage =
      switch endpoint {
      case .unknown: .unknown
      case .local: .local
      case .v4(let address, let port): .v4(address, port: port)
      case .v6(high: 0, let low, let port) where low >> 32 == 0xFFFF:
        .v4(UInt32(truncatingIfNeeded: low), port: port)
      case .v6(let high, let low, let port): .v6(high: high, low: low, port: port)
      }
  }
}
