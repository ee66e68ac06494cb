import BackstackCoding

extension JSONLiteral {
  /// The error that is thrown if a text is not valid JSON.
  struct ParsingError: Error, CustomStringConvertible {
    let description: String
  }

  /// Creates a value from JSON (RFC 8259), with the order of its members and the text of its numbers.
  ///
  /// Shares no code with the service's own coders, which it is used to check.
  ///
  /// - Throws: ``ParsingError``.
  /// - Complexity: O(*n*).
  init(parsing text: some Collection<UInt8>) throws(ParsingError) {
    var parser = LiteralParser(bytes: Array(text))
    self = try parser.parse()
  }

  /// Returns whether two values are the same to a reader of JSON: the order of members is ignored,
  /// and numbers are compared by value.
  ///
  /// - Parameter anyOrder: Whether the order of elements is ignored as well, as for sets.
  func isSame(as other: JSONLiteral, anyOrder: Bool = false) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.number(let text), .number(let otherText)):
      guard let value = Double(text), let otherValue = Double(otherText) else { return false }
      // Distinct long integers can be equal as floating-point numbers.
      let isExact = abs(value) < 9_007_199_254_740_992
      return isExact && value == otherValue && value.sign == otherValue.sign
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else { return false }
      let isInOrder = zip(elements, others).allSatisfy { $0.isSame(as: $1, anyOrder: anyOrder) }
      if isInOrder || !anyOrder { return isInOrder }
      var rest = others
      for element in elements {
        guard let index = rest.firstIndex(where: { $0.isSame(as: element, anyOrder: true) }) else {
          return false
        }
        rest.remove(at: index)
      }
      return true
    case (.object(let members), .object(let others)):
      guard members.count == others.count else { return false }
      return members.allSatisfy { member in
        other[member.name]?.isSame(as: member.value, anyOrder: anyOrder) ?? false
      }
    default: return false
    }
  }

  /// The value as JSON in ASCII, for source code: all other characters are escaped.
  var asciiJSON: String {
    var text = ""
    for scalar in json.unicodeScalars {
      if scalar.value >= 0x20, scalar.value < 0x7F {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return text
  }
}

/// A parser that reads one document from front to back.
private struct LiteralParser {
  let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  /// The maximum depth, more than any state may have. It limits the recursion.
  private static let maximumDepth = 1024

  init(bytes: [UInt8]) { self.bytes = bytes }

  private typealias Failure = JSONLiteral.ParsingError

  mutating func parse() throws(JSONLiteral.ParsingError) -> JSONLiteral {
    let value = try parseValue()
    skipSpace()
    guard index == bytes.count else { throw unexpected() }
    return value
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func unexpected() -> Failure {
    Failure(description: "Invalid JSON at byte \(index).")
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ byte: Character) -> Bool {
    skipSpace()
    guard next == byte.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func parseValue() throws(Failure) -> JSONLiteral {
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "["):
      return .array(try parseList("[", "]") { (parser) throws(Failure) in try parser.parseValue() })
    case UInt8(ascii: "{"):
      return .object(
        try parseList("{", "}") { (parser) throws(Failure) in try parser.parseMember() })
    case UInt8(ascii: "t"): return try parse("true", .bool(true))
    case UInt8(ascii: "f"): return try parse("false", .bool(false))
    case UInt8(ascii: "n"): return try parse("null", .null)
    default:
      let start = index
      while let byte = next, "+-.0123456789eE".utf8.contains(byte) { index += 1 }
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      guard Double(text) != nil, text.utf8.last != UInt8(ascii: ".") else { throw unexpected() }
      return .number(text)
    }
  }

  private mutating func parse(_ word: String, _ value: JSONLiteral) throws(Failure) -> JSONLiteral {
    guard bytes[index...].starts(with: word.utf8) else { throw unexpected() }
    index += word.utf8.count
    return value
  }

  private mutating func parseMember() throws(Failure) -> JSONLiteral.Member {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw unexpected() }
    let name = try parseString()
    guard take(":") else { throw unexpected() }
    return JSONLiteral.Member(name, try parseValue())
  }

  private mutating func parseList<Element>(
    _ opening: Character, _ closing: Character,
    _ parseElement: (inout Self) throws(JSONLiteral.ParsingError) -> Element
  ) throws(Failure) -> [Element] {
    guard take(opening), depth < Self.maximumDepth else { throw unexpected() }
    depth += 1
    defer { depth -= 1 }
    var elements: [Element] = []
    if take(closing) { return elements }
    repeat { elements.append(try parseElement(&self)) } while take(",")
    guard take(closing) else { throw unexpected() }
    return elements
  }

  private mutating func parseString() throws(Failure) -> String {
    index += 1
    var units: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: units, as: UTF8.self) else { throw unexpected() }
        return text
      case UInt8(ascii: "\\"): units += try parseEscape()
      case 0..<0x20: throw unexpected()
      default: units.append(byte)
      }
    }
    throw unexpected()
  }

  private static let escapes: [UInt8: UInt8] = [
    0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
  ]

  private mutating func parseEscape() throws(Failure) -> [UInt8] {
    guard let byte = next else { throw unexpected() }
    index += 1
    if let plain = Self.escapes[byte] { return [plain] }
    guard byte == UInt8(ascii: "u") else { throw unexpected() }
    var units = [try parseUnit()]
    if UTF16.isLeadSurrogate(units[0]), bytes[index...].starts(with: "\\u".utf8) {
      index += 2
      units.append(try parseUnit())
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw unexpected() }
    return Array(text.utf8)
  }

  private mutating func parseUnit() throws(Failure) -> UInt16 {
    let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else { throw unexpected() }
    index += 4
    return unit
  }
}
