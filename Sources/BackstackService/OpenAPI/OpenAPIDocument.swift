import BackstackCoding
import BackstackHTTP
import BackstackSessions

/// The contract as an OpenAPI 3.1 document, assembled from the routes and the hosted features.
struct OpenAPIDocument: Sendable {
  let yaml: String
  let json: String

  /// The interface that a document describes.
  enum Subject {
    /// The service, as its clients use it.
    case service
    /// The interface of the inspector.
    case inspector

    fileprivate var introduction: JSONLiteral {
      switch self {
      case .service: OpenAPIDocument.introduction
      case .inspector: OpenAPIDocument.inspectorIntroduction
      }
    }

    /// The prefix of the paths to sessions.
    fileprivate var folder: String {
      switch self {
      case .service: ""
      case .inspector: InspectorRoutes.folder
      }
    }
  }

  init(
    of subject: Subject = .service, routes: [ServiceRoute], features: [Feature],
    configuration: ServiceConfiguration
  ) {
    var document = subject.introduction
    // The inspector's addresses are not below it.
    let basePath = subject == .service ? configuration.basePath : ""
    var problems = ProblemResponses(below: basePath)
    if !basePath.isEmpty { document["servers"] = [["url": .string(basePath)]] }
    var paths: JSONLiteral = [:]
    let routes = routes.filter { $0.operation != nil }
    document["tags"] = OpenAPITag.descriptions(of: routes.compactMap(\.operation))
    for route in routes {
      guard let described = route.operation else { continue }
      let pattern = route.http.pattern
      var path = paths[pattern] ?? Self.parameters(of: pattern)
      path[route.http.method.rawValue.lowercased()] =
        switch subject {
        case .service:
          Self.operation(described, at: pattern, isKeyed: !configuration.apiKeys.isEmpty, &problems)
        case .inspector:
          Self.inspectorOperation(described, at: pattern, among: routes, &problems)
        }
      paths[pattern] = path
    }
    document["paths"] = Self.complete(paths: paths, below: subject.folder, with: features)
    var components = Self.components(configuration)
    components["parameters"]?["FeatureName"]?["schema"]?["enum"] =
      features.isEmpty ? nil : .array(features.map { .string($0.name) })
    for (name, response) in problems.components { components["responses"]?[name] = response }
    components["schemas"] = Self.schemas(configuration, of: subject, with: features)
    if case .inspector = subject { components["securitySchemes"] = Self.inspectorSecurity }
    document["components"] = components
    if case .inspector = subject { document = Self.withoutUnused(document) }
    yaml = YAMLWriter.document(document)
    json = document.json
  }

  /// Returns the description of an operation, completed with its security and its problems.
  private static func operation(
    _ described: OpenAPIOperation, at path: String, isKeyed: Bool,
    _ problems: inout ProblemResponses
  ) -> JSONLiteral {
    var operation = described.json
    var kinds = described.problems
    kinds.append(.invalidQuery)
    if !Admission.isProbe(path) {
      kinds.append(.tooManyRequests)
      if !Admission.isOpen(path) {
        kinds += [.unauthorized, .notPermitted]
        let ticket: [JSONLiteral] =
          described.problems.contains(.invalidTicket) ? [["EventTicket": []]] : []
        operation["security"] = .array((isKeyed ? [] : [[:]]) + [["APIKey": []]] + ticket)
      }
    }
    for (status, response) in problems.references(to: kinds) {
      operation["responses"]?[status] = response
    }
    return operation
  }

  private static func parameters(of pattern: String) -> JSONLiteral {
    let names = [
      "{id}": "SessionID", "{name}": "FeatureName", "{version}": "Version",
    ]
    let references = pattern.split(separator: "/").compactMap { part in
      names[String(part)].map(JSONLiteral.parameter)
    }
    return references.isEmpty ? [:] : ["parameters": .array(references)]
  }

  private static let introduction: JSONLiteral = [
    "openapi": "3.1.0",
    "info": [
      "title": "Backstack",
      "version": .string(ServiceConfiguration.contractVersion),
      "license": ["name": "MIT", "identifier": "MIT"],
      "description": .lines(
        """
        Navigation sessions over HTTP. A session is created from a feature, changed by actions and
        read as snapshots. Every error is a problem document (RFC 9457). `HEAD` works wherever `GET`
        does. A method that a path does not support gets 405 with `Allow`, an unknown method 501, and
        an unknown path 404.

        A server can be configured to require an API key for sessions; without one, requests get 401.
        A session then belongs to the client that created it, and other clients get 404. The server can
        also limit how many requests a client sends (429 with `Retry-After`) and allow web pages of
        other origins to use it. The response to an incomplete request, such as 413 or 431, may lack the
        fields of these features.

        The files for browsers at `/app/` and `/client/` are not part of this contract.

        `version` is that of this contract (semver.org). Without notice, a server may add operations,
        optional parameters and members of requests, members of responses, fields, kinds of problems,
        and values where a description calls them open: clients ignore unknown values, and
        decide by the status when they do not know the `type` of a problem. That is a minor version.
        A major version may remove something, change its meaning, or require more of requests; what
        it removes was marked `deprecated` in a version before. While the major version is 0, a
        minor version may do so, and the change log says it. The schemas of features are their
        host's: `version` says nothing about them.
        """),
    ],
  ]
}

// MARK: Features

extension OpenAPIDocument {
  /// Returns the schemas of the service, and of the features' actions and states.
  private static func schemas(
    _ configuration: ServiceConfiguration, of subject: Subject, with features: [Feature]
  ) -> JSONLiteral {
    let prefixes = prefixes(of: features)
    let definitions = zip(features, prefixes).map(Self.definitions)
    var own = schemas(configuration)
    if case .inspector = subject, case .object(let members) = inspectorSchemas {
      for member in members { own[member.name] = member.value }
    }
    var schemas = ComponentSchemas(reserving: [own] + definitions)
    let snapshots = prefixes.map { schemas.reserve(like: "\($0).Snapshot") }
    let creations = prefixes.map { schemas.reserve(like: "\($0).SessionCreation") }
    if !features.isEmpty {
      own["Action"]?["anyOf"] = .array(
        prefixes.map { .schema("\($0).\(FeatureContract.Root.action)") })
      own["Snapshot"] = oneOf(snapshots, of: features)
      own["SessionCreation"] = oneOf(creations, of: features)
    }
    schemas.add(own)
    for (index, feature) in features.enumerated() {
      let name: JSONLiteral = ["type": "string", "const": .string(feature.name)]
      func state(_ name: String) -> JSONLiteral { .schema("\(prefixes[index]).\(name)") }
      schemas.add(
        .object([
          JSONLiteral.Member(
            snapshots[index], snapshot(feature: name, state: state(FeatureContract.Root.state))),
          JSONLiteral.Member(
            creations[index],
            creation(
              configuration, feature: name, state: feature.contract.initialState.map(state),
              takesLink: feature.hasLinks)),
        ]))
      schemas.add(definitions[index])
    }
    return schemas.literal
  }

  /// Returns a feature's definitions by the names of their components.
  private static func definitions(of feature: Feature, prefix: String) -> JSONLiteral {
    .object(
      feature.contract.definitions.all.map { definition in
        let schema = definition.schema.mapReferences { "#/components/schemas/\(prefix).\($0)" }
        return JSONLiteral.Member("\(prefix).\(definition.name)", schema.literal)
      })
  }

  /// Returns the schema of a value with the name of a feature, which decides on its own schema.
  private static func oneOf(_ names: [String], of features: [Feature]) -> JSONLiteral {
    let schemas = names.map(JSONLiteral.schema)
    let mapping = zip(features, schemas).map { feature, schema in
      JSONLiteral.Member(feature.name, schema["$ref"] ?? .null)
    }
    return [
      "type": "object",
      "required": ["feature"],
      "oneOf": .array(schemas),
      "discriminator": ["propertyName": "feature", "mapping": .object(mapping)],
    ]
  }

  /// Returns the paths, completed with examples of requests for the features.
  private static func complete(
    paths: JSONLiteral, below folder: String, with features: [Feature]
  ) -> JSONLiteral {
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
      paths[folder + path]?["post"]?["requestBody"]?["content"]?["application/json"]?["examples"] =
        examples
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

  /// Returns the prefixes of the features' components: the names, in the characters that OpenAPI
  /// allows.
  private static func prefixes(of features: [Feature]) -> [String] {
    var prefixes: [String] = []
    for feature in features {
      let name = ComponentSchemas.ascii(feature.name)
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
