/// The resolver of a request's client address behind trusted proxies, from `Forwarded` (RFC 7239)
/// or `X-Forwarded-For`.
///
/// Each proxy appends the address that it got the request from, so the values are read from the
/// end: the first address that is not a trusted proxy's is the client's, and that client may have
/// invented the values before it. Where a trusted proxy gives no address (`unknown`, an obfuscated
/// identifier, anything malformed), the proxy's own address counts: nothing is guessed.
///
/// A proxy that appends to one of the fields usually passes on the other as the client sent it. So
/// when both are present and don't lead to the same address, the peer's counts.
struct HTTPForwarding {
  let trusted: HTTPTrustedProxies

  /// Returns the client's address; `peer` is a trusted proxy.
  func client(of fields: HTTPFields, from peer: HTTPPeerAddress) -> HTTPPeerAddress {
    switch (fields.contains(.forwarded), fields.contains(.xForwardedFor)) {
    case (false, false): return peer
    case (true, false): return forwarded(fields, peer)
    case (false, true): return xForwardedFor(fields, peer)
    case (true, true):
      let (one, other) = (forwarded(fields, peer), xForwardedFor(fields, peer))
      return one.hasSameHost(as: other) ? one : peer
    }
  }

  private func forwarded(_ fields: HTTPFields, _ peer: HTTPPeerAddress) -> HTTPPeerAddress {
    follow(fields.values(of: .forwarded), from: peer) { line in
      var parser = ForwardedParser(line)
      return parser.nodes()
    }
  }

  private func xForwardedFor(_ fields: HTTPFields, _ peer: HTTPPeerAddress) -> HTTPPeerAddress {
    follow(fields.values(of: .xForwardedFor), from: peer) { line in
      line.split(separator: ASCII.comma, omittingEmptySubsequences: false).map { part in
        let text = part.trimmed
        // Proxies write IPv6 addresses with brackets and without.
        return HTTPPeerAddress(literal: text) ?? HTTPPeerAddress(node: text)
      }
    }
  }

  /// Follows the addresses back from the peer, up to the first one that is not a trusted proxy's.
  ///
  /// - Parameter read: Returns the addresses in a line, with `nil` for values that are not an
  ///   address; `nil` for a malformed line.
  private func follow(
    _ lines: [String], from peer: HTTPPeerAddress,
    _ read: ([UInt8]) -> [HTTPPeerAddress?]?
  ) -> HTTPPeerAddress {
    var nearest = peer
    for line in lines.reversed() {
      guard let nodes = read(Array(line.utf8)) else { return nearest }
      for node in nodes.reversed() {
        guard let node else { return nearest }
        nearest = node
        if !trusted.contains(node) { return nearest }
      }
    }
    return nearest
  }
}

/// A parser of one line of `Forwarded` (RFC 7239 §4).
private struct ForwardedParser {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns each element's `for` value, `nil` where it is not an address; `nil` for a malformed
  /// line.
  mutating func nodes() -> [HTTPPeerAddress?]? {
    var nodes: [HTTPPeerAddress?] = []
    while true {
      skipSpace()
      // Empty elements of a list are ignored (RFC 9110 §5.6.1).
      if !isAtEnd, bytes[index] != ASCII.comma {
        guard let node = element() else { return nil }
        nodes.append(node)
      }
      if isAtEnd { return nodes }
      guard bytes[index] == ASCII.comma else { return nil }
      index += 1
    }
  }

  /// Reads the pairs of an element; returns `nil` if they are malformed.
  private mutating func element() -> HTTPPeerAddress?? {
    var names: Set<[UInt8]> = []
    var node: HTTPPeerAddress?
    while true {
      skipSpace()
      if !isAtEnd, bytes[index] != ASCII.semicolon, bytes[index] != ASCII.comma {
        let name = token().map(ASCII.lowercased)
        guard !name.isEmpty, !isAtEnd, bytes[index] == ASCII.equals, names.insert(name).inserted
        else { return nil }
        index += 1
        guard let value = value() else { return nil }
        if name == Array("for".utf8) { node = HTTPPeerAddress(node: value[...]) }
        skipSpace()
      }
      if isAtEnd || bytes[index] == ASCII.comma { return .some(node) }
      guard bytes[index] == ASCII.semicolon else { return nil }
      index += 1
    }
  }

  private var isAtEnd: Bool { index == bytes.count }

  private mutating func skipSpace() {
    while !isAtEnd, ASCII.isBlank(bytes[index]) { index += 1 }
  }

  private mutating func token() -> [UInt8] {
    let start = index
    while !isAtEnd, ASCII.isToken(bytes[index]) { index += 1 }
    return Array(bytes[start..<index])
  }

  /// Reads a token or a quoted string; returns `nil` for neither.
  private mutating func value() -> [UInt8]? {
    guard !isAtEnd, bytes[index] == ASCII.quote else {
      let token = token()
      return token.isEmpty ? nil : token
    }
    index += 1
    var value: [UInt8] = []
    while !isAtEnd {
      let byte = bytes[index]
      index += 1
      switch byte {
      case ASCII.quote: return value
      case ASCII.backslash:
        guard !isAtEnd else { return nil }
        value.append(bytes[index])
        index += 1
      default: value.append(byte)
      }
    }
    return nil
  }
}

extension HTTPPeerAddress {
  /// Creates the address of a node (RFC 7239 §6): IPv4, or IPv6 in brackets, with or without a
  /// port.
  ///
  /// `nil` for `unknown`, for an obfuscated identifier and for malformed text.
  fileprivate init?(node bytes: ArraySlice<UInt8>) {
    let host: ArraySlice<UInt8>
    var rest: ArraySlice<UInt8>
    if bytes.first == ASCII.openBracket {
      guard let end = bytes.firstIndex(of: ASCII.closeBracket) else { return nil }
      host = bytes[bytes.startIndex + 1..<end]
      rest = bytes[(end + 1)...]
      guard host.contains(ASCII.colon) else { return nil }
    } else {
      let end = bytes.firstIndex(of: ASCII.colon) ?? bytes.endIndex
      host = bytes[..<end]
      rest = bytes[end...]
    }
    var port: UInt16 = 0
    if let first = rest.popFirst() {
      guard first == ASCII.colon, let known = Self.port(rest) else { return nil }
      port = known
    }
    self.init(literal: host, port: port)
  }

  /// Returns the number of a port, 0 for an obfuscated one.
  private static func port(_ bytes: ArraySlice<UInt8>) -> UInt16? {
    if bytes.first == ASCII.underscore {
      return bytes.count > 1 && bytes.allSatisfy(ASCII.isObfuscated) ? 0 : nil
    }
    guard (1...5).contains(bytes.count), bytes.allSatisfy(ASCII.isDigit) else { return nil }
    return UInt16(String(decoding: bytes, as: UTF8.self))
  }

  fileprivate func hasSameHost(as other: HTTPPeerAddress) -> Bool {
    switch (storage, other.storage) {
    case (.v4(let one, _), .v4(let other, _)): one == other
    case (.v6(let high, let low, _), .v6(let otherHigh, let otherLow, _)):
      high == otherHigh && low == otherLow
    default: storage == other.storage
    }
  }
}

extension ASCII {
  /// Returns whether a byte may be part of an obfuscated identifier (RFC 7239 §6.3).
  fileprivate static func isObfuscated(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, dot, underscore, 0x2D: true
    default: false
    }
  }

  fileprivate static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  fileprivate static let underscore: UInt8 = 0x5F
}

extension ArraySlice<UInt8> {
  /// The bytes without leading and trailing blanks.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = drop(while: ASCII.isBlank)
    return start.prefix(start.count - start.reversed().prefix(while: ASCII.isBlank).count)
  }
}

extension HTTPFieldName {
  package static let forwarded = HTTPFieldName("Forwarded")
  package static let xForwardedFor = HTTPFieldName("X-Forwarded-For")
}
