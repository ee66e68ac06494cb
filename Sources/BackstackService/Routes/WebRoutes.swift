import BackstackHTTP
import BackstackWeb

/// The routes to the files for browsers.
struct WebRoutes: Sendable {
  let files: WebFiles
  /// What the paths of the runtime begin with.
  static let client = "/client/"
  /// What the paths of the app begin with.
  static let app = "/app/"

  /// Returns whether a pattern is that of one of these routes.
  static func contain(_ pattern: String) -> Bool {
    pattern == "/app" || pattern.hasPrefix(app) || pattern.hasPrefix(client)
  }

  /// All routes; those of the app only if there is one.
  var all: [ServiceRoute] {
    [readClientFile] + (files.page != nil ? [redirectToApp, readApp, readAppFile] : [])
  }

  /// `GET /client/{file}`
  private var readClientFile: ServiceRoute {
    ServiceRoute(.get, "/client/{file}", .readClientFile) {
      [files] (request, parameters) throws(Problem) in
      try Self.response(to: request, files.clientFile(parameters["file"] ?? ""))
    }
  }

  /// `GET /app`
  private var redirectToApp: ServiceRoute {
    ServiceRoute(.get, "/app", .redirectToApp) { (_, _) throws(Problem) in
      HTTPResponse(
        status: HTTPStatus(308), fields: [.location: "/app/", .cacheControl: "no-cache"])
    }
  }

  /// `GET /app/`
  private var readApp: ServiceRoute {
    ServiceRoute(.get, "/app/", .readApp) { [files] (request, _) throws(Problem) in
      try Self.response(to: request, files.page)
    }
  }

  /// `GET /app/{file}`
  private var readAppFile: ServiceRoute {
    ServiceRoute(.get, "/app/{file}", .readAppFile) {
      [files] (request, parameters) throws(Problem) in
      try Self.response(to: request, files.appFile(parameters["file"] ?? ""))
    }
  }

  /// Responds with a file.
  ///
  /// - Throws: ``Problem`` (404) if there is none.
  static func response(
    to request: HTTPRequest, _ file: WebFile?
  ) throws(Problem) -> HTTPResponse {
    guard let file else { throw Problem(.unknownFile, "There is no file with this name.") }
    return file.response(to: request)
  }
}
