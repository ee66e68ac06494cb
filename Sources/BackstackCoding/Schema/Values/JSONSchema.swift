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
