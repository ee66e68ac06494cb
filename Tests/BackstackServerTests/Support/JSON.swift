import FoundationEssentials

/// Any JSON value, for comparisons with literals.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// - Throws: `DecodingError` for bytes that are not JSON.
  init(_ bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
  }

  /// The member with a name, or `nil` if this is not an object that has it.
  subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The element at an index, or `nil` if this is not an array that has it.
  subscript(_ index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  var integer: Int? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  var elements: [JSON]? {
    guard case .array(let value) = self else { return nil }
    return value
  }
}

extension JSON: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(Dictionary(members) { first, _ in first })
  }
}
