extension HTTPRequestParser {
  /// Parses `method SP target SP version` (RFC 9112 §3) with exactly one space at each place.
  mutating func parseRequestLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, base: Int
  ) -> HTTPError? {
    var index = line.lowerBound
    while index < line.upperBound, ASCII.isToken(bytes[index]) { index &+= 1 }
    let method = line.lowerBound..<index
    guard !method.isEmpty, index < line.upperBound, bytes[index] == ASCII.space else {
      return .malformed("The request line does not begin with a method and a space.")
    }
    index &+= 1
    let targetStart = index
    while index < line.upperBound, bytes[index] > ASCII.space, bytes[index] < 0x7F { index &+= 1 }
    let target = targetStart..<index
    guard !target.isEmpty, index < line.upperBound, bytes[index] == ASCII.space else {
      return .malformed("The request line has no valid target followed by a version.")
    }
    let version = (index &+ 1)..<line.upperBound
    if let error = parseVersion(bytes, version) { return error }
    head.method = HTTPRequestParser.method(bytes, method)
    head.target = ByteRange((target.lowerBound &- base)..<(target.upperBound &- base))
    return parseTarget(bytes, target, base: base)
  }

  private mutating func parseVersion(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> HTTPError? {
    let start = range.lowerBound
    guard range.count == 8, bytes[start] == 0x48, bytes[start &+ 1] == 0x54,
      bytes[start &+ 2] == 0x54, bytes[start &+ 3] == 0x50, bytes[start &+ 4] == ASCII.slash,
      bytes[start &+ 6] == 0x2E, ASCII.isDigit(bytes[start &+ 5]),
      ASCII.isDigit(bytes[start &+ 7])
    else { return .malformed("The request line does not end in a version such as HTTP/1.1.") }
    switch (bytes[start &+ 5], bytes[start &+ 7]) {
    case (0x31, 0x31): head.version = .http11
    case (0x31, 0x30): head.version = .http10
    default:
      return HTTPError(
        status: .httpVersionNotSupported, code: .unsupportedVersion,
        message: "This server speaks HTTP/1.1 and HTTP/1.0 only.")
    }
    return nil
  }

  /// The method with these bytes, without an allocation for the usual ones.
  static func method(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> HTTPMethod {
    bytes.extracting(range).withUnsafeBufferPointer { name in
      HTTPMethod(rawValue: String(decoding: name, as: UTF8.self))
    }
  }
}
