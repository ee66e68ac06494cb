/// The schema of a type as its values are stored, with the default values of the members that an
/// earlier version of the type may not have had.
///
/// It can be written as a document, from which it is read without the default values.
package struct StoredSchema {
  let root: JSONSchema
  let definitions: SchemaDefinitions
  /// The schemas by their names.
  private let schemas: [String: JSONLiteral]
  private let defaults: [() -> Any]

  /// Creates the schema of a type.
  ///
  /// - Complexity: O(*n*) in the size of the schema.
  package init(of type: Any.Type) {
    let name = "State"
    let builder = SchemaBuilder(audience: .reader, roots: [name: type], collectsDefaults: true)
    self.init(.reference(to: name), SchemaDefinitions(builder), defaults: builder.defaults)
  }

  private init(
    _ root: JSONSchema, _ definitions: SchemaDefinitions, defaults: [() -> Any] = []
  ) {
    self.root = root
    self.definitions = definitions
    self.defaults = defaults
    schemas = Dictionary(
      definitions.all.map { ($0.name, $0.schema.literal) }, uniquingKeysWith: { first, _ in first })
  }

  /// The fingerprint of the type.
  package var fingerprint: SchemaFingerprint { SchemaFingerprint(of: root, in: definitions) }

  /// Returns the schema to which a schema refers, or the schema itself if it is no reference.
  func resolved(_ schema: JSONLiteral) -> JSONLiteral {
    var schema = schema
    // Definitions that refer to each other only would have no end.
    for _ in 0...schemas.count {
      guard let name = Self.reference(in: schema) else { return schema }
      schema = schemas[name] ?? .object([])
    }
    return .object([])
  }

  /// Returns the name of the definition to which a schema refers.
  static func reference(in schema: JSONLiteral) -> String? {
    guard case .string(let reference)? = schema["$ref"],
      reference.hasPrefix(JSONSchema.definitionPrefix)
    else { return nil }
    return String(reference.dropFirst(JSONSchema.definitionPrefix.count))
  }

  /// Returns whether a schema consists of alternatives, of which there may be only one.
  static func hasAlternatives(_ schema: JSONLiteral) -> Bool {
    schema["anyOf"] != nil || schema["oneOf"] != nil
  }

  /// Returns the alternatives of a schema; just the schema if it has none.
  static func alternatives(of schema: JSONLiteral) -> [JSONLiteral] {
    guard case .array(let alternatives)? = schema["anyOf"] ?? schema["oneOf"] else {
      return [schema]
    }
    return alternatives
  }

  /// Returns the names of the required members.
  static func required(by schema: JSONLiteral) -> [String] {
    guard case .array(let names)? = schema["required"] else { return [] }
    return names.compactMap { name in
      if case .string(let name) = name { return name }
      return nil
    }
  }

  /// Returns the members whose schemas are known.
  static func properties(of schema: JSONLiteral) -> [JSONLiteral.Member] {
    if case .object(let properties)? = schema["properties"] { return properties }
    return []
  }
}

// MARK: Default values

/// The error of a default value without JSON form.
package struct DefaultNotEncodable: Error, CustomStringConvertible {
  package let description: String
}

extension StoredSchema {
  /// Returns a stored value with the members that it lacks and that have default values.
  ///
  /// - Throws: ``DefaultNotEncodable``.
  /// - Complexity: O(*n*) in the size of the value. The recursion is as deep as the value.
  package func filled(_ value: JSONLiteral) throws -> JSONLiteral {
    try filled(value, by: root.literal)
  }

  private func filled(_ value: JSONLiteral, by schema: JSONLiteral) throws -> JSONLiteral {
    guard let schema = self.schema(schema, describing: value) else { return value }
    switch value {
    case .array(let elements):
      guard let items = schema["items"] else { return value }
      return .array(try elements.map { try filled($0, by: items) })
    case .object(var members):
      let properties = Self.properties(of: schema)
      let known = Dictionary(
        properties.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      let others = schema["additionalProperties"]
      for index in members.indices {
        guard let schema = known[members[index].name] ?? others else { continue }
        members[index].value = try filled(members[index].value, by: schema)
      }
      let names = Set(members.map(\.name))
      for property in properties where !names.contains(property.name) {
        guard let value = try defaultValue(of: property) else { continue }
        members.append(JSONLiteral.Member(property.name, value))
      }
      return .object(members)
    case .null, .bool, .number, .string: return value
    }
  }

  /// Returns the only one among the alternatives of a schema that may describe a value.
  private func schema(_ schema: JSONLiteral, describing value: JSONLiteral) -> JSONLiteral? {
    var schema = resolved(schema)
    // Alternatives can be nested, but only definitions can make them endless.
    for _ in 0...schemas.count {
      guard schema["anyOf"] != nil || schema["oneOf"] != nil else { return schema }
      let possible = Self.alternatives(of: schema).map(resolved).filter {
        mayDescribe($0, value)
      }
      guard possible.count == 1 else { return nil }
      schema = possible[0]
    }
    return nil
  }

  private func mayDescribe(_ schema: JSONLiteral, _ value: JSONLiteral) -> Bool {
    guard case .string(let type)? = schema["type"] else { return true }
    switch value {
    case .null: return type == "null"
    case .bool: return type == "boolean"
    case .number: return type == "number" || type == "integer"
    case .string: return type == "string"
    case .array: return type == "array"
    case .object(let members):
      guard type == "object" else { return false }
      // The only required member of a case is its name.
      let properties = schema["properties"]
      return Self.required(by: schema).allSatisfy { name in
        members.contains { $0.name == name } || properties?[name].map(hasDefault) == true
      }
    }
  }

  /// Returns whether a member with the given schema has a default value.
  func hasDefault(_ property: JSONLiteral) -> Bool { property[JSONSchema.defaultKeyword] != nil }

  private func defaultValue(of property: JSONLiteral.Member) throws -> JSONLiteral? {
    guard case .number(let number)? = property.value[JSONSchema.defaultKeyword],
      let index = Int(number), defaults.indices.contains(index)
    else { return nil }
    do {
      guard let value = defaults[index]() as? any Encodable else { return nil }
      return try JSONLiteral(decoding: JSONStreamEncoder.encode(value))
    } catch {
      throw DefaultNotEncodable(
        description: "The default value of \(property.name) has no JSON form: \(error)")
    }
  }
}

// MARK: Documents

extension StoredSchema {
  /// The schema as a JSON Schema document with only those keywords that determine the fingerprint.
  /// Types with the same fingerprint have the same document.
  package var document: JSONLiteral {
    var writer = SchemaDocumentWriter(definitions: definitions)
    return writer.document(of: root.literal)
  }

  /// Creates a schema from its ``document``; `nil` for JSON of another form.
  package init?(document: JSONLiteral) {
    guard Self.reference(in: document) != nil, case .object(let members)? = document["$defs"] else {
      return nil
    }
    var definitions = SchemaDefinitions()
    for member in members {
      guard case .object = member.value, definitions[member.name] == nil else { return nil }
      var schema = JSONSchema()
      schema.literal = member.value
      // Only the type knows default values.
      definitions.define(member.name, schema.removingDefaults)
    }
    var root = JSONSchema()
    root["$ref"] = document["$ref"]
    self.init(root, definitions)
  }
}

extension JSONSchema {
  fileprivate var removingDefaults: JSONSchema {
    var schema = self
    schema.literal = Self.removeDefaults(from: literal)
    return schema
  }

  private static func removeDefaults(from literal: JSONLiteral) -> JSONLiteral {
    switch literal {
    case .array(let elements): return .array(elements.map(removeDefaults))
    case .object(let members):
      return .object(
        members.filter { $0.name != defaultKeyword }.map {
          JSONLiteral.Member($0.name, removeDefaults(from: $0.value))
        })
    default: return literal
    }
  }
}

/// A writer of schemas with only the keywords of ``CanonicalForm``; definitions are numbered.
private struct SchemaDocumentWriter {
  let definitions: SchemaDefinitions
  private var numbers: [String: Int] = [:]
  /// The definitions by number; `nil` while they are being written.
  private var written: [JSONLiteral?] = []

  init(definitions: SchemaDefinitions) { self.definitions = definitions }

  mutating func document(of root: JSONLiteral) -> JSONLiteral {
    var document = schema(root)
    document["$defs"] = .object(
      written.enumerated().map { JSONLiteral.Member("\($0)", $1 ?? .object([])) })
    return document
  }

  private mutating func schema(_ schema: JSONLiteral) -> JSONLiteral {
    guard case .object = schema else { return schema }
    var members: [JSONLiteral.Member] = []
    for (name, kind) in CanonicalForm.keywords {
      guard let value = schema[name] else { continue }
      members.append(JSONLiteral.Member(name, self.value(value, kind)))
    }
    return .object(members)
  }

  private mutating func value(_ value: JSONLiteral, _ kind: CanonicalForm.Value) -> JSONLiteral {
    switch (kind, value) {
    case (.schema, _): return schema(value)
    case (.schemas, .array(let schemas)):
      var written: [JSONLiteral] = []
      for element in schemas { written.append(schema(element)) }
      return .array(written)
    case (.namedSchemas, .object(let members)):
      var written: [JSONLiteral.Member] = []
      for member in members.sorted(by: { $0.name < $1.name }) {
        written.append(JSONLiteral.Member(member.name, schema(member.value)))
      }
      return .object(written)
    case (.reference, .string(let reference)):
      let name = String(reference.dropFirst(JSONSchema.definitionPrefix.count))
      return .string(JSONSchema.definitionPrefix + "\(number(of: name))")
    case (.names, .array(let names)): return .array(names.sorted { $0.json < $1.json })
    default: return value
    }
  }

  private mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    let number = written.count
    numbers[name] = number
    written.append(nil)
    written[number] = schema((definitions[name] ?? .any).literal)
    return number
  }
}
