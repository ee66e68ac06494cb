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
  public var json: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The value as JSON for people, with a line for each element and member.
  package var indentedJSON: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  /// - Parameter indent: The depth of the lines; `nil` for one line without spaces.
  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      Self.write(elements, in: ("[", "]"), to: &text, indent: indent) { element, text, indent in
        element.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, in: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        Self.write(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Part>(
    _ parts: [Part], in brackets: (String, String), to text: inout String, indent: Int?,
    _ write: (_ part: Part, _ text: inout String, _ indent: Int?) -> Void
  ) {
    func line(_ depth: Int) -> String {
      indent == nil || parts.isEmpty ? "" : "\n" + String(repeating: "  ", count: depth)
    }
    text += brackets.0
    for (index, part) in parts.enumerated() {
      if index > 0 { text += "," }
      text += line((indent ?? 0) + 1)
      write(part, &text, indent.map { $0 + 1 })
    }
    text += line(indent ?? 0) + brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Most texts have nothing to escape.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
