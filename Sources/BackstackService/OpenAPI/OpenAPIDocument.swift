import BackstackHTTP
import BackstackSchema

/// The contract as an OpenAPI 3.1 document, assembled from the routes and the hosted features.
struct OpenAPIDocument: Sendable {
  let yaml: String
  let json: String
  /// The document as YAML and as JSON: all answers share the memory.
  let yamlBody: HTTPBody
  let jsonBody: HTTPBody

  init(routes: [ServiceRoute], features: [Feature], configuration: ServiceConfiguration) {
    var document = Self.read(Self.introduction)
    var problems = ProblemResponses()
    var paths: JSONLiteral = [:]
    for route in routes {
      let pattern = route.http.pattern
      var path = paths[pattern] ?? Self.parameters(of: pattern)
      path[route.http.method.rawValue.lowercased()] = Self.operation(
        route, isKeyed: !configuration.apiKeys.isEmpty, &problems)
      paths[pattern] = path
    }
    document["paths"] = Self.complete(paths, with: features)
    var components = Self.read(Self.components(configuration))
    components["parameters"]?["FeatureName"]?["schema"]?["enum"] =
      features.isEmpty ? nil : .array(features.map { .string($0.name) })
    for (name, response) in problems.components { components["responses"]?[name] = response }
    components["schemas"] = Self.schemas(Self.read(Self.schemas(configuration)), with: features)
    document["components"] = components
    yaml = YAMLWriter.document(document)
    json = document.json
    yamlBody = .text(yaml)
    jsonBody = .text(json)
  }

  /// An operation with what follows from its path: whether a key is asked for and requests are
  /// counted, and all the problems that there may be.
  private static func operation(
    _ route: ServiceRoute, isKeyed: Bool, _ problems: inout ProblemResponses
  ) -> JSONLiteral {
    var operation = read(route.operation.yaml)
    var kinds = route.operation.problems
    let path = route.http.pattern
    if !Admission.isProbe(path) {
      kinds.append(.tooManyRequests)
      if !Admission.isOpen(path) {
        kinds.append(.unauthorized)
        let ticket: [JSONLiteral] =
          route.operation.problems.contains(.invalidTicket) ? [["EventTicket": []]] : []
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
      names[String(part)].map { name -> JSONLiteral in
        ["$ref": .string("#/components/parameters/\(name)")]
      }
    }
    return references.isEmpty ? [:] : ["parameters": .array(references)]
  }

  /// Reads a part of the document.
  ///
  /// - Precondition: The text is YAML of ours, which tests read too.
  private static func read(_ yaml: String) -> JSONLiteral {
    do {
      return try YAMLReader.read(yaml)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static let introduction = """
    openapi: 3.1.0
    info:
      title: Backstack
      version: 0.1.0
      license:
        name: MIT
        identifier: MIT
      description: |
        Navigation sessions over HTTP. A session is created from a feature, changed by actions and
        read as snapshots. Every error is a problem document (RFC 9457). `HEAD` works wherever `GET`
        does; another method is answered 405 with `Allow`, one that nobody knows 501, an unknown path
        404.

        A server can be configured to ask for an API key where sessions are used, else 401; a session
        is for the client that created it then, and 404 for every other. It can also limit how many
        requests a client sends, else 429 with `Retry-After`, and let web pages of other origins use
        it. An error before a request is complete, such as 413 or 431, is answered without the fields
        of these.


    """
}
