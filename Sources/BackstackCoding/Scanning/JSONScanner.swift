/// A scanner that reads a document once, from front to back, checks all of it and records its
/// values.
///
/// The scanner isn't recursive: the entries of open containers form a linked list.
struct JSONScanner {
  let document: JSONDocument
  private let limits: JSONLimits
  /// Whether the document is an outline.
  private let hasGaps: Bool
  /// The next byte, at most the first byte of the padding.
  var cursor: UnsafeMutablePointer<UInt8>
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
  var offset: Int { cursor - document.bytes }

  var isAtEnd: Bool { offset >= document.byteCount }

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
      append(.string, ordinal, start, end)
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
    append(kind, ordinal, start, offset)
    return false
  }

  @inline(__always)
  private func append(_ kind: TapeEntry.Kind, _ ordinal: Int, _ start: Int, _ end: Int) {
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
    append(isObject ? .object : .array, ordinal, index + 1, 0)
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
    append(.string, ordinal, start, end)
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
