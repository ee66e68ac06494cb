import Backstack
import BackstackHTTP
import BackstackJSON
import BackstackLocking
import BackstackStorage
import Dispatch
import FoundationEssentials
import Synchronization

/// The service without a socket: hosted features, sessions, and the routes that lead to them.
final class SessionService: Sendable {
  let configuration: ServiceConfiguration
  let features: [String: Feature]
  /// The features with what their sessions share.
  let hosts: [String: FeatureHost]
  let registry: SessionRegistry
  /// Where answers that waited long enough are given: a thread that no effect can occupy.
  let deadlines = DispatchQueue(label: "backstack.deadlines")
  let clock: ServiceClock
  /// What tells when the next session expires.
  let expiryAlarm: ExpiryAlarm
  /// What ends the waiting of clients that said how long they wait.
  let timer: any DeadlineTimer
  /// The answers that clients wait for.
  let waitingAnswers = WaitingAnswers()
  /// The answers to requests with a key that created sessions.
  let creations: AnswerMemory

  /// What clients that can't send `Authorization` follow events with.
  let tickets: EventTickets

  /// What principals have of what is limited.
  let usages: PrincipalUsages

  /// What at least one feature takes: the bounds of what is read before the feature is known.
  let widestInput: ClientInput
  /// The OpenAPI document, made when it is first asked for.
  private let contract = Guarded<OpenAPIDocument?>(nil)

  /// Who reads the events of which session.
  let streams: EventStreams
  /// Where what takes long is done.
  let large: LargeWork
  let metrics: HTTPMetrics
  let issueThrottle: Guarded<IssueThrottle>
  private let isDrainingFlag = Atomic(false)

  /// Who waits for which session to come back from the storage.
  let waking = WakingSessions()
  let storageHealth = StorageHealth()
  /// In what order sessions and requests come to the storage.
  let turns: StorageTurns
  /// Where crashes are recorded while the server runs.
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
    // Of two features with a name the first is hosted.
    self.features = Dictionary(features.map { ($0.name, $0) }) { first, _ in first }
    hosts = self.features.mapValues {
      FeatureHost($0, configuration: configuration, streams: streams, large: large)
    }
    let inputs = features.map(\.clientInput)
    widestInput = inputs.dropFirst().reduce(inputs.first ?? ClientInput()) { $0.union($1) }
    registry = SessionRegistry(
      capacity: configuration.maximumSessions, memoryOfEnded: configuration.memoryOfEndedSessions)
    for host in hosts.values { host.attach(to: self) }
  }

  /// Every route with its description.
  var routes: [ServiceRoute] {
    [
      createSession, readSession, endSession, sendAction, readPath, readEvents,
      createEventTicket, readHistory, readVersion, restoreSession, readIndex,
      listFeatures, readFeature, openAPIDocument, openAPIDocumentAsJSON,
    ] + stateRoutes
  }

  /// The contract of all routes and features.
  var openAPI: OpenAPIDocument {
    if let known = contract.withLock({ $0 }) { return known }
    let document = OpenAPIDocument(
      routes: routes, features: features.values.sorted { $0.name < $1.name },
      configuration: configuration)
    contract.withLock { $0 = document }
    return document
  }

  /// The routes that tell about the server itself.
  private var stateRoutes: [ServiceRoute] { [health, liveness, readiness, readMetrics] }

  /// What answers requests.
  var handler: any HTTPHandler {
    let isAdminElsewhere = !configuration.adminAddresses.isEmpty
    let router = HTTPRouter(
      routes.map(\.http).filter { !isAdminElsewhere || $0.pattern != readMetrics.http.pattern },
      secretParameters: Self.secretParameters)
    return router.behind(accessControl + configuration.middleware)
  }

  /// The parameters of requests by which one holds a session.
  private static let secretParameters: Set = ["id", EventTickets.parameter]

  /// What answers requests to the addresses for administration.
  var adminHandler: HTTPRouter { HTTPRouter(stateRoutes.map(\.http)) }

  /// Whether the server is about to stop.
  var isDraining: Bool { isDrainingFlag.load(ordering: .relaxed) }

  /// From now on the service is not ready, and nobody waits: who does is answered at once.
  func beginDraining() {
    isDrainingFlag.store(true, ordering: .relaxed)
    waitingAnswers.end()
  }

  /// Ends sessions that have expired, and puts aside those that are stored and idle.
  func sweep() {
    registry.sweep(now: clock.steady())
    sweepStorage()
    putAsideIdle(for: configuration.putAsideAfter)
    suspendIdle(for: configuration.putAsideAfter)
    usages.forgetUnused()
  }

  /// Runs something on a thread for storing, which no effect can occupy.
  func storageQueue(_ work: @escaping @Sendable () -> Void) { streams.schedule(work) }

  /// Lets go of all sessions: those that are stored go on in another process.
  func stop() {
    expiryAlarm.stop()
    if configuration.storage == nil { registry.endAll() } else { putAsideAll() }
  }

  // MARK: Answers

  /// Finds the session in memory that a path names, for a request that was let use it, and prolongs its
  /// life.
  ///
  /// - Parameter responder: What gives the answer, unless that waits already until what it tells is
  ///   stored.
  func session(
    _ parameters: HTTPPathParameters, for request: HTTPRequest, _ operation: SessionOperation,
    holding responder: HTTPResponder? = nil
  ) throws(Problem) -> SessionRegistry.Entry {
    switch find(try id(parameters), for: request, operation) {
    case .found(let entry): return entry
    case .ended(let reason): throw .endedSession(reason)
    case .ending(let reason, let writer):
      responder?.hold(for: writer)
      throw .endedSession(reason)
    case .hidden: throw .unknownSession
    // With a storage it was there a moment ago, or the request would not have come so far.
    case .unknown: throw configuration.storage == nil ? .unknownSession : .putAside
    }
  }

  /// The id in a path.
  func id(_ parameters: HTTPPathParameters) throws(Problem) -> SessionID {
    guard let id = SessionID(parameters["id"] ?? "") else { throw .unknownSession }
    return id
  }

  /// The whole snapshot of a session, as JSON.
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

  /// An answer with the snapshot of a session as it is now.
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

  /// An answer with JSON that no cache keeps.
  static func json(
    _ json: [UInt8], type: String = "application/json", status: HTTPStatus = .ok,
    version: Int? = nil
  ) -> HTTPResponse {
    var fields =
      type == "application/json" ? jsonFields : [.cacheControl: "no-store", .contentType: type]
    if let version { fields.append(.eTag, quoting: version) }
    return HTTPResponse(status: status, fields: fields, body: .bytes(json))
  }

  /// An answer with a snapshot.
  static func json(
    _ document: SnapshotDocument, type: String = "application/json", status: HTTPStatus = .ok,
    version: Int
  ) -> HTTPResponse {
    var response = json([], type: type, status: status, version: version)
    response.body = document.body
    return response
  }
}
