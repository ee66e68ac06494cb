/// A scanner that reads a document once, from front to back, checks all of it and records its
/// values.
///
/// The scanner isn't recursive: the entries of open containers form a linked list.
struct JSONScanner {
  private let document: JSONDocument
  private let limits: JSONLimits
  /// Whether the document is an outline.
  private let hasGaps: Bool
  /// The next byte, at most the first byte of the padding.
  private var cursor: UnsafeMutablePointer<UInt8>
  /// The innermost open container.
  private var parent = TapeEntry.noParent
  private var depth = 0
  /// The number of elements and members so far.
  private var elements = 0
  private var duplicates = DuplicateKeys()

  init(document: JSONDocument, limits: JSONLimits, hasGaps: Bool) {
    self.document = document
    self.limits = limits
    self.hasGaps = hasGaps
    cursor = document.bytes
  }

  /// The number of bytes before the cursor.
  private var offset: Int { cursor - document.bytes }

  private var isAtEnd: Bool { offset >= document.byteCount }

  mutating func scan() throws(JSONSyntaxError) {
    guard document.byteCount <= limits.bytes else {
      throw JSONSyntaxError(
        code: .tooLarge, offset: limits.bytes,
        message: "The document has more than \(limits.bytes) bytes.")
    }
    var ordinal = 0
    repeat {
      // A value is expected.
      skipWhitespace()
      if try scanValue(ordinal) {
        // A container that isn't empty: its first value is expected.
        ordinal = 0
        continue
      }
      // A value is complete.
      while true {
        if parent == TapeEntry.noParent { return try scanEnd() }
        skipWhitespace()
        let isObject = document.tape[parent].kind == .object
        if cursor.pointee == 0x2C {
          cursor += 1
          document.tape[parent].end += 1
          ordinal = document.tape[parent].count
          try countElement()
          if isObject { try scanName(ordinal) }
          break
        }
        guard cursor.pointee == (isObject ? 0x7D : 0x5D) else {
          throw unexpected(isObject ? "a comma or }" : "a comma or ]")
        }
        cursor += 1
        document.tape[parent].end += 1
        try close()
      }
    } while true
  }

  /// Scans a scalar, an empty container or the beginning of another container.
  ///
  /// - Returns: Whether a container was opened.
  private mutating func scanValue(_ ordinal: Int) throws(JSONSyntaxError) -> Bool {
    let kind: TapeEntry.Kind
    let byte = cursor.pointee
    var start = offset
    switch byte {
    case 0x22:
      let end = try scanString()
      start += 1
      append(.string, ordinal, from: start, to: end)
      return false
    case 0x7B, 0x5B: return try open(byte == 0x7B, ordinal)
    case 0x2D, 0x30...0x39: kind = try scanNumber()
    case UInt8(ascii: "t"):
      try scan("true")
      kind = .true
    case UInt8(ascii: "f"):
      try scan("false")
      kind = .false
    case UInt8(ascii: "n"):
      try scan("null")
      kind = .null
    case JSONGap.byte where hasGaps:
      cursor += 1
      start = offset
      while (0x30...0x39).contains(cursor.pointee) { cursor += 1 }
      kind = .gap
    default: throw unexpected("a value")
    }
    append(kind, ordinal, from: start, to: offset)
    return false
  }

  @inline(__always)
  private func append(_ kind: TapeEntry.Kind, _ ordinal: Int, from start: Int, to end: Int) {
    document.append(
      TapeEntry(
        kind, ordinal: ordinal, start: start, end: end, next: document.entryCount + 1,
        parent: parent))
  }

  private mutating func open(_ isObject: Bool, _ ordinal: Int) throws(JSONSyntaxError) -> Bool {
    guard depth < limits.depth else {
      throw JSONSyntaxError(
        code: .tooDeep, offset: offset, path: path,
        message: "Arrays and objects are nested more than \(limits.depth) deep.")
    }
    cursor += 1
    skipWhitespace()
    let index = document.entryCount
    append(isObject ? .object : .array, ordinal, from: index + 1, to: 0)
    if cursor.pointee == (isObject ? 0x7D : 0x5D) {
      cursor += 1
      return false
    }
    depth += 1
    parent = index
    try countElement()
    if isObject { try scanName(0) }
    return true
  }

  @inline(__always)
  private mutating func countElement() throws(JSONSyntaxError) {
    elements += 1
    guard elements <= limits.elements else {
      throw JSONSyntaxError(
        code: .tooMany, offset: offset, path: path,
        message: "Arrays and objects have more than \(limits.elements) elements in all.")
    }
  }

  /// The path of the innermost open container.
  private var path: [JSONCodingKey] {
    guard parent != TapeEntry.noParent else { return [] }
    return document.codingPath(to: parent).compactMap { $0 as? JSONCodingKey }
  }

  private mutating func close() throws(JSONSyntaxError) {
    let container = document.tape[parent]
    document.tape[parent].next = UInt32(truncatingIfNeeded: document.entryCount)
    if container.kind == .object, container.count > 1,
      let name = duplicates.find(in: parent, of: document)
    {
      throw JSONSyntaxError(
        code: .duplicateKey, offset: Int(document.tape[name].start) - 1,
        message: "An object has two members with the name \"\(document.string(name))\".")
    }
    depth -= 1
    parent = container.parent == UInt32.max ? TapeEntry.noParent : Int(container.parent)
  }

  private mutating func scanName(_ ordinal: Int) throws(JSONSyntaxError) {
    skipWhitespace()
    guard cursor.pointee == 0x22 else { throw unexpected("a member's name in quotes") }
    let start = offset + 1
    let end = try scanString()
    append(.string, ordinal, from: start, to: end)
    skipWhitespace()
    guard cursor.pointee == 0x3A else { throw unexpected("a colon") }
    cursor += 1
  }

  /// Checks that only white space follows the document.
  private mutating func scanEnd() throws(JSONSyntaxError) {
    skipWhitespace()
    guard isAtEnd else { throw unexpected("nothing after the document's end") }
  }

  @inline(__always)
  private mutating func skipWhitespace() {
    while cursor.pointee <= 0x20 {
      switch cursor.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
      default: return
      }
    }
  }
}

// MARK: Literals and numbers

extension JSONScanner {
  private mutating func scan(_ literal: StaticString) throws(JSONSyntaxError) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard cursor.pointee == literal.utf8Start[index] else {
        throw unexpected("the rest of \(literal)")
      }
      cursor += 1
    }
  }

  /// Scans a number (RFC 8259 §6).
  private mutating func scanNumber() throws(JSONSyntaxError) -> TapeEntry.Kind {
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
  private func unexpected(_ expected: String) -> JSONSyntaxError {
    if isAtEnd {
      return JSONSyntaxError(
        code: .unexpectedEnd, offset: document.byteCount,
        message: document.byteCount == 0
          ? "The document is empty." : "The document ends where \(expected) was expected.")
    }
    // Not read: the text of an action is kept as it came, and JSON in JSON has no mark (RFC 8259 §8.1).
    // Past the end of the document is a zero.
    if offset == 0, cursor[0] == 0xEF, cursor[1] == 0xBB, cursor[2] == 0xBF {
      return JSONSyntaxError(
        code: .unexpectedByte, offset: 0,
        message: "The document begins with a byte order mark (U+FEFF), which JSON has not. "
          + "Leave its three bytes out.")
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

// MARK: Strings

extension JSONScanner {
  /// Scans a string (RFC 8259 §7) whose opening quote is the next byte, and resolves its escapes in
  /// place.
  ///
  /// - Returns: The offset after the string's last byte.
  @inline(__always)
  private mutating func scanString() throws(JSONSyntaxError) -> Int {
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
    let start = cursor
    while true {
      let byte = cursor.pointee
      switch byte {
      case 0x22:
        if UTF8Sequence.hasMarks(over: limits.marks, in: start..<output) {
          throw invalidString(
            "A text has more than \(limits.marks) combining marks after each other.")
        }
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
