import BackstackHTTP
import BackstackSchema

/// The contract as an OpenAPI 3.1 document, assembled from the routes and the hosted features.
struct OpenAPIDocument: Sendable {
  let yaml: String
  let json: String

  init(routes: [ServiceRoute], features: [Feature]) {
    var document = Self.read(Self.introduction)
    document["paths"] = Self.paths(of: routes)
    var components = Self.read(Self.components)
    components["schemas"] = Self.schemas(components["schemas"] ?? [:], with: features)
    document["components"] = components
    yaml = YAMLWriter.document(document)
    json = document.json
  }

  private static func paths(of routes: [ServiceRoute]) -> JSONLiteral {
    var paths: JSONLiteral = [:]
    for route in routes {
      let pattern = route.http.pattern
      var path = paths[pattern] ?? parameters(of: pattern)
      path[route.http.method.rawValue.lowercased()] = read(route.operation.yaml)
      paths[pattern] = path
    }
    return paths
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
        does; another method is answered 405 with `Allow`, one that no path takes and RFC 9110
        does not define 501, an unknown path 404.

        A server can be configured to ask for an API key where sessions are used, else 401, to limit
        how many requests a client sends, else 429 with `Retry-After`, and to let web pages of other
        origins use it. An error before a request is complete, such as 413 or 431, is answered
        without the fields of these.


    """
}
