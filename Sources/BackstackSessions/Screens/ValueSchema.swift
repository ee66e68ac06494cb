import BackstackCoding

/// A JSON Schema of actions or states, as the service publishes it.
struct ValueSchema: Sendable {
  /// The document, which references lead into.
  let document: JSONLiteral
  /// The part that describes the value.
  let schema: JSONLiteral
  /// The text of the documentation comment of the case or the property.
  let description: String?

  init(_ document: JSONLiteral) { self.init(document, document) }

  private init(_ document: JSONLiteral, _ schema: JSONLiteral) {
    self.document = document
    description = schema["description"]?.text
    var schema = schema
    // A document refers to each definition at most once on the way.
    for _ in 0..<64 {
      guard let reference = schema["$ref"]?.text else { break }
      schema = JSONPath.names(reference.dropFirst()).reduce(document) { $0[$1] ?? .null }
    }
    self.schema = schema
  }

  /// A case of an enum, with the schema of its payload unless it has none.
  struct Case: Sendable {
    let name: String
    let payload: ValueSchema?
    var description: String?
  }

  private var alternatives: [ValueSchema] {
    (schema["oneOf"] ?? schema["anyOf"])?.elements.map { ValueSchema(document, $0) } ?? []
  }

  var isNull: Bool { schema["type"] == "null" }

  /// The schema without `null`, if it allows that; otherwise `nil`.
  var wrapped: ValueSchema? {
    let others = alternatives.filter { !$0.isNull }
    return others.count == 1 && alternatives.count == 2 ? others[0] : nil
  }

  /// The cases, in the order of the schema; empty if it is no enum with payloads.
  var cases: [Case] {
    var found: [Case] = []
    for one in alternatives {
      for name in one.schema["enum"]?.elements.compactMap(\.text) ?? [] {
        found.append(Case(name: name, payload: nil))
      }
      let properties = one.schema["properties"]?.members ?? []
      guard properties.count == 1 else { continue }
      let payload = ValueSchema(document, properties[0].value)
      let isEmpty = payload.schema["type"] == "object" && payload.fields.isEmpty
      // One without a payload may be its name alone, which has no description.
      found.removeAll { $0.name == properties[0].name }
      found.append(
        Case(
          name: properties[0].name, payload: isEmpty ? nil : payload, description: one.description))
    }
    return found
  }

  /// The properties of an object.
  var fields: [(name: String, schema: ValueSchema, isRequired: Bool)] {
    let required = Set(schema["required"]?.elements.compactMap(\.text) ?? [])
    return schema["properties"]?.members.map {
      ($0.name, ValueSchema(document, $0.value), required.contains($0.name))
    } ?? []
  }

  /// The texts or numbers that are allowed, where these are all.
  var options: [JSONLiteral]? { schema["enum"]?.elements }
  var type: String? { schema["type"]?.text }
  var format: String? { schema["format"]?.text }

  /// Returns the schema of the actions of a level: where a mark is in the root's action.
  func inner(of action: JSONLiteral, at mark: JSONLiteral) -> ValueSchema? {
    if action == mark { return self }
    for member in action.members {
      if let found = part(member.name)?.inner(of: member.value, at: mark) { return found }
    }
    return nil
  }

  /// Returns the schema of the part with a name, or `*` for any position.
  func part(_ name: String) -> ValueSchema? {
    if name == "*", let items = schema["items"] { return ValueSchema(document, items) }
    if let schema = schema["properties"]?[name] { return ValueSchema(document, schema) }
    return alternatives.lazy.compactMap { $0.part(name) }.first
  }
}
