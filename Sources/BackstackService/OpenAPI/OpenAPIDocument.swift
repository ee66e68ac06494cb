import BackstackHTTP

/// The contract as an OpenAPI 3.1 document, assembled from the routes.
enum OpenAPIDocument {
  static func yaml(for routes: [ServiceRoute]) -> String {
    var lines = [introduction, "paths:\n"]
    var patterns: [String] = []
    for route in routes where !patterns.contains(route.http.pattern) {
      patterns.append(route.http.pattern)
    }
    for pattern in patterns {
      lines.append("  \(pattern):\n")
      if pattern.contains("{id}") {
        lines.append("    parameters:\n      - $ref: '#/components/parameters/SessionID'\n")
      }
      for route in routes where route.http.pattern == pattern {
        lines.append("    \(route.http.method.rawValue.lowercased()):\n")
        for line in route.operation.yaml.split(separator: "\n", omittingEmptySubsequences: false) {
          lines.append(line.isEmpty ? "\n" : "      \(line)\n")
        }
      }
    }
    lines.append(components)
    return lines.joined()
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

    """
}
