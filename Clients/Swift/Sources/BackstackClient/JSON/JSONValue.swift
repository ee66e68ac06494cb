/// Any JSON, for parts of a state that a program has no type for.
///
/// Integers of 64 bits keep all their digits.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer above the largest `Int64`.
  case unsigned(UInt64)
  /// A number that is not an integer of 64 bits.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object with a name; `nil` where there is none.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The element of an array at an index; `nil` where there is none.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text of a string; `nil` for other values.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of an integer that fits `Int`; `nil` for other values.
  public var integerValue: Int? {
    if case .integer(let integer) = self { Int(exactly: integer) } else { nil }
  }

  /// The elements of an array; `nil` for other values.
  public var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; `nil` for other values.
  public var objectValue: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let members = try? container.decode([String: JSONValue].self) {
      self = .object(members)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let isTrue = try? container.decode(Bool.self) {
      self = .bool(isTrue)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else if let integer = try? container.decode(UInt64.self) {
      self = .unsigned(integer)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let isTrue): try container.encode(isTrue)
    case .integer(let integer): try container.encode(integer)
    case .unsigned(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

// `nil` is no literal of it: it would be taken for `null` where a value is optional.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object; of members with the same name, the last one counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}
