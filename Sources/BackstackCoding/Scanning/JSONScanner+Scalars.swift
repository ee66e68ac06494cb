extension JSONScanner {
  mutating func scan(_ literal: StaticString) throws(JSONSyntaxError) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard cursor.pointee == literal.utf8Start[index] else {
        throw unexpected("the rest of \(literal)")
      }
      cursor += 1
    }
  }

  /// Scans a number (RFC 8259 §6).
  mutating func scanNumber() throws(JSONSyntaxError) -> TapeEntry.Kind {
    if cursor.pointee == 0x2D { cursor += 1 }
    if cursor.pointee == 0x30 {
      cursor += 1
      if Self.isDigit(cursor.pointee) {
        throw unexpected("no digit after a number's leading zero")
      }
    } else {
      try scanDigits()
    }
    var kind = TapeEntry.Kind.integer
    if cursor.pointee == 0x2E {
      kind = .real
      cursor += 1
      try scanDigits()
    }
    if cursor.pointee | 0x20 == UInt8(ascii: "e") {
      kind = .real
      cursor += 1
      if cursor.pointee == 0x2B || cursor.pointee == 0x2D { cursor += 1 }
      try scanDigits()
    }
    return kind
  }

  private mutating func scanDigits() throws(JSONSyntaxError) {
    guard Self.isDigit(cursor.pointee) else { throw unexpected("a digit") }
    repeat { cursor += 1 } while Self.isDigit(cursor.pointee)
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Returns the error for the next byte, or for the end of the document.
  @inline(never)
  func unexpected(_ expected: String) -> JSONSyntaxError {
    if isAtEnd {
      return JSONSyntaxError(
        code: .unexpectedEnd, offset: document.byteCount,
        message: document.byteCount == 0
          ? "The document is empty." : "The document ends where \(expected) was expected.")
    }
    return JSONSyntaxError(
      code: .unexpectedByte, offset: offset,
      message: "Expected \(expected), found \(Self.name(of: cursor.pointee)).")
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21..<0x7F: "'\(Character(UnicodeScalar(byte)))'"
    case 0x20: "a space"
    default: "the byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
  }
}
