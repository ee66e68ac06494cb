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
