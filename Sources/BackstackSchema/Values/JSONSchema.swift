/// A JSON Schema (draft 2020-12): what it says of a value, in the order in which it is written.
///
/// A schema without keywords takes every value.
public struct JSONSchema: Hashable, Sendable {
  /// The keywords with their values: always an object.
  public internal(set) var literal: JSONLiteral

  /// A schema with those keywords.
  public init(_ keywords: KeyValuePairs<String, JSONLiteral> = [:]) {
    literal = .object(keywords.map { JSONLiteral.Member($0.key, $0.value) })
  }

  /// A keyword's value; setting `nil` removes it.
  public subscript(keyword: String) -> JSONLiteral? {
    get { literal[keyword] }
    set { literal[keyword] = newValue }
  }

  /// Takes every value.
  public static let any = JSONSchema()

  /// Takes no value.
  public static let nothing = JSONSchema(["not": [:]])

  /// Takes the values of a definition.
  public static func reference(to name: String) -> JSONSchema {
    JSONSchema(["$ref": .string(definitionPrefix + name)])
  }

  /// What references to definitions begin with.
  public static let definitionPrefix = "#/$defs/"

  /// The same schema, which takes `null` too.
  public var orNull: JSONSchema {
    self == .any ? self : JSONSchema(["anyOf": [literal, ["type": "null"]]])
  }

  /// The same schema with a text for people, if there is one.
  public func described(_ description: String?) -> JSONSchema {
    guard let description, !description.isEmpty else { return self }
    var schema = self
    schema["description"] = .string(description)
    return schema
  }
}
