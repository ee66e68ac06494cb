/// Makes the schemas of types, and keeps those that have a name as definitions.
///
/// Names depend on nothing but the types and the order in which they are asked for.
public final class SchemaBuilder {
  /// Who the schemas are for.
  public let audience: SchemaAudience
  /// Whether stacks take elements that a client pushes.
  public let takesPushes: Bool
  /// The definitions in the order in which they were first referred to.
  public var definitions: [(name: String, schema: JSONSchema)] {
    order.map { ($0, schemas[$0] ?? .any) }
  }

  /// The types of which nothing is known, each once, in the order in which they were asked for.
  public private(set) var unknownTypes: [Any.Type] = []

  private var order: [String] = []
  private var schemas: [String: JSONSchema] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  private let roots: KeyValuePairs<String, Any.Type>

  /// A builder that defines some types under names of their own, and whatever they are made of.
  ///
  /// - Parameters:
  ///   - audience: Who the schemas are for.
  ///   - takesPushes: Whether stacks take elements that a client pushes.
  ///   - roots: Names with their types; the names differ.
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

  /// The schema of a type: its own, or that of any value.
  public func schema(of type: Any.Type) -> JSONSchema {
    if let type = type as? any SchemaRepresentable.Type { return type.jsonSchema(in: self) }
    if let type = type as? any RawRepresentable.Type { return rawValueSchema(of: type) }
    if !unknownTypes.contains(where: { $0 == type }) { unknownTypes.append(type) }
    return .any
  }

  /// A reference to the definition of a type, which is made if there is none yet.
  ///
  /// - Parameters:
  ///   - type: The type; it may refer to itself.
  ///   - description: What the type is, for people.
  ///   - make: Makes the definition.
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
