import Backstack
import BackstackCluster
import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import BackstackWeb

/// The routes to the server itself: its features, its contract, and its state.
struct ServerRoutes: Sendable {
  let service: SessionService
  /// The path below which clients reach the routes.
  private var base: String { service.configuration.basePath }
  /// The path of a session's socket, as a URI template (RFC 6570).
  private var socketPath: String { service.path("/sessions/{id}/socket") }

  /// `GET /`
  var readIndex: ServiceRoute {
    ServiceRoute(.get, "/", .readIndex, takesQuery: true) {
      [service, files = service.configuration.webFiles] (request, _) throws(Problem) in
      let page = files?.page
      if let page, request.prefersHTML {
        var response = page.response(to: request)
        response.fields.append(.vary, "Accept")
        return response
      }
      try request.refuseParameters()
      try request.requireJSONAccepted()
      var json = JSONWriter()
      json.beginObject()
      json.member("name", "Backstack")
      if page != nil { json.member("app", service.path("/app/")) }
      json.member("features", service.path("/features"))
      json.member("sessions", service.path("/sessions"))
      json.member("socket", socketPath)
      json.member("problems", service.path("/problems"))
      json.member("openapi", service.path("/openapi.yaml"))
      json.member("health", service.path("/healthz"))
      json.endObject()
      var response = HTTPResponse.json(json.bytes)
      if page != nil { response.fields.append(.vary, "Accept") }
      return response
    }
  }

  // The documents of features never change, and take longer to write than ten actions. They are served
  // like files, with validators and compressed.

  /// `GET /features`
  var listFeatures: ServiceRoute {
    let document = Lazy<WebFile>()
    return ServiceRoute(.get, "/features", .listFeatures) {
      [features = service.directory.features, socketPath] (request, _) throws(Problem) in
      try request.requireJSONAccepted()
      return document.value {
        let features = features.values.sorted { $0.name < $1.name }
        return WebFile("features.json", made: Self.list(of: features, socketPath))
      }.response(to: request)
    }
  }

  private static func list(of features: [Feature], _ socketPath: String) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("socket", socketPath)
    json.key("features")
    json.beginArray()
    for feature in features {
      json.beginObject()
      feature.write(to: &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  /// `GET /features/{name}`
  ///
  /// - Parameter namesReducer: Whether the response names the type of the feature's reducer, which
  ///   clients need not know.
  func readFeature(namesReducer: Bool = false) -> ServiceRoute {
    let documents = service.directory.features.mapValues { _ in Lazy<WebFile>() }
    return ServiceRoute(.get, "/features/{name}", .readFeature) {
      [features = service.directory.features] (request, parameters) throws(Problem) in
      try request.requireJSONAccepted()
      let name = parameters["name"] ?? ""
      guard let feature = features[name], let document = documents[name] else {
        throw .unknownFeature
      }
      return document.value {
        WebFile(
          "feature.json", made: Self.document(of: feature, namesReducer: namesReducer))
      }.response(to: request)
    }
  }

  private static func document(of feature: Feature, namesReducer: Bool) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    feature.write(to: &json)
    if namesReducer { json.member("reducer", feature.reducer) }
    json.member("takesState", json: "\(feature.clientInput.takesState)".utf8)
    json.member("takesPushes", json: "\(feature.clientInput.takesPushes)".utf8)
    json.member("suspendsEffects", json: "\(feature.suspendsEffects)".utf8)
    let contract = feature.contract
    for (name, root) in [
      ("state", FeatureContract.Root.state), ("initialState", contract.initialState),
      ("action", FeatureContract.Root.action),
    ] {
      guard let root else { continue }
      json.member(name, json: contract.definitions.document(of: root).literal.json.utf8)
    }
    json.endObject()
    return json.bytes
  }

  /// `GET /problems`
  var listProblems: ServiceRoute {
    let document = Lazy<[UInt8]>()
    return ServiceRoute(.get, "/problems", .listProblems) { [base] (request, _) throws(Problem) in
      try Self.guide(to: request, ProblemGuide.listPage) {
        document.value {
          var json = JSONWriter()
          json.beginObject()
          json.key("problems")
          json.beginArray()
          for guide in ProblemGuide.all { guide.write(to: &json, below: base) }
          json.endArray()
          json.endObject()
          return json.bytes
        }
      }
    }
  }

  /// `GET /problems/{problem}`
  var readProblem: ServiceRoute {
    ServiceRoute(.get, "/problems/{problem}", .readProblem) {
      [base] (request, parameters) throws(Problem) in
      guard let guide = ProblemGuide.find(parameters["problem"] ?? "") else {
        throw .unknownProblem
      }
      return try Self.guide(to: request, guide.page) {
        var json = JSONWriter()
        guide.write(to: &json, below: base)
        return json.bytes
      }
    }
  }

  /// Responds with a page to browsers, and with JSON to others.
  private static func guide(
    to request: HTTPRequest, _ page: @autoclosure () -> String, _ json: () -> [UInt8]
  ) throws(Problem) -> HTTPResponse {
    var response: HTTPResponse
    if request.prefersHTML {
      response = WebFile.page(page())
    } else {
      try request.requireJSONAccepted()
      response = .json(json())
    }
    response.fields.append(.vary, "Accept")
    return response
  }

  /// `GET /healthz`
  var health: ServiceRoute {
    ServiceRoute(.get, "/healthz", .health) { (_, _) throws(Problem) in .ok }
  }

  /// `GET /livez`
  var liveness: ServiceRoute {
    ServiceRoute(.get, "/livez", .liveness) { (_, _) throws(Problem) in .ok }
  }

  /// `GET /readyz`
  var readiness: ServiceRoute {
    ServiceRoute(.get, "/readyz", .readiness) { [self] (_, _) throws(Problem) in
      if service.isDraining { throw .draining }
      if !service.directory.storageHealth.isWorking {
        throw .storageUnavailable("Sessions can't be stored or read now.")
      }
      if service.cluster?.mayAnswer == false {
        throw .storageUnavailable("The server is not a node of its cluster now.")
      }
      return .ok
    }
  }

  /// `GET /metrics`
  var readMetrics: ServiceRoute {
    ServiceRoute(.get, "/metrics", .readMetrics) { [service] (_, _) throws(Problem) in
      service.metrics.response()
    }
  }

  /// `GET /openapi.yaml`
  var openAPIDocument: ServiceRoute {
    contract("openapi.yaml", .openAPIDocument) { [service] in service.openAPI.yaml }
  }

  /// `GET /openapi.json`
  var openAPIDocumentAsJSON: ServiceRoute {
    contract("openapi.json", .openAPIDocumentAsJSON) { [service] in service.openAPI.json }
  }

  private func contract(
    _ name: String, _ operation: OpenAPIOperation, text: @escaping @Sendable () -> String
  ) -> ServiceRoute {
    let file = Lazy<WebFile>()
    return ServiceRoute(.get, "/" + name, operation) { (request, _) throws(Problem) in
      file.value { WebFile(name, made: Array(text().utf8)) }.response(to: request)
    }
  }
}

extension Feature {
  /// Writes the members that lists of features contain.
  fileprivate func write(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("links", json: "\(hasLinks)".utf8)
    json.key("presentationStyles")
    json.beginObject()
    for (name, style) in presentationStyles.sorted(by: { $0.key < $1.key })
    where !name.hasPrefix("/") {
      json.member(name, style.rawValue)
    }
    json.endObject()
    json.key("navigation")
    json.beginArray()
    for place in contract.navigation { write(place, to: &json) }
    json.endArray()
  }

  /// Writes a place where states have a stack or a presentation.
  fileprivate func write(_ place: NavigationPlace, to json: inout JSONWriter) {
    json.beginObject()
    json.member("pointer", place.pointer)
    json.member("kind", place.kind.rawValue)
    json.member("action", json: "\(place.takesActions)".utf8)
    if place.kind == .stack || place.kind == .presentation {
      json.key("cases")
      json.beginObject()
      for one in place.cases { json.member(one.name, style(of: one, at: place).rawValue) }
      json.endObject()
    }
    if let like = place.like { json.member("like", like) }
    json.endObject()
  }

  private func style(of one: NavigationPlace.Case, at place: NavigationPlace) -> PresentationStyle {
    let content = place.kind == .stack ? place.pointer + "/*/state" : place.pointer
    if let style = presentationStyles["\(content)/\(one.name)"] ?? presentationStyles[one.name] {
      return style
    }
    return switch one.kind {
    case .stack: .push
    case .presentation: .sheet
    case .alert: .alert
    case .confirmationDialog: .confirmationDialog
    }
  }
}

extension HTTPResponse {
  fileprivate static var ok: HTTPResponse { .json(Array(#"{"status":"ok"}"#.utf8)) }
}
