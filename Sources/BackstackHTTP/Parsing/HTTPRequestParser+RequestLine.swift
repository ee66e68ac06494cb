extension HTTPRequestParser {
  /// Parses `method SP request-target SP HTTP-version` (RFC 9112 §3), with exactly one space in
  /// each position; `line` excludes the line end.
  mutating func parseRequestLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, base: Int
  ) throws(HTTPError) {
    var index = line.lowerBound
    while index < line.upperBound, ASCII.isToken(bytes[index]) { index &+= 1 }
    let method = line.lowerBound..<index
    guard !method.isEmpty, index < line.upperBound, bytes[index] == ASCII.space else {
      throw .malformed("The request line does not begin with a method and a space.")
    }
    index &+= 1
    let targetStart = index
    index = ASCII.endOfVisible(bytes, index..<line.upperBound)
    let target = targetStart..<index
    guard !target.isEmpty, index < line.upperBound, bytes[index] == ASCII.space else {
      throw .malformed("The request line has no valid target followed by a version.")
    }
    head.version = try HTTPVersion.parse(bytes, (index &+ 1)..<line.upperBound)
    if target.count > limits.targetBytes { throw .targetTooLong(limits) }
    head.method = HTTPRequestParser.method(bytes, method)
    head.target = ByteRange((target.lowerBound &- base)..<(target.upperBound &- base))
    try parseTarget(bytes, target, base: base)
  }

  /// Refuses a request line, complete or not, that is too long or does not begin like a method.
  ///
  /// - Parameter line: The line as far as it has arrived, without its line end.
  static func checkRequestLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, _ limits: HTTPLimits
  ) throws(HTTPError) {
    if let first = line.first, bytes[first] != ASCII.carriageReturn, !ASCII.isToken(bytes[first]) {
      throw .malformed("The request line does not begin with a method.")
    }
    guard line.count > limits.requestLineBytes else { return }
    for index in line.prefix(max(limits.requestLineBytes, 0)) where bytes[index] == ASCII.space {
      throw .requestLineTooLong(limits)
    }
    throw .methodTooLong(limits)
  }

  /// Returns the method with these bytes, without an allocation for the usual ones.
  private static func method(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> HTTPMethod {
    bytes.extracting(range).withUnsafeBufferPointer { name in
      HTTPMethod(rawValue: String(decoding: name, as: UTF8.self))
    }
  }
}
