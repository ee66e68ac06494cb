extension HTTPVersion {
  /// Parses `HTTP "/" DIGIT "." DIGIT` (RFC 9112 §2.3), in which letters must be upper case.
  ///
  /// Versions other than 1.0 and 1.1 get 505, even a higher minor one: none exists, and a client
  /// that sends one relies on rules that this server doesn't know.
  static func parse(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) throws(HTTPError) -> HTTPVersion {
    let start = range.lowerBound
    guard range.count == 8, bytes[start] == 0x48, bytes[start &+ 1] == 0x54,
      bytes[start &+ 2] == 0x54, bytes[start &+ 3] == 0x50, bytes[start &+ 4] == ASCII.slash,
      bytes[start &+ 6] == ASCII.dot, ASCII.isDigit(bytes[start &+ 5]),
      ASCII.isDigit(bytes[start &+ 7])
    else {
      throw .malformed("The request line does not end in a version such as HTTP/1.1.")
    }
    switch (bytes[start &+ 5], bytes[start &+ 7]) {
    case (0x31, 0x31): return .http11
    case (0x31, 0x30): return .http10
    default:
      throw HTTPError(
        status: .httpVersionNotSupported, code: .unsupportedVersion,
        message: "This server speaks HTTP/1.1 and HTTP/1.0 only.")
    }
  }
}
