import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import BackstackStorage
import BackstackWeb
import FoundationEssentials

/// The routes of the inspector: its pages, and the service's own routes to sessions, through which
/// it looks at them without using them.
struct InspectorRoutes: Sendable {
  /// The prefix of the interface's paths.
  static let api = "/inspector/api/"
  /// The same, without the slash at its end.
  static let folder = "/inspector/api"

  private let configuration: InspectorConfiguration
  private let service: SessionService
  private let files = WebFiles.builtIn
  private let contract = Lazy<WebFile>()

  static let defaultPage = 50
  static let maximumPage = 200

  /// Creates the routes.
  ///
  /// - Parameter service: The service whose sessions the inspector shows.
  init(_ configuration: InspectorConfiguration, of service: SessionService) {
    self.configuration = configuration
    self.service = service
  }

  /// All routes with their descriptions.
  var all: [ServiceRoute] {
    let reading = ReadingRoutes(service: service)
    let history = HistoryRoutes(service: service, below: Self.folder)
    let server = ServerRoutes(service: service)
    var routes = [
      server.listFeatures, server.readFeature(namesReducer: true), reading.readSession,
      history.readHistory, history.readVersion, history.readChanges,
    ]
    if configuration.mode == .full {
      routes += [
        CreationRoutes(service: service, caller: .inspector).createSession,
        ActionRoutes(service: service).sendAction,
        ActionRoutes(service: service).restoreSession, reading.endSession,
      ]
    }
    // A test has the texts of states and actions, which can't be told from others in Swift.
    return pages + [
      readServer, listSessions, listEffects, listStored, readStored, readStoredChanges,
    ]
      + (configuration.redactsTexts ? [] : [readTest])
      + (configuration.mode == .full ? [activateStored] : [])
      + routes.map { ServiceRoute($0.http(for: .inspector).below(Self.folder), $0.operation) }
      + [readContract]
  }

  /// The OpenAPI document of all routes.
  var openAPI: OpenAPIDocument {
    OpenAPIDocument(
      of: .inspector, routes: all,
      features: service.directory.features.values.sorted { $0.name < $1.name },
      configuration: service.configuration)
  }

  /// `GET /inspector/openapi.yaml`
  private var readContract: ServiceRoute {
    ServiceRoute(.get, "/inspector/openapi.yaml", .inspectorContract) {
      (request, _) throws(Problem) in
      contract.value { WebFile("openapi.yaml", made: Array(openAPI.yaml.utf8)) }
        .response(to: request)
    }
  }

  // MARK: Pages

  private var pages: [ServiceRoute] {
    func route(
      _ pattern: String, _ file: @escaping @Sendable (HTTPPathParameters) -> WebFile?
    ) -> ServiceRoute {
      ServiceRoute(.get, pattern, nil, takesQuery: true) { (request, parameters) throws(Problem) in
        try WebRoutes.response(to: request, file(parameters))
      }
    }
    return [
      ServiceRoute(.get, "/inspector", nil, takesQuery: true) { (_, _) throws(Problem) in
        HTTPResponse(
          status: HTTPStatus(308), fields: [.location: "/inspector/", .cacheControl: "no-cache"])
      },
      route("/inspector/") { _ in files.inspectorFile(WebFiles.pageName) },
      route("/inspector/{file}") { files.inspectorFile($0["file"] ?? "") },
      // The modules that its own are made of.
      route("/client/{file}") { files.clientFile($0["file"] ?? "") },
      route("/app/ui.js") { _ in files.appFile("ui.js") },
    ]
  }

  // MARK: The server

  /// `GET /inspector/api/server`
  private var readServer: ServiceRoute {
    reading("server", .readServer) { [configuration, service] (_) throws(Problem) in
      var json = JSONWriter()
      json.beginObject()
      json.member("mode", configuration.mode.rawValue)
      json.member("redacts", json: "\(configuration.redactsTexts)".utf8)
      json.member("sessions", service.directory.sessionCount)
      json.member("stores", json: "\(service.directory.configuration.storage != nil)".utf8)
      json.key("features")
      json.beginArray()
      for name in service.directory.features.keys.sorted() { json.value(name) }
      json.endArray()
      json.endObject()
      return json
    }
  }

  // MARK: Lists

  /// `GET /inspector/api/sessions`: the sessions in memory by their last use, the latest first.
  private var listSessions: ServiceRoute {
    reading("sessions", .listSessions, takesQuery: true) {
      [service, configuration] (request) throws(Problem) in
      let search = try SessionSearch(
        request, of: service, readsStates: !configuration.redactsTexts)
      let page = search.page(of: service.directory)
      var json = JSONWriter()
      json.beginObject()
      json.member("count", service.directory.sessionCount)
      json.key("sessions")
      json.beginArray()
      for entry in page.sessions { entry.write(to: &json) }
      json.endArray()
      if let next = page.next { json.member("next", next.text) }
      json.endObject()
      return json
    }
  }

  /// `GET /inspector/api/sessions/{id}/effects`: the effects in flight, in the order in which they
  /// started.
  private var listEffects: ServiceRoute {
    ServiceRoute(.get, Self.api + "sessions/{id}/effects", .listEffects, takesQuery: true) {
      [service] (request, parameters) throws(Problem) in
      try request.requireJSONAccepted()
      let limit =
        try request.query(allowing: ["limit"]).integer("limit", 1...Self.maximumPage)
        ?? Self.maximumPage
      guard let id = SessionID(parameters["id"] ?? ""),
        let effects = service.directory.effectsInFlight(of: id)
      else { throw .unknownSession }
      var json = JSONWriter()
      effects.write(limit, to: &json)
      return .json(json.bytes)
    }
  }

  /// `GET /inspector/api/stored`: the stored sessions, in the order of their ids.
  private var listStored: ServiceRoute {
    asking("stored", .listStoredSessions, takesQuery: true) {
      [service] (request, _, storage) throws(Problem) in
      let query = try request.query(allowing: ["after", "limit"])
      let limit = try query.integer("limit", 1...Self.maximumPage) ?? Self.defaultPage
      let after = query.text("after").map(StorageCursor.init(text:))
      return { () async throws(StorageError) in
        let page = try await storage.sessions(after: after, limit: limit)
        var json = JSONWriter()
        json.beginObject()
        json.key("sessions")
        json.beginArray()
        for header in page.sessions {
          header.write(to: &json, isActive: service.directory.isActive(header.id))
        }
        json.endArray()
        json.key("unreadable")
        json.beginArray()
        for id in page.unreadable { json.value(id) }
        json.endArray()
        if let next = page.next { json.member("next", next.text) }
        json.endObject()
        return json
      }
    }
  }

  /// `GET /inspector/api/stored/{id}`: a stored session, which stays where it is.
  private var readStored: ServiceRoute {
    asking("stored/{id}", .readStoredSession) { (_, parameters, storage) throws(Problem) in
      let id = parameters["id"] ?? ""
      return { () async throws(StorageError) in
        let saved = try await SessionArchive(storage).session(id)
        var json = JSONWriter()
        json.beginObject()
        json.member("id", saved.id)
        json.member("feature", saved.feature)
        json.member("version", saved.version)
        if let principal = saved.principal { json.member("principal", principal.id) }
        json.member("state", json: saved.state.utf8)
        json.endObject()
        return json
      }
    }
  }

  /// `GET /inspector/api/stored/{id}/changes`: the history of a stored session.
  private var readStoredChanges: ServiceRoute {
    asking("stored/{id}/changes", .readStoredChanges, takesQuery: true) {
      (request, parameters, storage) throws(Problem) in
      let page = try InspectedHistory(request)
      let id = parameters["id"] ?? ""
      return { () async throws(StorageError) in
        page.json(of: try await SessionArchive(storage).session(id))
      }
    }
  }

  /// `GET /inspector/api/sessions/{id}/test`: a Swift test that replays the session.
  private var readTest: ServiceRoute {
    ServiceRoute(.get, Self.api + "sessions/{id}/test", .readTest) {
      [service] (_, parameters) throws(Problem) in
      guard let id = SessionID(parameters["id"] ?? ""),
        let session = service.directory.savedSession(id),
        let feature = service.directory.features[session.feature]
      else { throw .unknownSession }
      guard let test = session.test(of: feature) else {
        throw Problem(
          .forgottenVersion, "The history has no action after a state that is remembered.")
      }
      return HTTPResponse(
        status: .ok, fields: [.contentType: "text/plain; charset=utf-8"],
        body: .bytes(Array(test.utf8)))
    }
  }

  /// `POST /inspector/api/stored/{id}/activate`: activates a stored session, as a client does.
  private var activateStored: ServiceRoute {
    ServiceRoute(.post, Self.api + "stored/{id}/activate", .activateSession) {
      [service] (_, parameters, responder) throws(Problem) in
      guard let id = SessionID(parameters["id"] ?? "") else { throw .unknownSession }
      service.directory.activate(id) { error in
        responder.respond(
          error.map { Problem($0).response } ?? HTTPResponse(status: .noContent))
      }
    }
  }

  // MARK: Making routes

  /// Makes a route that responds with JSON.
  private func reading(
    _ path: String, _ operation: OpenAPIOperation, takesQuery: Bool = false,
    _ respond: @escaping @Sendable (HTTPRequest) throws(Problem) -> JSONWriter
  ) -> ServiceRoute {
    ServiceRoute(.get, Self.api + path, operation, takesQuery: takesQuery) {
      (request, _) throws(Problem) in
      try request.requireJSONAccepted()
      return .json(try respond(request).bytes)
    }
  }

  /// Makes a route that asks the storage.
  private func asking(
    _ path: String, _ operation: OpenAPIOperation, takesQuery: Bool = false,
    _ ask:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters, any SessionStorage) throws(Problem) ->
      @Sendable () async throws(StorageError) -> JSONWriter
  ) -> ServiceRoute {
    ServiceRoute(.get, Self.api + path, operation, takesQuery: takesQuery) {
      [service] (request, parameters, responder) throws(Problem) in
      try request.requireJSONAccepted()
      guard let storage = service.directory.configuration.storage else {
        throw Problem(.unknownSession, "This server stores no sessions.")
      }
      let answer = try ask(request, parameters, storage)
      Task {
        do throws(StorageError) {
          responder.respond(.json(try await answer().bytes))
        } catch {
          responder.respond(Self.problem(error).response)
        }
      }
    }
  }

  private static func problem(_ error: StorageError) -> Problem {
    switch error {
    case .notFound, .ended: .unknownSession
    default: .storageUnavailable(error.description)
    }
  }
}

extension SessionRegistry.Entry {
  /// Writes the session as a member of the list.
  fileprivate func write(to json: inout JSONWriter) {
    let context = session.context
    let outline = session.outline()
    json.beginObject()
    json.member("id", context.id.description)
    json.member("feature", context.feature)
    json.member("version", outline.version)
    if let depth = outline.depth { json.member("depth", depth) }
    if let top = outline.top { json.member("top", top) }
    json.member("effects", outline.effects)
    json.member("readers", outline.readers)
    json.member("bytes", outline.size)
    if let principal = context.principal { json.member("principal", principal.id) }
    json.member("usedAt", lastUseDate.formatted(.iso8601))
    json.member("expiresAt", expiresAt.formatted(.iso8601))
    json.endObject()
  }
}

extension SessionEffects {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// Writes the first effects, and how many there are.
  fileprivate func write(_ limit: Int, to json: inout JSONWriter) {
    json.beginObject()
    json.member("version", version)
    json.member("time", date.formatted(Self.style))
    json.member("count", all.count)
    json.key("effects")
    json.beginArray()
    for effect in all.prefix(limit) {
      json.beginObject()
      if let name = effect.name { json.member("task", name) }
      json.member("source", effect.source)
      json.member("cancelIDs", effect.cancelIDs)
      json.member("startedAt", effect.startedAt.formatted(Self.style))
      json.member("version", effect.version)
      if let dismissal = effect.dismissal { json.member("action", json: dismissal) }
      json.member("elementIDs", effect.elementIDs)
      if let sleep = effect.sleep {
        json.member("sleepsSince", sleep.start.formatted(Self.style))
        json.member("sleepsUntil", sleep.end.formatted(Self.style))
      }
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ texts: [String]) {
    key(name)
    beginArray()
    for text in texts { value(text) }
    endArray()
  }
}

extension SessionHeader {
  /// Writes the session as a member of the list of stored ones.
  fileprivate func write(to json: inout JSONWriter, isActive: Bool) {
    json.beginObject()
    json.member("id", id)
    json.member("feature", feature)
    json.member("version", Int(clamping: version))
    if let owner { json.member("principal", owner) }
    json.member("active", json: "\(isActive)".utf8)
    json.member("quarantined", json: "\(crashes.quarantined != nil)".utf8)
    json.member(
      "expiresAt", Date(timeIntervalSince1970: expires.seconds).formatted(.iso8601))
    json.endObject()
  }
}
