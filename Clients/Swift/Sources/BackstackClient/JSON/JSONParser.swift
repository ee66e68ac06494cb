import Foundation

/// Content that is not JSON.
struct JSONSyntaxError: Error, Equatable {
  /// The index of the first byte that does not fit.
  var position: Int
}

/// Reads JSON (RFC 8259).
///
/// `JSONDecoder` would make an error for each type that a value is not, and takes several times as
/// long.
struct JSONParser {
  private static let maximumDepth = 512

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ content: Data) {
    bytes = Array(content)
  }

  /// Returns the value of a JSON text. Of members with the same name, the last one counts.
  ///
  /// - Throws: `JSONSyntaxError`, also for arrays and objects that are nested more than 512 deep.
  static func value(_ content: Data) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(content)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == parser.bytes.count else { throw parser.failure }
    return value
  }

  private var failure: JSONSyntaxError { JSONSyntaxError(position: position) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// Takes a character if it comes next, after white space.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes[position..<end].elementsEqual("\(word)".utf8) else {
      throw failure
    }
    position = end
    return value
  }

  private mutating func object() throws(JSONSyntaxError) -> [String: JSONValue] {
    try descend()
    var members: [String: JSONValue] = [:]
    if !take("}") {
      repeat {
        skipSpace()
        let name = try string()
        guard take(":") else { throw failure }
        members[name] = try value()
      } while take(",")
      guard take("}") else { throw failure }
    }
    depth -= 1
    return members
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    try descend()
    var elements: [JSONValue] = []
    if !take("]") {
      repeat { elements.append(try value()) } while take(",")
      guard take("]") else { throw failure }
    }
    depth -= 1
    return elements
  }

  private mutating func descend() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= Self.maximumDepth else { throw failure }
    position += 1
  }

  // MARK: - Numbers

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
    var isInteger = true
    if next == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    if isInteger, let integer = UInt64(text) { return .unsigned(integer) }
    guard let number = Double(text), number.isFinite else {
      throw JSONSyntaxError(position: start)
    }
    guard !isInteger else { return .number(number) }
    // 1.0 and 1 are the same number.
    return Int64(exactly: number).map(JSONValue.integer)
      ?? UInt64(exactly: number).map(JSONValue.unsigned) ?? .number(number)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    guard position > start else { throw failure }
  }

  // MARK: - Strings

  private mutating func string() throws(JSONSyntaxError) -> String {
    guard next == UInt8(ascii: "\"") else { throw failure }
    position += 1
    var start = position
    var text = ""
    while let byte = next, byte >= 0x20 {
      switch byte {
      case UInt8(ascii: "\""):
        text += String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        text.unicodeScalars.append(try escape())
        start = position
      default: position += 1
      }
    }
    throw failure
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let byte = next else { throw failure }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode()
    default: throw JSONSyntaxError(position: position - 1)
    }
  }

  /// Reads the digits of an escape, and those of the second half of a surrogate pair.
  private mutating func unicode() throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal()
    guard 0xD800...0xDBFF ~= first else {
      guard let scalar = Unicode.Scalar(first) else { throw failure }
      return scalar
    }
    guard next == UInt8(ascii: "\\") else { throw failure }
    position += 1
    guard next == UInt8(ascii: "u") else { throw failure }
    position += 1
    let second = try hexadecimal()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure
      }
      value = value << 4 + UInt32(digit)
      position += 1
    }
    return value
  }
}
