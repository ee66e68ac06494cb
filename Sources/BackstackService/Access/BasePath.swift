import BackstackHTTP

/// The path below which a proxy offers the service. Requests come with it or without, as the proxy
/// passes them on; the paths in responses always have it.
struct BasePath: HTTPMiddleware {
  private let path: String
  private let bytes: [UInt8]

  init(_ path: String) {
    self.path = path
    bytes = Array(path.utf8)
  }

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    if !request.removePathPrefix(bytes), request.path == path {
      return responder.respond(
        HTTPResponse(
          status: HTTPStatus(308), fields: [.location: path + "/", .cacheControl: "no-cache"]))
    }
    next.respond(
      to: request,
      responder.intercepting(errorResponse: BackstackServer.problemResponse) { complete($0) })
  }

  /// Returns a response whose fields and problem have the path. The routes add it to the paths in
  /// other content: ``SessionService/path(_:)``.
  func complete(_ response: HTTPResponse) -> HTTPResponse {
    response.withProblemType(below: path).withFields(below: path)
  }
}

extension HTTPResponse {
  /// Returns the response with the paths in its fields below another one.
  func withFields(below path: String) -> HTTPResponse {
    var response = self
    for name in [HTTPFieldName.location, .contentLocation] {
      guard let location = response.fields[name], location.hasPrefix("/") else { continue }
      response.fields.set(name, path + location)
    }
    if let link = response.fields[.link] {
      response.fields.set(.link, link.replacing("</", with: "<\(path)/"))
    }
    return response
  }
}

extension ServiceConfiguration {
  /// Returns whether a text can be a ``basePath``: segments of letters, digits and `-._~`, the first
  /// of which is not one of the service's own.
  public static func isBasePath(_ text: String) -> Bool {
    guard text.wholeMatch(of: /(\/[A-Za-z0-9\-._~]+)+/) != nil else { return false }
    let segments = text.split(separator: "/")
    let own = [
      "app", "client", "features", "healthz", "livez", "mcp", "metrics", "openapi.json",
      "openapi.yaml", "problems", "readyz", "sessions",
    ]
    return !segments.contains { $0 == "." || $0 == ".." }
      && !own.contains { $0 == segments.first ?? "" }
  }
}

extension SessionService {
  /// Returns a path of the service as clients reach it.
  func path(_ path: String) -> String { configuration.basePath + path }
}
