import BackstackCoding

/// The schemas among a document's components. Code generators make a type of each, named like it, so
/// the cases of enums, which are inside other schemas in the contract of a feature, are components
/// here.
struct ComponentSchemas {
  private var members: [JSONLiteral.Member] = []
  private var taken: Set<String> = []

  /// All schemas by name, in the order in which they were added.
  var literal: JSONLiteral { .object(members) }

  /// Creates a collection without schemas.
  ///
  /// - Parameter schemas: Objects whose members will be added. No other schema gets one of their
  ///   names.
  init(reserving schemas: [JSONLiteral]) {
    for case .object(let members) in schemas {
      taken.formUnion(members.map { Self.letters($0.name) })
    }
  }

  /// Adds the members of an object, and each case of the enums inside them as a schema of its own.
  /// Their names are reserved.
  mutating func add(_ schemas: JSONLiteral) {
    guard case .object(let schemas) = schemas else { return }
    for schema in schemas { add(schema.name, schema.value) }
  }

  /// Returns this name, or with a number after it if another schema has the name already.
  mutating func reserve(like name: String) -> String {
    var free = name
    var number = 2
    while !taken.insert(Self.letters(free)).inserted {
      free = "\(name)\(number)"
      number += 1
    }
    return free
  }

  /// Returns the letters and digits of a name, in lower case: generators ignore the rest of it, or
  /// write it in their language's way.
  private static func letters(_ name: String) -> String {
    name.filter { $0.isLetter || $0.isNumber }.lowercased()
  }
}

// MARK: The cases of enums

extension ComponentSchemas {
  private mutating func add(_ name: String, _ schema: JSONLiteral, isCase: Bool = false) {
    let index = members.count
    members.append(JSONLiteral.Member(name, [:]))
    members[index].value = lift(schema, from: name, isCase: isCase)
  }

  /// Returns a schema with references in place of the cases inside it, which are added.
  ///
  /// - Parameters:
  ///   - path: What the names of the cases begin with.
  ///   - isCase: Whether this is the schema of a case, whose path has the name of its only member.
  private mutating func lift(
    _ schema: JSONLiteral, from path: String, isCase: Bool = false
  ) -> JSONLiteral {
    switch schema {
    // Many generators know only schemas that are objects.
    case .bool(let isAny): return isAny ? [:] : ["not": [:]]
    case .object(let keywords):
      return .object(
        keywords.map { keyword in
          JSONLiteral.Member(keyword.name, lift(keyword, from: path, isCase: isCase))
        })
    default: return schema
    }
  }

  private mutating func lift(
    _ keyword: JSONLiteral.Member, from path: String, isCase: Bool
  ) -> JSONLiteral {
    switch (keyword.name, keyword.value) {
    case ("properties", .object(let members)), ("patternProperties", .object(let members)),
      ("dependentSchemas", .object(let members)):
      return .object(
        members.map { member in
          let value =
            isCase
            ? lift(payload: member.value, from: path)
            : lift(member.value, from: "\(path).\(Self.ascii(member.name))")
          return JSONLiteral.Member(member.name, value)
        })
    case ("oneOf", .array(let alternatives)):
      return .array(alternatives.map { lift(alternative: $0, from: path) })
    case ("allOf", .array(let schemas)), ("anyOf", .array(let schemas)),
      ("prefixItems", .array(let schemas)):
      return .array(schemas.map { lift($0, from: path) })
    case ("additionalProperties", .object), ("unevaluatedProperties", .object),
      ("contains", _), ("contentSchema", _), ("else", _), ("if", _), ("items", _), ("not", _),
      ("propertyNames", _), ("then", _), ("unevaluatedItems", _):
      return lift(keyword.value, from: path)
    default: return keyword.value
    }
  }

  private mutating func lift(alternative: JSONLiteral, from path: String) -> JSONLiteral {
    guard let name = Self.caseName(alternative) else { return lift(alternative, from: path) }
    let component = reserve(like: "\(path).\(Self.ascii(name))")
    var schema: JSONLiteral = ["title": .string(component)]
    if case .object(let keywords) = alternative {
      for keyword in keywords { schema[keyword.name] = keyword.value }
    }
    add(component, schema, isCase: true)
    return .schema(component)
  }

  private mutating func lift(payload: JSONLiteral, from path: String) -> JSONLiteral {
    if payload == ["type": "object"] { return .schema("NoPayload") }
    guard payload["type"] == "object" else { return lift(payload, from: path) }
    let component = reserve(like: "\(path).Payload")
    add(component, payload)
    return .schema(component)
  }

  /// Returns the name of the case that a schema describes, as ``CasesSchema`` does: that of its only
  /// member. The names alone of cases without a payload are together one alternative of an enum.
  private static func caseName(_ schema: JSONLiteral) -> String? {
    if schema["type"] == "string", case .array = schema["enum"] { return "CaseName" }
    guard case .object(let properties) = schema["properties"], properties.count == 1,
      let name = properties.first?.name, schema["required"] == [.string(name)]
    else { return nil }
    return name
  }

  /// Returns a name in the characters that OpenAPI allows in those of components.
  static func ascii(_ name: String) -> String {
    String(
      name.map { character in
        character.isASCII
          && (character.isLetter || character.isNumber || "_-".contains(character))
          ? character : "_"
      })
  }
}
