extension JSONScanner {
  /// Scans a string (RFC 8259 §7) whose opening quote is the next byte, and resolves its escapes in
  /// place.
  ///
  /// - Returns: The offset after the string's last byte.
  @inline(__always)
  mutating func scanString() throws(JSONSyntaxError) -> Int {
    cursor += 1
    while true {
      // Sound: the cursor is at most at the first of the eight padding bytes.
      let word = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self)
      let plain = EightBytes.plainPrefix(of: word)
      cursor += plain
      if plain < 8 { break }
    }
    if cursor.pointee == 0x22 {
      defer { cursor += 1 }
      return offset
    }
    return try scanRestOfString()
  }

  /// Scans the rest of a string, which begins with a byte that isn't plain.
  @inline(never)
  private mutating func scanRestOfString() throws(JSONSyntaxError) -> Int {
    // Escapes are longer than the text they represent, so the output stays behind the cursor.
    var output = cursor
    while true {
      let byte = cursor.pointee
      switch byte {
      case 0x22:
        cursor += 1
        return output - document.bytes
      case 0x5C: try scanEscape(to: &output)
      case 0x00..<0x20:
        if isAtEnd { throw unexpected("a string's closing quote") }
        throw invalidString(
          "A control character (0x\(String(byte, radix: 16, uppercase: true))) must be escaped.")
      case 0x20..<0x80:
        output.pointee = byte
        output += 1
        cursor += 1
      default:
        let length = UTF8Sequence.length(at: cursor)
        guard length > 0 else { throw invalidString("A string is not UTF-8.") }
        for _ in 0..<length {
          output.pointee = cursor.pointee
          output += 1
          cursor += 1
        }
      }
    }
  }

  private mutating func scanEscape(
    to output: inout UnsafeMutablePointer<UInt8>
  ) throws(JSONSyntaxError) {
    let byte: UInt8
    switch cursor[1] {
    case 0x22, 0x5C, 0x2F: byte = cursor[1]
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"):
      let scalar = try scanUnicodeEscape()
      for unit in UTF8.encode(scalar)! {
        output.pointee = unit
        output += 1
      }
      return
    default:
      cursor += 1
      if isAtEnd { throw unexpected("the rest of an escape") }
      throw invalidString("There is no such escape.")
    }
    cursor += 2
    output.pointee = byte
    output += 1
  }

  private mutating func scanUnicodeEscape() throws(JSONSyntaxError) -> UnicodeScalar {
    let first = try scanFourDigits()
    if let scalar = UnicodeScalar(first) { return scalar }
    if UTF16.isLeadSurrogate(UInt16(first)), cursor[0] == 0x5C, cursor[1] == UInt8(ascii: "u") {
      let second = try scanFourDigits()
      if UTF16.isTrailSurrogate(UInt16(second)) {
        // Sound: a lead and a trail surrogate form a scalar.
        return UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))!
      }
    }
    throw invalidString("A surrogate is escaped alone, without its other half.")
  }

  /// Scans a backslash, a `u` and four hexadecimal digits.
  private mutating func scanFourDigits() throws(JSONSyntaxError) -> UInt32 {
    cursor += 2
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Self.hexadecimal(cursor.pointee) else {
        throw unexpected("four hexadecimal digits")
      }
      value = value << 4 | digit
      cursor += 1
    }
    return value
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  private func invalidString(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(code: .invalidString, offset: offset, message: message)
  }
}
