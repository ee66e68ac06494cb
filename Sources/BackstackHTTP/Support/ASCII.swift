/// Byte classes and comparisons of the HTTP grammar (RFC 9110 §5.6.2, RFC 5234 appendix B.1).
///
/// HTTP is parsed as bytes only: as Unicode characters, CR and LF would merge and letters of other
/// scripts would fold into ASCII ones.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let percent: UInt8 = 0x25
  static let ampersand: UInt8 = 0x26
  static let asterisk: UInt8 = 0x2A
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let question: UInt8 = 0x3F
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D

  /// Returns whether a byte may be part of a token: letters, digits and ``!#$%&'*+-.^_`|~``.
  @inline(__always)
  static func isToken(_ byte: UInt8) -> Bool {
    // One bit for each of the 128 ASCII bytes.
    let low: UInt64 = 0x03FF_6CFA_0000_0000
    let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
    if byte >= 128 { return false }
    return ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
  }

  /// Returns whether a byte may be part of a field value: visible, space, tab or outside ASCII.
  @inline(__always)
  static func isFieldValue(_ byte: UInt8) -> Bool {
    (byte >= space && byte != 0x7F) || byte == tab
  }

  /// Returns whether a byte may be part of a host name without an escape (RFC 3986 §3.2.2).
  static func isRegisteredName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x2D, 0x2E, 0x5F, 0x7E: true  // - . _ ~
    case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true  // ! $ & ' ( ) * + , ; =
    default: false
    }
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= 0x39 }

  /// Returns the value of one hexadecimal digit, or `nil`.
  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
  }

  /// Returns the lower-case digit of a number below 16.
  @inline(__always)
  static func hexDigit(_ number: UInt8) -> UInt8 { number < 10 ? zero &+ number : 0x57 &+ number }

  /// Returns the lower-case form of an ASCII letter; every other byte unchanged.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// Returns whether `bytes[range]` is `text` (given in lower case), ignoring ASCII case.
  @inline(__always)
  static func matches(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ text: StaticString
  ) -> Bool {
    let count = text.utf8CodeUnitCount
    guard range.count == count, text.hasPointerRepresentation else { return false }
    // Sound: a static string with pointer representation has `count` readable bytes forever.
    let expected = UnsafeBufferPointer(start: text.utf8Start, count: count)
    for index in 0..<count
    where lowercased(bytes[range.lowerBound &+ index]) != expected[index] {
      return false
    }
    return true
  }

  /// Returns `range` without the spaces and tabs at both ends (RFC 9110 §5.6.3).
  @inline(__always)
  static func trimmed(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start] == space || bytes[start] == tab { start &+= 1 }
    while end > start, bytes[end &- 1] == space || bytes[end &- 1] == tab { end &-= 1 }
    return start..<end
  }
}
