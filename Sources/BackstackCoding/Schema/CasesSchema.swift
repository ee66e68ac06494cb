/// A builder for the schema of an enum in the wire format: an object whose only key is the case's
/// name, or just the name for a case without a payload. Support for macro expansions.
public final class CasesSchema {
  /// The ways in which an enum is coded.
  public enum Form: Sendable {
    /// The coding of `@CasePathable`: the object has one key; a case without a payload may be just
    /// its name.
    case wire
    /// The compiler's coding: keys that don't name a case are ignored.
    case plain
  }

  private let builder: SchemaBuilder
  private let form: Form
  private var names: [JSONLiteral] = []
  private var alternatives: [JSONLiteral] = []

  /// Creates a builder without cases.
  public init(_ builder: SchemaBuilder, form: Form = .wire) {
    self.builder = builder
    self.form = form
  }

  /// Adds a case without a payload.
  public func add(_ name: String, description: String? = nil) {
    names.append(.string(name))
    insert(name, JSONSchema(["type": "object"]), description)
  }

  /// Adds a case with one unlabelled payload.
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

  /// Adds a case whose payload has a manually written schema.
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

  /// The schema of a value that is exactly one of the cases.
  public var schema: JSONSchema {
    let alone: [JSONLiteral] = names.isEmpty ? [] : [["type": "string", "enum": .array(names)]]
    let all = alone + alternatives
    return all.isEmpty ? .nothing : JSONSchema(["oneOf": .array(all)])
  }
}
