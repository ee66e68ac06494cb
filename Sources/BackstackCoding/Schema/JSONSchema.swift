/// A JSON Schema (draft 2020-12): keywords in the order in which they are written.
///
/// A schema without keywords matches every value.
public struct JSONSchema: Hashable, Sendable {
  /// The keywords with their values; always an object.
  public internal(set) var literal: JSONLiteral

  /// Creates a schema with the given keywords.
  public init(_ keywords: KeyValuePairs<String, JSONLiteral> = [:]) {
    literal = .object(keywords.map { JSONLiteral.Member($0.key, $0.value) })
  }

  /// The value of a keyword; assigning `nil` removes the keyword.
  public subscript(keyword: String) -> JSONLiteral? {
    get { literal[keyword] }
    set { literal[keyword] = newValue }
  }

  /// The schema that matches every value.
  public static let any = JSONSchema()

  /// The schema that matches no value.
  public static let nothing = JSONSchema(["not": [:]])

  /// Returns a schema that matches the values of a definition.
  public static func reference(to name: String) -> JSONSchema {
    JSONSchema(["$ref": .string(definitionPrefix + name)])
  }

  /// The prefix of references to definitions.
  public static let definitionPrefix = "#/$defs/"

  /// The keyword with the number of a member's default value among those that a builder has
  /// collected.
  static let defaultKeyword = "x-default"

  /// The same schema, which also matches `null`.
  public var orNull: JSONSchema {
    self == .any ? self : JSONSchema(["anyOf": [literal, ["type": "null"]]])
  }

  /// Returns the same schema with a description for people, if one is given.
  public func described(_ description: String?) -> JSONSchema {
    guard let description, !description.isEmpty else { return self }
    var schema = self
    schema["description"] = .string(description)
    return schema
  }
}

extension JSONSchema {
  /// The names of the definitions that the schema refers to.
  public var references: Set<String> {
    var names: Set<String> = []
    _ = mapReferences { name in
      names.insert(name)
      return Self.definitionPrefix + name
    }
    return names
  }

  /// Returns the same schema with changed references.
  ///
  /// - Parameter transform: Returns the whole reference to the definition with the given name.
  public func mapReferences(_ transform: (_ name: String) -> String) -> JSONSchema {
    var schema = self
    schema.literal = Self.mapReferences(in: literal, transform)
    return schema
  }

  private static func mapReferences(
    in literal: JSONLiteral, _ transform: (String) -> String
  ) -> JSONLiteral {
    switch literal {
    case .array(let elements): return .array(elements.map { mapReferences(in: $0, transform) })
    case .object(let members):
      return .object(
        members.map { member in
          // A property can be named `$ref` too; its value is an object.
          if member.name == "$ref", case .string(let reference) = member.value,
            reference.hasPrefix(definitionPrefix)
          {
            let name = String(reference.dropFirst(definitionPrefix.count))
            return JSONLiteral.Member("$ref", .string(transform(name)))
          }
          return JSONLiteral.Member(member.name, mapReferences(in: member.value, transform))
        })
    default: return literal
    }
  }
}
