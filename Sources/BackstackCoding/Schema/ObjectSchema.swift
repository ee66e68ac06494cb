/// A builder for the schema of an object. Support for macro expansions.
public final class ObjectSchema {
  private let builder: SchemaBuilder
  private var properties: [JSONLiteral.Member] = []
  private var required: [JSONLiteral] = []

  /// Creates a builder without members.
  public init(_ builder: SchemaBuilder) { self.builder = builder }

  /// Adds a required member.
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

  /// Adds a member that may be absent because it has a default value.
  public func add<Value>(
    withDefault name: String, _ type: Value.Type, description: String? = nil
  ) {
    insert(name, builder.schema(of: type).described(description))
  }

  /// Adds a required member that is given a value in stored objects that lack it.
  ///
  /// - Parameter value: The value; evaluated for each object that lacks the member.
  public func add<Value>(
    _ name: String, _ type: Value.Type, default value: @autoclosure @escaping () -> Value,
    description: String? = nil
  ) {
    var schema = builder.schema(of: type).described(description)
    schema[JSONSchema.defaultKeyword] = builder.register(default: value)
    insert(name, schema)
    required.append(.string(name))
  }

  /// Adds a member that may be absent or null, and whose default value is ignored: it is absent
  /// where the value is `nil`.
  public func add<Value>(
    _ name: String, _ type: Value?.Type, default value: @autoclosure @escaping () -> Value?,
    description: String? = nil
  ) {
    add(name, type, description: description)
  }

  /// Adds a required member with the type of a property.
  public func add<Root, Value>(
    _ name: String, _ property: KeyPath<Root, Value>, description: String? = nil
  ) {
    add(name, Value.self, description: description)
  }

  /// Adds a member with the type of a property; the member may be absent or null.
  public func add<Root, Value>(
    _ name: String, _ property: KeyPath<Root, Value?>, description: String? = nil
  ) {
    add(name, Value?.self, description: description)
  }

  /// Adds a required member with the type of a property, which is given a value in stored objects
  /// that lack it.
  public func add<Root, Value>(
    _ name: String, _ property: KeyPath<Root, Value>,
    default value: @autoclosure @escaping () -> Value, description: String? = nil
  ) {
    add(name, Value.self, default: value(), description: description)
  }

  /// Adds a member with the type of a property; the member may be absent or null, and its default
  /// value is ignored.
  public func add<Root, Value>(
    _ name: String, _ property: KeyPath<Root, Value?>,
    default value: @autoclosure @escaping () -> Value?, description: String? = nil
  ) {
    add(name, Value?.self, description: description)
  }

  /// Adds a member that may have any value or be absent.
  public func add(unknown name: String, description: String? = nil) {
    insert(name, JSONSchema.any.described(description))
  }

  /// Adds a member with a given schema, which may be absent.
  package func add(optional name: String, schema: JSONSchema, description: String? = nil) {
    insert(name, schema.described(description))
  }

  /// Returns the schema of a type.
  package func schema(of type: Any.Type) -> JSONSchema { builder.schema(of: type) }

  private func insert(_ name: String, _ schema: JSONSchema) {
    properties.append(JSONLiteral.Member(name, schema.literal))
  }

  /// The schema of the object. It allows further members, as decoding does.
  public var schema: JSONSchema {
    var schema = JSONSchema(["type": "object"])
    if !properties.isEmpty { schema["properties"] = .object(properties) }
    if !required.isEmpty { schema["required"] = .array(required) }
    return schema
  }
}
