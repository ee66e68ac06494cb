/// Named schemas that refer to each other.
public struct SchemaDefinitions: Sendable, Hashable {
  /// A schema and the name that refers to it.
  public struct Definition: Sendable, Hashable {
    public var name: String
    public var schema: JSONSchema

    /// Creates a definition.
    public init(_ name: String, _ schema: JSONSchema) {
      self.name = name
      self.schema = schema
    }
  }

  /// The definitions in the order in which they were first referenced; names are unique.
  public private(set) var all: [Definition] = []

  /// Creates an empty collection.
  init() {}

  /// Creates a collection of a builder's definitions.
  public init(_ builder: SchemaBuilder) {
    all = builder.definitions.map { Definition($0.name, $0.schema) }
  }

  /// Adds a definition; the name must be new.
  public mutating func define(_ name: String, _ schema: JSONSchema) {
    all.append(Definition(name, schema))
  }

  /// The schema that has the given name.
  public subscript(name: String) -> JSONSchema? { all.first { $0.name == name }?.schema }

  /// Returns the names of a definition and of all those that it refers to.
  public func names(from root: String) -> Set<String> {
    var found: Set<String> = []
    var open = [root]
    while let next = open.popLast() {
      guard found.insert(next).inserted, let schema = self[next] else { continue }
      open += schema.references.subtracting(found)
    }
    return found
  }

  /// Returns a self-contained document: the definition with this name and those that it refers to.
  public func document(of name: String) -> JSONSchema {
    let needed = names(from: name)
    let members = all.filter { needed.contains($0.name) }
      .map { JSONLiteral.Member($0.name, $0.schema.literal) }
    return JSONSchema([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$ref": .string(JSONSchema.definitionPrefix + name),
      "$defs": .object(members),
    ])
  }

  /// Adds the definitions of another audience. Definitions that differ from those with the same
  /// name here get new names.
  ///
  /// - Parameter rename: Returns the new name of a definition that differs.
  public mutating func add(_ others: Self, rename: (String) -> String) {
    // The definitions that differ, and those that refer to them.
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
