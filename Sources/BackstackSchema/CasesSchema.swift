/// Collects the cases of an enum in the wire format: an object with one key, the case's name. A case
/// without payload is its name alone as well. Support for the expansion of macros.
public final class CasesSchema {
  /// How an enum is coded.
  public enum Form: Sendable {
    /// As `@CasePathable` does it: a case without payload may be its name alone, and there is one key.
    case wire
    /// As the compiler does it: keys that are no case's are ignored.
    case plain
  }

  private let builder: SchemaBuilder
  private let form: Form
  private var names: [JSONLiteral] = []
  private var alternatives: [JSONLiteral] = []

  /// An enum without cases.
  public init(_ builder: SchemaBuilder, form: Form = .wire) {
    self.builder = builder
    self.form = form
  }

  /// Adds a case without payload.
  public func add(_ name: String, description: String? = nil) {
    if form == .wire { names.append(.string(name)) }
    insert(name, JSONSchema(["type": "object"]), description)
  }

  /// Adds a case with one payload without label.
  public func add<Value>(
    _ name: String, _ type: Value.Type, description: String? = nil
  ) {
    insert(name, builder.schema(of: type), description)
  }

  /// Adds a case with labelled payloads.
  public func add(
    _ name: String, description: String? = nil, fields: (ObjectSchema) -> Void
  ) {
    let object = ObjectSchema(builder)
    fields(object)
    insert(name, object.schema, description)
  }

  /// Adds a case whose payload has a schema written by hand.
  public func add(
    _ name: String, schema: JSONSchema, description: String? = nil
  ) {
    insert(name, schema, description)
  }

  private func insert(_ name: String, _ schema: JSONSchema, _ description: String?) {
    var alternative = JSONSchema([
      "type": "object",
      "properties": .object([JSONLiteral.Member(name, schema.literal)]),
      "required": [.string(name)],
    ])
    if form == .wire { alternative["additionalProperties"] = false }
    alternatives.append(alternative.described(description).literal)
  }

  /// Exactly one of the cases.
  public var schema: JSONSchema {
    let alone: [JSONLiteral] = names.isEmpty ? [] : [["type": "string", "enum": .array(names)]]
    let all = alone + alternatives
    return all.isEmpty ? .nothing : JSONSchema(["oneOf": .array(all)])
  }
}
