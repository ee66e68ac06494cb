import BackstackHTTP
import BackstackWeb

/// The routes to the files for browsers. They ignore the query: pages that others write add numbers to
/// the addresses of files, so that no cache has them.
struct WebRoutes: Sendable {
  let files: WebFiles
  /// The prefix of the runtime's paths.
  static let client = "/client/"
  /// The prefix of the app's paths.
  static let app = "/app/"

  /// All routes; those of the app only if there is one.
  var all: [ServiceRoute] {
    [readClientFile]
      + (files.page != nil ? [redirectToApp, readApp, readAppFile, readAsset] : [])
  }

  /// `GET /client/{file}`
  private var readClientFile: ServiceRoute {
    ServiceRoute(.get, "/client/{file}", nil, takesQuery: true) {
      [files] (request, parameters) throws(Problem) in
      try Self.response(to: request, files.clientFile(parameters["file"] ?? ""))
    }
  }

  /// `GET /app`
  private var redirectToApp: ServiceRoute {
    ServiceRoute(.get, "/app", nil, takesQuery: true) { (_, _) throws(Problem) in
      HTTPResponse(
        status: HTTPStatus(308), fields: [.location: "/app/", .cacheControl: "no-cache"])
    }
  }

  /// `GET /app/`
  private var readApp: ServiceRoute {
    ServiceRoute(.get, "/app/", nil, takesQuery: true) { [files] (request, _) throws(Problem) in
      try Self.response(to: request, files.page)
    }
  }

  /// `GET /app/{file}`
  private var readAppFile: ServiceRoute {
    ServiceRoute(.get, "/app/{file}", nil, takesQuery: true) {
      [files] (request, parameters) throws(Problem) in
      try Self.response(to: request, files.appFile(parameters["file"] ?? ""))
    }
  }

  /// `GET /app/assets/{build}/{folder}/{file}`
  private var readAsset: ServiceRoute {
    ServiceRoute(.get, "/app/assets/{build}/{folder}/{file}", nil, takesQuery: true) {
      [files] (request, parameters) throws(Problem) in
      let file = files.asset(parameters["file"] ?? "", in: parameters["folder"] ?? "")
      return try Self.response(
        to: request, file, isImmutable: files.isPresent(build: parameters["build"] ?? ""))
    }
  }

  /// Returns the file that a path names; `nil` if none has this path.
  static func file(at path: String, of files: WebFiles) -> WebFile? {
    if path == "/app" || path == app { return files.page }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // The first part is empty, as a path begins with a slash.
    return switch (parts.count, parts.dropFirst().first) {
    case (3, "client"): files.clientFile(parts[2])
    case (3, "app"): files.appFile(parts[2])
    case (6, "app") where parts[2] == "assets": files.asset(parts[5], in: parts[4])
    default: nil
    }
  }

  /// Responds with a file.
  ///
  /// - Throws: ``Problem`` (404) if there is none.
  static func response(
    to request: HTTPRequest, _ file: WebFile?, isImmutable: Bool = false
  ) throws(Problem) -> HTTPResponse {
    guard let file else { throw Problem(.unknownFile, "There is no file with this name.") }
    return file.response(to: request, isImmutable: isImmutable)
  }
}
