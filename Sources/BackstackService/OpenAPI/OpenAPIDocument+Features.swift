import BackstackSessions
import BackstackCoding

extension OpenAPIDocument {
  /// Returns the schemas of the service, completed with those of the features.
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
      var creation = alternative(
        feature.name, state: reference(contract.initialState ?? FeatureContract.Root.state))
      if contract.initialState == nil { creation["properties"]?["state"] = false }
      if !feature.hasLinks { creation["properties"]?["link"] = false }
      creations.append(creation)
    }
    schemas["Action"]?["anyOf"] = .array(actions)
    schemas["Snapshot"]?["oneOf"] = .array(snapshots)
    schemas["SessionCreation"]?["oneOf"] = .array(creations)
    return schemas
  }

  /// Returns the paths, completed with examples of requests for the features.
  static func complete(_ paths: JSONLiteral, with features: [Feature]) -> JSONLiteral {
    var creations: JSONLiteral = [:]
    var actions: JSONLiteral = [:]
    for feature in features {
      creations[feature.name] = ["value": ["feature": .string(feature.name)]]
      let action = feature.contract.definitions[FeatureContract.Root.action]
      if let name = action.flatMap(nameAlone) { actions[feature.name] = ["value": name] }
    }
    var paths = paths
    for (path, examples) in [("/sessions", creations), ("/sessions/{id}/actions", actions)]
    where examples != [:] {
      paths[path]?["post"]?["requestBody"]?["content"]?["application/json"]?["examples"] = examples
    }
    return paths
  }

  /// Returns an action that is only the name of its case, if the feature has one.
  private static func nameAlone(_ action: JSONSchema) -> JSONLiteral? {
    guard case .array(let cases) = action["oneOf"] else { return nil }
    for case .array(let names) in cases.compactMap({ $0["enum"] }) {
      if let name = names.first { return name }
    }
    return nil
  }

  /// Returns the schema that constrains a session to one feature.
  private static func alternative(_ name: String, state: String) -> JSONLiteral {
    ["properties": ["feature": ["const": .string(name)], "state": ["$ref": .string(state)]]]
  }

  /// Returns the prefixes of the features' components: the names, in the characters that OpenAPI
  /// allows.
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
