/// A builder for the schemas of types, which keeps the schemas that have a name as definitions.
///
/// Names depend only on the types and the order in which their schemas are requested.
public final class SchemaBuilder {
  /// The audience of the schemas.
  public let audience: SchemaAudience
  /// Whether clients may push elements onto stacks.
  public let takesPushes: Bool
  /// The definitions in the order in which they were first referenced.
  public var definitions: [(name: String, schema: JSONSchema)] {
    order.map { ($0, schemas[$0] ?? .any) }
  }

  /// The types without a known schema, each once, in the order in which they were requested.
  public private(set) var unknownTypes: [Any.Type] = []

  private var order: [String] = []
  private var schemas: [String: JSONSchema] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  private let roots: KeyValuePairs<String, Any.Type>

  /// Creates a builder that defines some types, and the types they refer to, under given names.
  ///
  /// - Parameters:
  ///   - audience: The audience of the schemas.
  ///   - takesPushes: Whether clients may push elements onto stacks.
  ///   - roots: Distinct names with their types.
  public init(
    audience: SchemaAudience, takesPushes: Bool = true,
    roots: KeyValuePairs<String, Any.Type> = [:]
  ) {
    self.audience = audience
    self.takesPushes = takesPushes
    self.roots = roots
    for (name, type) in roots {
      let schema = schema(of: type)
      if schemas[name] == nil { insert(schema, named: name) }
    }
  }

  /// Returns the schema of a type, or the schema of any value if the type has none.
  public func schema(of type: Any.Type) -> JSONSchema {
    if let type = type as? any SchemaRepresentable.Type { return type.jsonSchema(in: self) }
    if let type = type as? any RawRepresentable.Type { return rawValueSchema(of: type) }
    if !unknownTypes.contains(where: { $0 == type }) { unknownTypes.append(type) }
    return .any
  }

  /// Returns a reference to the definition of a type, which is created if needed.
  ///
  /// - Parameters:
  ///   - type: The type; it may refer to itself.
  ///   - description: A description of the type for people.
  ///   - make: Returns the definition's schema.
  public func define(
    _ type: Any.Type, description: String? = nil, _ make: () -> JSONSchema
  ) -> JSONSchema {
    if let name = names[ObjectIdentifier(type)] { return .reference(to: name) }
    let name = roots.first { $0.value == type }?.key ?? freeName(like: SchemaName.of(type))
    names[ObjectIdentifier(type)] = name
    insert(.any, named: name)
    schemas[name] = make().described(description)
    return .reference(to: name)
  }

  private func insert(_ schema: JSONSchema, named name: String) {
    order.append(name)
    schemas[name] = schema
  }

  private func freeName(like wanted: String) -> String {
    func isFree(_ name: String) -> Bool {
      schemas[name] == nil && !roots.contains { $0.key == name }
    }
    if isFree(wanted) { return wanted }
    var number = 2
    while !isFree("\(wanted)\(number)") { number += 1 }
    return "\(wanted)\(number)"
  }
}
