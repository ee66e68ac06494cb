extension HTTPRequestParser {
  /// Parses one field line (RFC 9112 §5) and notes what it says about framing.
  mutating func parseFieldLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, base: Int
  ) -> HTTPError? {
    let name: Range<Int>
    let value: Range<Int>
    switch HTTPFieldLine.parse(bytes, line) {
    case .failure(let error): return error
    case .success(let parsed):
      name = parsed.name
      value = parsed.value
    }
    head.fields.entries.append(
      HTTPFields.Entry(
        name: ByteRange((name.lowerBound &- base)..<(name.upperBound &- base)),
        value: ByteRange((value.lowerBound &- base)..<(value.upperBound &- base))))
    return framing.note(bytes, name: name, value: value)
  }
}

/// The grammar of one field line, for header and trailer fields alike.
enum HTTPFieldLine {
  /// Where the name and the value without the space around it stand.
  static func parse(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>
  ) -> Result<(name: Range<Int>, value: Range<Int>), HTTPError> {
    var index = line.lowerBound
    while index < line.upperBound, ASCII.isToken(bytes[index]) { index &+= 1 }
    let name = line.lowerBound..<index
    guard !name.isEmpty, index < line.upperBound, bytes[index] == ASCII.colon else {
      return .failure(
        .malformed("A field line does not begin with a name followed at once by a colon."))
    }
    let value = ASCII.trimmed(bytes, (index &+ 1)..<line.upperBound)
    for position in value where !ASCII.isFieldValue(bytes[position]) {
      return .failure(.malformed("A field value holds a control character."))
    }
    return .success((name, value))
  }
}
