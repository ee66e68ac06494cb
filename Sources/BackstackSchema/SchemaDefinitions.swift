/// Schemas by name that refer to each other.
public struct SchemaDefinitions: Sendable, Hashable {
  /// A schema and the name by which it is referred to.
  public struct Definition: Sendable, Hashable {
    public var name: String
    public var schema: JSONSchema

    /// A schema and the name by which it is referred to.
    public init(_ name: String, _ schema: JSONSchema) {
      self.name = name
      self.schema = schema
    }
  }

  /// The definitions in the order in which they were first referred to; the names differ.
  public private(set) var all: [Definition] = []

  /// What a builder has defined.
  public init(_ builder: SchemaBuilder) {
    all = builder.definitions.map { Definition($0.name, $0.schema) }
  }

  /// Defines a name, which has no definition yet.
  public mutating func define(_ name: String, _ schema: JSONSchema) {
    all.append(Definition(name, schema))
  }

  /// The definition of a name.
  public subscript(name: String) -> JSONSchema? { all.first { $0.name == name }?.schema }

  /// A document of its own: the definition of a name, and those that it refers to.
  public func document(of name: String) -> JSONSchema {
    var needed: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      guard needed.insert(next).inserted, let schema = self[next] else { continue }
      open += schema.references.subtracting(needed)
    }
    let members = all.filter { needed.contains($0.name) }
      .map { JSONLiteral.Member($0.name, $0.schema.literal) }
    return JSONSchema([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$ref": .string(JSONSchema.definitionPrefix + name),
      "$defs": .object(members),
    ])
  }

  /// Adds the definitions of another audience under names of their own where they differ from those
  /// here.
  ///
  /// - Parameter rename: Gives the new name of a definition that differs.
  public mutating func add(_ others: Self, rename: (String) -> String) {
    // What differs, and what refers to what differs.
    var differing = Set(others.all.filter { self[$0.name] != $0.schema }.map(\.name))
    var count = -1
    while count != differing.count {
      count = differing.count
      for other in others.all where !other.schema.references.isDisjoint(with: differing) {
        differing.insert(other.name)
      }
    }
    var taken = Set(all.map(\.name)).union(others.all.map(\.name))
    var newNames: [String: String] = [:]
    for other in others.all where differing.contains(other.name) && self[other.name] != nil {
      var name = rename(other.name)
      while !taken.insert(name).inserted { name += "2" }
      newNames[other.name] = name
    }
    func newName(_ name: String) -> String { newNames[name] ?? name }
    for other in others.all where differing.contains(other.name) {
      let schema = other.schema.mapReferences { JSONSchema.definitionPrefix + newName($0) }
      define(newName(other.name), schema)
    }
  }
}
