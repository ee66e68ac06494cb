import BackstackSessions
import BackstackCoding
import BackstackHTTP

/// The contract as an OpenAPI 3.1 document, assembled from the routes and the hosted features.
struct OpenAPIDocument: Sendable {
  let yaml: String
  let json: String
  /// The document as YAML and as JSON, in memory that all responses share.
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

  /// Returns the description of a route's operation, completed with its security and its problems.
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
  /// - Precondition: The text is valid YAML. All texts are literals of this library, and the tests
  ///   read them.
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
        does. A method that a path does not support gets 405 with `Allow`, an unknown method 501, and
        an unknown path 404.

        A server can be configured to require an API key for sessions; without one, requests get 401.
        A session then belongs to the client that created it, and other clients get 404. The server can
        also limit how many requests a client sends (429 with `Retry-After`) and allow web pages of
        other origins to use it. The response to an incomplete request, such as 413 or 431, may lack the
        fields of these features.


    """
}
