import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import Synchronization

/// The service without sockets: the routes to the sessions of a directory.
final class SessionService: Sendable {
  let configuration: ServiceConfiguration
  let directory: SessionDirectory
  /// The responses that clients wait for.
  let waitingResponses = WaitingResponses()
  /// The tickets for events, for clients that can't send `Authorization`.
  let tickets: EventTickets
  let metrics: HTTPMetrics
  /// The OpenAPI document, made when it is first requested.
  private let contract = Guarded<OpenAPIDocument?>(nil)
  private let isDrainingFlag = Atomic(false)

  init(
    features: [Feature], configuration: ServiceConfiguration, metrics: HTTPMetrics = HTTPMetrics(),
    streams: EventStreams = EventStreams(), large: LargeWork = LargeWork()
  ) {
    self.configuration = configuration
    self.metrics = metrics
    directory = SessionDirectory(
      features: features, configuration: configuration.sessions, streams: streams, large: large)
    tickets = EventTickets(now: configuration.sessions.now)
  }

  /// All routes with their descriptions.
  var routes: [ServiceRoute] {
    [
      createSession, readSession, endSession, sendAction, readPath, readEvents,
      createEventTicket, readHistory, readVersion, restoreSession, readIndex,
      listFeatures, readFeature, openAPIDocument, openAPIDocumentAsJSON,
    ] + stateRoutes
  }

  /// The OpenAPI document of all routes and features.
  var openAPI: OpenAPIDocument {
    if let known = contract.withLock({ $0 }) { return known }
    let document = OpenAPIDocument(
      routes: routes, features: directory.features.values.sorted { $0.name < $1.name },
      configuration: configuration)
    contract.withLock { $0 = document }
    return document
  }

  /// The routes to the state of the server itself.
  private var stateRoutes: [ServiceRoute] { [health, liveness, readiness, readMetrics] }

  /// The handler of requests.
  var handler: any HTTPHandler {
    let isAdminElsewhere = !configuration.adminAddresses.isEmpty
    let router = HTTPRouter(
      routes.map(\.http).filter { !isAdminElsewhere || $0.pattern != readMetrics.http.pattern },
      secretParameters: Self.secretParameters)
    return router.behind(accessControl + configuration.middleware)
  }

  /// The parameters that give access to a session.
  private static let secretParameters: Set = ["id", EventTickets.parameter]

  /// The handler of requests to the addresses for administration.
  var adminHandler: HTTPRouter { HTTPRouter(stateRoutes.map(\.http)) }

  /// Whether the server is about to stop.
  var isDraining: Bool { isDrainingFlag.load(ordering: .relaxed) }

  /// Makes the service unready, and ends all waiting: clients that wait get their responses
  /// immediately.
  func beginDraining() {
    isDrainingFlag.store(true, ordering: .relaxed)
    waitingResponses.end()
  }

  // MARK: Responses

  /// Returns the whole snapshot of a session, as JSON.
  func document(
    _ entry: SessionRegistry.Entry, _ snapshot: Snapshot, issues: [Issue] = []
  ) -> SnapshotDocument {
    SnapshotDocument(state: snapshot.state) { json in
      json.append(json: #"{"id":"#)
      json.append(json: "\"")
      entry.session.context.id.append(to: &json)
      json.append(json: #"","feature":"#)
      JSONString.append(entry.session.context.feature, to: &json)
      json.append(json: #","version":"#)
      json.append(json: snapshot.version)
      json.append(json: #","state":"#)
    } tail: { json in
      json.append(json: #","effects":"#)
      json.append(json: snapshot.effects)
      json.append(json: #","expiresAt":""#)
      JSONDate.append(entry.expiresAt, to: &json)
      guard configuration.tellsIssues, !issues.isEmpty else { return json.append(json: "\"}") }
      json.append(json: "\",")
      var member = JSONWriter()
      issues.write(to: &member)
      json += member.bytes
      json.append(json: "}")
    }
  }

  /// Returns a response with the snapshot of a session as it is now.
  func snapshotResponse(
    _ entry: SessionRegistry.Entry, status: HTTPStatus = .ok, issues: [Issue] = []
  ) throws(Problem) -> HTTPResponse {
    let snapshot = try Problem.from { () throws(SessionError) in try entry.session.snapshot() }
    return .json(
      document(entry, snapshot, issues: issues), status: status, version: snapshot.version)
  }
}

extension HTTPResponse {
  private static let jsonFields: HTTPFields = [
    .contentType: "application/json", .cacheControl: "no-store",
  ]

  /// Returns a response with JSON that must not be cached.
  static func json(
    _ json: [UInt8], type: String = "application/json", status: HTTPStatus = .ok,
    version: Int? = nil
  ) -> HTTPResponse {
    var fields =
      type == "application/json" ? jsonFields : [.cacheControl: "no-store", .contentType: type]
    if let version { fields.append(.eTag, quoting: version) }
    return HTTPResponse(status: status, fields: fields, body: .bytes(json))
  }

  /// Returns a response with a snapshot.
  static func json(
    _ document: SnapshotDocument, type: String = "application/json", status: HTTPStatus = .ok,
    version: Int
  ) -> HTTPResponse {
    var response = json([], type: type, status: status, version: version)
    response.body = document.body
    return response
  }
}
