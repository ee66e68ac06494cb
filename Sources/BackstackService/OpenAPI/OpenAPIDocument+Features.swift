import BackstackSchema

extension OpenAPIDocument {
  /// The schemas of the service, completed by those of the features.
  static func schemas(_ schemas: JSONLiteral, with features: [Feature]) -> JSONLiteral {
    guard !features.isEmpty else { return schemas }
    var schemas = schemas
    var actions: [JSONLiteral] = []
    var snapshots: [JSONLiteral] = []
    var creations: [JSONLiteral] = []
    for (feature, prefix) in zip(features, prefixes(of: features)) {
      func reference(_ name: String) -> String { "#/components/schemas/\(prefix).\(name)" }
      let contract = feature.contract
      for definition in contract.definitions.all {
        schemas["\(prefix).\(definition.name)"] =
          definition.schema.mapReferences(reference).literal
      }
      actions.append(["$ref": .string(reference(FeatureContract.Root.action))])
      snapshots.append(
        alternative(feature.name, state: reference(FeatureContract.Root.state)))
      creations.append(alternative(feature.name, state: reference(contract.initialState)))
    }
    schemas["Action"]?["anyOf"] = .array(actions)
    schemas["Snapshot"]?["oneOf"] = .array(snapshots)
    schemas["SessionCreation"]?["oneOf"] = .array(creations)
    return schemas
  }

  /// What holds of a session of one feature.
  private static func alternative(_ name: String, state: String) -> JSONLiteral {
    ["properties": ["feature": ["const": .string(name)], "state": ["$ref": .string(state)]]]
  }

  /// What the components of each feature begin with: its name in the letters that OpenAPI allows.
  private static func prefixes(of features: [Feature]) -> [String] {
    var prefixes: [String] = []
    for feature in features {
      let name = String(
        feature.name.map { character in
          character.isASCII
            && (character.isLetter || character.isNumber || "_-".contains(character))
            ? character : "_"
        })
      var prefix = name
      var number = 2
      while prefixes.contains(prefix) {
        prefix = "\(name)-\(number)"
        number += 1
      }
      prefixes.append(prefix)
    }
    return prefixes
  }
}
