extension HTTPRequestParser {
  /// Parses the target (RFC 9112 §3.2): origin form, absolute form or asterisk form.
  ///
  /// Any visible ASCII byte is accepted in a path or query, as browsers send more than RFC 3986
  /// allows; it is passed on unchanged.
  mutating func parseTarget(
    _ bytes: borrowing Span<UInt8>, _ target: Range<Int>, base: Int
  ) throws(HTTPError) {
    if head.method == .connect {
      throw HTTPError(
        status: .notImplemented, code: .unsupportedMethod,
        message: "This server is not a proxy and does not implement CONNECT.")
    }
    if bytes[target.lowerBound] == ASCII.slash {
      return try parseOriginForm(bytes, target, base: base)
    }
    if target.count == 1, bytes[target.lowerBound] == ASCII.asterisk {
      return try parseAsteriskForm()
    }
    try parseAbsoluteForm(bytes, target, base: base)
  }

  /// Parses `absolute-path [ "?" query ]` (§3.2.1); the path may be empty, as in an absolute form.
  private mutating func parseOriginForm(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, base: Int
  ) throws(HTTPError) {
    let index = ASCII.endOfPlain(bytes, range) {
      !ASCII.holds($0, ASCII.question) && !ASCII.holds($0, ASCII.hash)
    } isPlain: {
      $0 != ASCII.question && $0 != ASCII.hash
    }
    head.path = ByteRange((range.lowerBound &- base)..<(index &- base))
    guard index < range.upperBound else { return }
    if bytes[index] == ASCII.question {
      head.query = ByteRange((index &+ 1 &- base)..<(range.upperBound &- base))
    }
    if ASCII.find(ASCII.hash, in: bytes, index..<range.upperBound) < range.upperBound {
      throw .malformed("The request target contains a fragment; write # as %23.")
    }
  }

  /// Parses `http://host/path` (§3.2.2); its host overrides `Host`, which must be valid anyway.
  private mutating func parseAbsoluteForm(
    _ bytes: borrowing Span<UInt8>, _ target: Range<Int>, base: Int
  ) throws(HTTPError) {
    let start = target.lowerBound
    let scheme = start..<(start &+ min(target.count, 7))
    guard ASCII.matches(bytes, scheme, "http://") else {
      let longer = start..<(start &+ min(target.count, 8))
      throw ASCII.matches(bytes, longer, "https://")
        ? .notSecured : .malformed("The request target is neither a path nor an http URI.")
    }
    var index = scheme.upperBound
    while index < target.upperBound, bytes[index] != ASCII.slash, bytes[index] != ASCII.question,
      bytes[index] != ASCII.hash
    {
      index &+= 1
    }
    let authority = scheme.upperBound..<index
    guard HTTPHost.isValid(bytes, authority) else {
      throw .malformed("The request target has no valid host.")
    }
    head.authority = ByteRange((authority.lowerBound &- base)..<(authority.upperBound &- base))
    try parseOriginForm(bytes, index..<target.upperBound, base: base)
    guard head.path.isEmpty else { return }
    // A proxy sends `*` for this (§3.2.4); a client may not know that this is the origin server.
    if head.method == .options, head.query == nil { return try parseAsteriskForm() }
    // An empty path is "/" (RFC 9110 §4.2.3); the slashes after the scheme supply that byte.
    let slash = scheme.upperBound &- 1 &- base
    head.path = ByteRange(slash..<(slash &+ 1))
  }

  /// Parses `*` (§3.2.4), for the server as a whole: there is no path.
  private mutating func parseAsteriskForm() throws(HTTPError) {
    guard head.method == .options else { throw .malformed("The target * is for OPTIONS only.") }
    head.path = ByteRange(0..<0)
  }
}
