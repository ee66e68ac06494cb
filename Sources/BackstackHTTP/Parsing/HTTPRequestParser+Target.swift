extension HTTPRequestParser {
  /// Takes the target apart (RFC 9112 §3.2): origin form, absolute form or asterisk form.
  mutating func parseTarget(
    _ bytes: borrowing Span<UInt8>, _ target: Range<Int>, base: Int
  ) -> HTTPError? {
    if head.method == .connect {
      return HTTPError(
        status: .notImplemented, code: .unsupportedMethod,
        message: "This server is not a proxy and does not implement CONNECT.")
    }
    if bytes[target.lowerBound] == ASCII.slash {
      return parsePath(bytes, target, base: base)
    }
    if target.count == 1, bytes[target.lowerBound] == ASCII.asterisk {
      guard head.method == .options else {
        return .malformed("The target * is for OPTIONS only.")
      }
      head.path = ByteRange(0..<0)
      return nil
    }
    return parseAbsoluteForm(bytes, target, base: base)
  }

  private mutating func parsePath(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, base: Int
  ) -> HTTPError? {
    var index = range.lowerBound
    while index < range.upperBound, bytes[index] != ASCII.question, bytes[index] != ASCII.hash {
      index &+= 1
    }
    head.path = ByteRange((range.lowerBound &- base)..<(index &- base))
    guard index < range.upperBound else { return nil }
    if bytes[index] == ASCII.question {
      head.query = ByteRange((index &+ 1 &- base)..<(range.upperBound &- base))
    }
    while index < range.upperBound {
      if bytes[index] == ASCII.hash {
        return .malformed("The request target holds a fragment; write # as %23.")
      }
      index &+= 1
    }
    return nil
  }

  private mutating func parseAbsoluteForm(
    _ bytes: borrowing Span<UInt8>, _ target: Range<Int>, base: Int
  ) -> HTTPError? {
    let start = target.lowerBound
    let authorityStart: Int
    if target.count > 7, ASCII.matches(bytes, start..<(start &+ 7), "http://") {
      authorityStart = start &+ 7
    } else if target.count > 8, ASCII.matches(bytes, start..<(start &+ 8), "https://") {
      authorityStart = start &+ 8
    } else {
      return .malformed("The request target is neither a path nor an http URI.")
    }
    var index = authorityStart
    while index < target.upperBound, ASCII.isAuthority(bytes[index]) { index &+= 1 }
    let authority = authorityStart..<index
    guard !authority.isEmpty else { return .malformed("The request target has no host.") }
    if index < target.upperBound, bytes[index] != ASCII.slash, bytes[index] != ASCII.question {
      return .malformed("The host of the request target is invalid.")
    }
    head.authority = ByteRange((authority.lowerBound &- base)..<(authority.upperBound &- base))
    // An empty path is "/" (RFC 9110 §4.2.3); the slashes after the scheme supply that byte.
    if index == target.upperBound || bytes[index] == ASCII.question {
      let slash = authorityStart &- 1 &- base
      if let error = parsePath(bytes, index..<target.upperBound, base: base) { return error }
      head.path = ByteRange(slash..<(slash &+ 1))
      return nil
    }
    return parsePath(bytes, index..<target.upperBound, base: base)
  }
}
