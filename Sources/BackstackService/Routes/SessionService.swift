import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackStorage
import Dispatch
import FoundationEssentials
import Synchronization

/// The service without sockets: the hosted features, their sessions, and the routes to them.
final class SessionService: Sendable {
  let configuration: ServiceConfiguration
  let features: [String: Feature]
  /// The features with the parts that their sessions share.
  let runtimes: [String: FeatureRuntime]
  let registry: SessionRegistry
  /// A thread that no effect can occupy, for responses whose wait is over.
  let deadlines = DispatchQueue(label: "backstack.deadlines")
  let clock: ServiceClock
  /// The alarm for the next session that expires.
  let expiryAlarm: ExpiryAlarm
  /// The timer that ends the waiting of clients.
  let timer: any DeadlineTimer
  /// The responses that clients wait for.
  let waitingResponses = WaitingResponses()
  /// The kept answers to keyed requests that created sessions.
  let creations: AnswerMemory

  /// The tickets for events, for clients that can't send `Authorization`.
  let tickets: EventTickets

  /// The usages of principals, for their quotas.
  let usages: PrincipalUsages

  /// The input that at least one feature accepts, for content that is read before its feature is
  /// known.
  let widestInput: ClientInput
  /// The OpenAPI document, made when it is first requested.
  private let contract = Guarded<OpenAPIDocument?>(nil)

  /// The readers of the sessions' events.
  let streams: EventStreams
  /// The threads for work that takes long.
  let large: LargeWork
  let metrics: HTTPMetrics
  let issueThrottle: Guarded<IssueThrottle>
  private let isDrainingFlag = Atomic(false)

  /// The requests that wait for sessions to be activated.
  let activations = Activations()
  let storageHealth = StorageHealth()
  /// The order in which sessions and requests get access to the storage.
  let turns: StorageTurns
  /// The file that records crashes while the server runs.
  let crashFile = Guarded<CrashFile?>(nil)

  init(
    features: [Feature], configuration: ServiceConfiguration, metrics: HTTPMetrics = HTTPMetrics(),
    streams: EventStreams = EventStreams(), large: LargeWork = LargeWork()
  ) {
    self.configuration = configuration
    self.streams = streams
    self.large = large
    self.metrics = metrics
    issueThrottle = Guarded(IssueThrottle(limit: configuration.issueLinesPerSecond))
    timer = configuration.timer ?? DispatchTimer(queue: deadlines)
    turns = StorageTurns(
      limits: configuration.writeLimits, timer: timer, schedule: streams.schedule)
    clock = ServiceClock(
      now: configuration.now, steady: configuration.steady,
      // A session is stored an eighth longer than it lives.
      memory: 1.125
        * max(
          configuration.maximumIdleTimeout, configuration.idleTimeout, KeptAnswer.lifetime))
    expiryAlarm = ExpiryAlarm(timer: timer, steady: clock.steady)
    creations = AnswerMemory(limits: .creations)
    tickets = EventTickets(now: configuration.now)
    usages = PrincipalUsages(configuration.quotas, isStored: configuration.storage != nil)
    // Of two features with the same name, the first is hosted.
    self.features = Dictionary(features.map { ($0.name, $0) }) { first, _ in first }
    runtimes = self.features.mapValues {
      FeatureRuntime($0, configuration: configuration, streams: streams, large: large)
    }
    let inputs = features.map(\.clientInput)
    widestInput = inputs.dropFirst().reduce(inputs.first ?? ClientInput()) { $0.union($1) }
    registry = SessionRegistry(
      capacity: configuration.maximumSessions, memoryOfEnded: configuration.memoryOfEndedSessions)
    for runtime in runtimes.values { runtime.attach(to: self) }
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
      routes: routes, features: features.values.sorted { $0.name < $1.name },
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

  /// Ends sessions that have expired, and passivates those that are stored and idle.
  func sweep() {
    registry.sweep(now: clock.steady())
    sweepStorage()
    passivateIdle(for: configuration.passivateAfter)
    suspendIdle(for: configuration.passivateAfter)
    usages.forgetUnused()
  }

  /// Runs a closure on a thread for storing, which no effect can occupy.
  func storageQueue(_ work: @escaping @Sendable () -> Void) { streams.schedule(work) }

  /// Releases all sessions; another process can resume those that are stored.
  func stop() {
    expiryAlarm.stop()
    if configuration.storage == nil { registry.endAll() } else { passivateAll() }
  }

  // MARK: Responses

  /// Finds the session in memory that a path names, for a request that may use it, and extends its
  /// life.
  ///
  /// - Parameter responder: The request's responder, unless it already waits until the response's
  ///   changes are stored.
  func session(
    _ parameters: HTTPPathParameters, for request: HTTPRequest, _ operation: SessionOperation,
    holding responder: HTTPResponder? = nil
  ) throws(Problem) -> SessionRegistry.Entry {
    switch find(try id(parameters), for: request, operation) {
    case .found(let entry): return entry
    case .ended(let reason): throw .endedSession(reason)
    case .ending(let reason, let writer):
      responder?.deferResponse(to: writer)
      throw .endedSession(reason)
    case .hidden: throw .unknownSession
    // With a storage, the session was active just before, or the request would have been refused.
    case .unknown: throw configuration.storage == nil ? .unknownSession : .passivated
    }
  }

  /// Returns the session id in a path.
  func id(_ parameters: HTTPPathParameters) throws(Problem) -> SessionID {
    guard let id = SessionID(parameters["id"] ?? "") else { throw .unknownSession }
    return id
  }

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
    let snapshot = try entry.session.snapshot()
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
