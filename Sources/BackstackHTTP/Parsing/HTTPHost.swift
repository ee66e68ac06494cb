/// `Host` (RFC 9112 §3.2): exactly once in HTTP/1.1, at most once in HTTP/1.0, and valid.
struct HTTPHost: Sendable {
  private var count = 0

  /// Notes one `Host` field; it may be empty, for a target without an authority.
  mutating func note(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) throws(HTTPError) {
    count &+= 1
    guard count == 1, value.isEmpty || HTTPHost.isValid(bytes, value) else { throw .invalidHost }
  }

  func check(_ version: HTTPVersion) -> HTTPError? {
    version == .http11 && count == 0 ? .invalidHost : nil
  }

  /// Returns whether the bytes are `uri-host [ ":" port ]` with a host that is not empty (RFC 9110
  /// §4.2.1, RFC 3986 §3.2.2 and §3.2.3) and a port in the valid range.
  static func isValid(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let hostEnd = endOfHost(bytes, range) else { return false }
    guard hostEnd < range.upperBound else { return true }
    guard bytes[hostEnd] == ASCII.colon else { return false }
    var port = 0
    for index in (hostEnd &+ 1)..<range.upperBound {
      guard ASCII.isDigit(bytes[index]) else { return false }
      port = port &* 10 &+ Int(bytes[index] &- ASCII.zero)
      if port > 65_535 { return false }
    }
    return true
  }

  /// Returns the position at which a port's colon may follow, or `nil` if there is no valid host.
  private static func endOfHost(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    let end = range.upperBound
    if index < end, bytes[index] == ASCII.openBracket {
      while index < end, bytes[index] != ASCII.closeBracket { index &+= 1 }
      guard index < end, IPLiteral.isIPv6(bytes, (range.lowerBound &+ 1)..<index) else {
        return nil
      }
      return index &+ 1
    }
    while index < end {
      if ASCII.isRegisteredName(bytes[index]) {
        index &+= 1
      } else if bytes[index] == ASCII.percent {
        guard index &+ 2 < end, ASCII.hexValue(bytes[index &+ 1]) != nil,
          ASCII.hexValue(bytes[index &+ 2]) != nil
        else { return nil }
        index &+= 3
      } else {
        break
      }
    }
    return index == range.lowerBound ? nil : index
  }
}
