import BackstackCoding

/// The schemas among a document's components. Code generators make a type of each, named like it, and
/// number what has no name. So cases, objects and lists of names, which are inside other schemas in
/// the contract of a feature, are components here.
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

  /// Adds the members of an object, whose names are reserved, and what is a component of its own
  /// inside them.
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

// MARK: Schemas inside of schemas

extension ComponentSchemas {
  private mutating func add(_ name: String, _ schema: JSONLiteral, isCase: Bool = false) {
    let index = members.count
    members.append(JSONLiteral.Member(name, [:]))
    members[index].value = lift(partsOf: schema, from: name, isCase: isCase)
  }

  /// Adds a component.
  ///
  /// - Returns: A reference to it.
  private mutating func add(
    like name: String, _ schema: JSONLiteral, isCase: Bool = false
  ) -> JSONLiteral {
    let name = reserve(like: name)
    var titled: JSONLiteral = ["title": .string(name)]
    if case .object(let keywords) = schema {
      for keyword in keywords { titled[keyword.name] = keyword.value }
    }
    add(name, titled, isCase: isCase)
    return .schema(name)
  }

  /// Returns a schema, or a reference to it if it is a component now.
  ///
  /// - Parameter path: The name of a component made of this schema.
  private mutating func lift(_ schema: JSONLiteral, from path: String) -> JSONLiteral {
    let isObject = schema["type"] == "object" && schema["properties"] != nil
    return isObject || Self.isListOfNames(schema)
      ? add(like: path, schema) : lift(partsOf: schema, from: path)
  }

  /// Returns a schema with references in place of the components inside it.
  ///
  /// - Parameters:
  ///   - path: What the names of the components begin with.
  ///   - isCase: Whether this is the schema of a case, whose path has the name of its only member.
  private mutating func lift(
    partsOf schema: JSONLiteral, from path: String, isCase: Bool = false
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
    case ("anyOf", .array(let schemas)), ("prefixItems", .array(let schemas)):
      return .array(schemas.map { lift($0, from: path) })
    case ("items", let schema), ("contains", let schema), ("unevaluatedItems", let schema):
      return lift(schema, from: "\(path).Item")
    case ("additionalProperties", .object), ("unevaluatedProperties", .object),
      ("contentSchema", _):
      return lift(keyword.value, from: "\(path).Value")
    // These are not values of their own, but describe the value that the whole schema describes.
    case ("allOf", .array(let schemas)):
      return .array(schemas.map { lift(partsOf: $0, from: path) })
    case ("not", let schema), ("if", let schema), ("then", let schema), ("else", let schema),
      ("propertyNames", let schema):
      return lift(partsOf: schema, from: path)
    default: return keyword.value
    }
  }

  private mutating func lift(alternative: JSONLiteral, from path: String) -> JSONLiteral {
    if Self.isListOfNames(alternative) { return add(like: "\(path).CaseName", alternative) }
    guard let name = Self.caseName(alternative) else { return lift(alternative, from: path) }
    return add(like: "\(path).\(Self.ascii(name))", alternative, isCase: true)
  }

  private mutating func lift(payload: JSONLiteral, from path: String) -> JSONLiteral {
    if payload == ["type": "object"] { return .schema("NoPayload") }
    return payload["type"] == nil
      ? lift(payload, from: path) : lift(payload, from: "\(path).Payload")
  }

  /// Returns the name of the case that a schema describes, as ``CasesSchema`` does: that of its only
  /// member.
  private static func caseName(_ schema: JSONLiteral) -> String? {
    guard case .object(let properties) = schema["properties"], properties.count == 1,
      let name = properties.first?.name, schema["required"] == [.string(name)]
    else { return nil }
    return name
  }

  private static func isListOfNames(_ schema: JSONLiteral) -> Bool {
    schema["type"] == "string" && schema["enum"] != nil
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
