import BackstackCoding
import BackstackSessions

/// A feature's definitions for generators of types: alerts, dialogs and their buttons have one type
/// each, with the type of their actions as its parameter.
struct ClientDefinitions {
  /// A definition that is a generic one, for actions with a schema.
  struct Use {
    let generic: String
    let action: JSONLiteral
  }

  /// The name that stands for the parameter in the schemas of generic definitions.
  static let parameter = "-Action"

  /// The definitions, with generic ones in place of those that are uses of them.
  private(set) var all: [SchemaDefinitions.Definition] = []
  /// The uses of generic definitions, by the names of their definitions.
  private(set) var uses: [String: Use] = [:]
  private let contract: SchemaDefinitions
  private let received: Set<String>

  init(_ contract: FeatureContract) {
    self.contract = contract.definitions
    received = contract.definitions.names(from: FeatureContract.Root.state)
    for definition in contract.definitions.all { addUse(definition) }
    for definition in contract.definitions.all {
      guard let use = uses[definition.name] else {
        all.append(definition)
        continue
      }
      if uses[use.generic] == nil { addGeneric(use.generic, definition.schema) }
    }
  }

  /// The schema that has the given name in the contract.
  subscript(name: String) -> JSONSchema? { contract[name] }

  /// Returns whether clients get values of a definition in snapshots.
  func isReceived(_ name: String) -> Bool { received.contains(name) || isGeneric(name) }

  /// Returns whether a definition has the parameter.
  func isGeneric(_ name: String) -> Bool { uses[name]?.generic == name }

  /// Notes what a definition is a use of, if it is an alert or a dialog, and the same of its buttons.
  private mutating func addUse(_ definition: SchemaDefinitions.Definition) {
    guard ["alert", "confirmationDialog"].contains(definition.schema["x-backstack"]),
      let button = definition.schema.references.first, let schema = contract[button],
      let action = schema.literal["properties"]?["action"]
    else { return }
    for name in [definition.name, button] {
      // The name of a type with a parameter is that of the type, a hyphen, and the parameter's.
      guard let end = name.firstIndex(of: "-") else { continue }
      uses[name] = Use(
        generic: String(name[...end]), action: action["anyOf"]?.elements?.first ?? [:])
    }
  }

  private mutating func addGeneric(_ name: String, _ schema: JSONSchema) {
    let parameter = JSONSchema.reference(to: Self.parameter)
    var schema = schema.mapReferences { reference in
      JSONSchema.definitionPrefix + (uses[reference]?.generic ?? reference)
    }
    if var properties = schema["properties"], let action = properties["action"] {
      properties["action"] =
        parameter.orNull.described(action.schemaDescription).literal
      schema["properties"] = properties
    }
    uses[name] = Use(generic: name, action: parameter.literal)
    all.append(SchemaDefinitions.Definition(name, schema))
  }
}
