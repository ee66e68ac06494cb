/// Collects the members of an object. Support for the expansion of macros.
public final class ObjectSchema {
  private let builder: SchemaBuilder
  private var properties: [JSONLiteral.Member] = []
  private var required: [JSONLiteral] = []

  /// An object without members.
  public init(_ builder: SchemaBuilder) { self.builder = builder }

  /// Adds a member that must be there.
  public func add<Value>(
    _ name: String, _ type: Value.Type, description: String? = nil
  ) {
    insert(name, builder.schema(of: type).described(description))
    required.append(.string(name))
  }

  /// Adds a member that may be absent or null.
  public func add<Value>(
    _ name: String, _ type: Value?.Type, description: String? = nil
  ) {
    insert(name, builder.schema(of: type).described(description))
  }

  /// Adds a member that may be absent, for which there is a default.
  public func add<Value>(
    withDefault name: String, _ type: Value.Type, description: String? = nil
  ) {
    insert(name, builder.schema(of: type).described(description))
  }

  /// Adds a member of a property's type, which must be there.
  public func add<Root, Value>(
    _ name: String, _ property: KeyPath<Root, Value>, description: String? = nil
  ) {
    add(name, Value.self, description: description)
  }

  /// Adds a member of a property's type, which may be absent or null.
  public func add<Root, Value>(
    _ name: String, _ property: KeyPath<Root, Value?>, description: String? = nil
  ) {
    add(name, Value?.self, description: description)
  }

  /// Adds a member that may be anything or absent.
  public func add(unknown name: String, description: String? = nil) {
    insert(name, JSONSchema.any.described(description))
  }

  private func insert(_ name: String, _ schema: JSONSchema) {
    properties.append(JSONLiteral.Member(name, schema.literal))
  }

  /// The object. Further members are ignored, as decoding does.
  public var schema: JSONSchema {
    var schema = JSONSchema(["type": "object"])
    if !properties.isEmpty { schema["properties"] = .object(properties) }
    if !required.isEmpty { schema["required"] = .array(required) }
    return schema
  }
}
