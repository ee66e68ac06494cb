/// One field line, `field-name ":" OWS field-value OWS` (RFC 9112 §5), of a header or a trailer
/// field.
///
/// There is no space before the colon (§5.1) and no line folding (§5.2): a line that begins with a
/// space has no name.
enum HTTPFieldLine {
  /// Returns the positions of the name and of the value without surrounding blanks.
  static func parse(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>
  ) throws(HTTPError) -> (name: Range<Int>, value: Range<Int>) {
    var index = line.lowerBound
    while index < line.upperBound, ASCII.isToken(bytes[index]) { index &+= 1 }
    let name = line.lowerBound..<index
    guard !name.isEmpty, index < line.upperBound, bytes[index] == ASCII.colon else {
      throw .malformed("A field line does not begin with a name followed at once by a colon.")
    }
    let value = ASCII.trimmed(bytes, (index &+ 1)..<line.upperBound)
    guard ASCII.isFieldValue(bytes, value) else {
      throw .malformed("A field value contains a control character.")
    }
    return (name, value)
  }
}
