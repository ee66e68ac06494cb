/// A JSON value as it is written: members keep their order, and numbers their text.
public enum JSONLiteral: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number in the syntax of RFC 8259.
  case number(String)
  case string(String)
  case array([JSONLiteral])
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONLiteral

    /// Creates a member.
    public init(_ name: String, _ value: JSONLiteral) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONLiteral: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  public init(arrayLiteral elements: JSONLiteral...) { self = .array(elements) }

  /// Creates an object with the given members in the given order.
  public init(dictionaryLiteral elements: (String, JSONLiteral)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONLiteral {
  /// The value of a member; `nil` if this is not an object or has no such member.
  ///
  /// Assigning `nil` removes the member; a new member is added at the end. An assignment to a value
  /// that is not an object has no effect.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> JSONLiteral? {
    get {
      guard case .object(let members) = self else { return nil }
      guard let index = Self.index(of: name, in: members) else { return nil }
      return members[index].value
    }
    set {
      guard case .object(var members) = self else { return }
      let index = Self.index(of: name, in: members)
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  private static func index(of name: String, in members: [Member]) -> Int? {
    // Most names differ in length, and to compare two texts takes ten times as long.
    let count = name.utf8.count
    return members.firstIndex { $0.name.utf8.count == count && $0.name == name }
  }
}

extension JSONLiteral {
  /// The value as compact JSON (RFC 8259), with members in their order.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var json: String { text(indent: nil) }

  /// The value as JSON for people, with a line for each element and member.
  package var indentedJSON: String { text(indent: 0) }

  private func text(indent: Int?) -> String {
    var json: [UInt8] = []
    write(to: &json, indent: indent)
    return String(decoding: json, as: UTF8.self)
  }

  /// - Parameter indent: The depth of the lines; `nil` for one line without spaces.
  private func write(to json: inout [UInt8], indent: Int?) {
    switch self {
    case .null: json += "null".utf8
    case .bool(let value): json += (value ? "true" : "false").utf8
    case .number(let number): json += number.utf8
    case .string(let string): JSONString.append(string, to: &json)
    case .array(let elements):
      json.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        Self.separate(index, to: &json, indent)
        element.write(to: &json, indent: indent.map { $0 + 1 })
      }
      Self.end("]", isEmpty: elements.isEmpty, to: &json, indent)
    case .object(let members):
      json.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        Self.separate(index, to: &json, indent)
        JSONString.append(member.name, to: &json)
        json.append(UInt8(ascii: ":"))
        if indent != nil { json.append(UInt8(ascii: " ")) }
        member.value.write(to: &json, indent: indent.map { $0 + 1 })
      }
      Self.end("}", isEmpty: members.isEmpty, to: &json, indent)
    }
  }

  /// Begins an element or a member.
  private static func separate(_ index: Int, to json: inout [UInt8], _ indent: Int?) {
    if index > 0 { json.append(UInt8(ascii: ",")) }
    if let indent { line(indent + 1, to: &json) }
  }

  private static func end(
    _ bracket: Unicode.Scalar, isEmpty: Bool, to json: inout [UInt8], _ indent: Int?
  ) {
    if let indent, !isEmpty { line(indent, to: &json) }
    json.append(UInt8(ascii: bracket))
  }

  private static func line(_ depth: Int, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\n"))
    json += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}
