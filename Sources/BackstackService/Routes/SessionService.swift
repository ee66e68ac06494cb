import Backstack
import BackstackCluster
import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import BackstackStorage
import Synchronization

/// The service without sockets: the routes to the sessions of a directory.
final class SessionService: Sendable {
  let configuration: ServiceConfiguration
  let directory: SessionDirectory
  /// The directory as that of a node of a cluster; `nil` without one.
  let cluster: ClusterSessions?
  /// The way to the other nodes; set when the server starts, if there is a cluster.
  let links = PeerLinksReference()
  /// The sessions of other nodes whose events are read here.
  let mirrors = MirroredStreams()
  /// The tickets for events, for clients that can't send `Authorization`.
  let tickets: EventTickets
  /// The limit of the rate of requests and of messages of sockets, if there is one.
  let limiter: RateLimiter?
  let sockets = SocketCounters()
  let metrics: HTTPMetrics
  private let contract = Lazy<OpenAPIDocument>()
  private let isDrainingFlag = Atomic(false)

  init(
    features: [Feature], configuration: ServiceConfiguration, metrics: HTTPMetrics = HTTPMetrics(),
    streams: EventStreams = EventStreams(), large: LargeWork? = nil
  ) {
    var configuration = configuration
    configuration.webFiles = configuration.webFiles?.below(configuration.basePath)
    self.configuration = configuration
    self.metrics = metrics
    directory = ClusterSessions.makeDirectory(
      features: features, configuration: configuration.sessions, streams: streams,
      large: large ?? LargeWork(limits: configuration.sessions.largeWorkLimits),
      as: configuration.cluster?.sessions)
    cluster = ClusterSessions(directory)
    tickets = EventTickets(now: configuration.sessions.now)
    limiter = configuration.rateLimit.map { RateLimiter($0) }
    streams.use(eventFormat)
  }

  /// The form in which readers get events.
  private var eventFormat: EventFormat {
    // Weak: the directory has the streams, which keep the format.
    EventFormat { [weak self] session, snapshot in
      // The session's life may have been extended since its reader came.
      guard let self, let entry = directory.find(session.context.id) else { return nil }
      return ServerSentEvent.encode(
        "snapshot", id: snapshot.version,
        data: document(session, snapshot, expiresAt: entry.expiresAt).bytes)
    } patch: { patch, base, version in
      ServerSentEvent.encode("patch", id: version, base: base, data: patch)
    }
  }

  /// All routes with their descriptions.
  var routes: [ServiceRoute] {
    let reading = ReadingRoutes(service: self)
    let events = EventRoutes(service: self)
    let history = HistoryRoutes(service: self)
    let actions = ActionRoutes(service: self)
    let files = configuration.webFiles.map { WebRoutes(files: $0).all } ?? []
    return [
      CreationRoutes(service: self).createSession, ListRoutes(service: self).listSessions,
      reading.readSession, reading.endSession,
      actions.sendAction, actions.proposeAction,
      reading.readScreen, reading.readPath,
      events.readEvents, events.createEventTicket, SocketRoutes(service: self).openSocket,
      history.readHistory, history.readVersion, actions.restoreSession,
      server.readIndex, server.listFeatures, server.readFeature(), server.openAPIDocument,
      server.openAPIDocumentAsJSON, server.listProblems, server.readProblem,
    ] + files + stateRoutes
  }

  private var server: ServerRoutes { ServerRoutes(service: self) }

  /// The OpenAPI document of all routes and features.
  var openAPI: OpenAPIDocument {
    contract.value {
      OpenAPIDocument(
        routes: routes, features: directory.features.values.sorted { $0.name < $1.name },
        configuration: configuration)
    }
  }

  /// The routes to the state of the server itself.
  private var stateRoutes: [ServiceRoute] {
    [server.health, server.liveness, server.readiness, server.readMetrics]
  }

  /// The handler of requests.
  var handler: any HTTPHandler {
    let isAdminElsewhere = !configuration.adminAddresses.isEmpty
    let own = routes.map(\.http).filter {
      !isAdminElsewhere || $0.pattern != server.readMetrics.http.pattern
    }
    let router = HTTPRouter(own + hostRoutes, secretParameters: Self.secretParameters)
    return router.behind(
      configuration.outerMiddleware + accessControl(of: router) + configuration.middleware
        + rightsControl(of: router) + configuration.innermostMiddleware)
  }

  private var hostRoutes: [HTTPRoute] {
    configuration.routes.map { route in
      route.route { [configuration] error in
        configuration.sessions.logEvent(.error, "route-failed") { line in
          line.member("route", "\(route.method.rawValue) \(route.pattern)")
          line.member("message", "\(error)")
        }
      }
    }
  }

  /// The parameters that give access to a session.
  private static let secretParameters: Set = ["id", EventTickets.parameter, ListRoutes.cursor]

  /// The handler of requests to the addresses for administration.
  var adminHandler: any HTTPHandler {
    let routes =
      (stateRoutes + [
        server.readFeature(namesReducer: true), server.listProblems, server.readProblem,
      ]).map(\.http)
    guard let inspector = configuration.inspector else { return HTTPRouter(routes) }
    let redaction =
      inspector.redactsTexts ? [InspectorRedaction(directory.features.values)] : []
    return HTTPRouter(routes + InspectorRoutes(inspector, of: self).all.map(\.http))
      .behind([InspectorGuard(inspector)] + redaction)
  }

  /// The handler of requests from other nodes of the cluster.
  func peerHandler(of cluster: ClusterSessions, secret: NodeSecret) -> any HTTPHandler {
    let reading = ReadingRoutes(service: self)
    let events = EventRoutes(service: self)
    let history = HistoryRoutes(service: self)
    let actions = ActionRoutes(service: self)
    let routes = [
      reading.readSession, reading.endSession, actions.sendAction, actions.proposeAction,
      HostActionRoute(service: self).processAction, reading.readScreen, reading.readPath,
      events.readEvents, events.createEventTicket,
      history.readHistory, history.readVersion, actions.restoreSession,
    ]
    let peerRoutes = PeerRoutes(cluster: cluster, drain: beginDraining)
    return HTTPRouter(
      routes.map { $0.http(for: .peer) } + peerRoutes.all, secretParameters: Self.secretParameters
    )
    .behind([PeerGuard(secret: secret, tickets: tickets)])
  }

  /// Whether the server is about to stop.
  var isDraining: Bool { isDrainingFlag.load(ordering: .relaxed) }

  /// Makes the service unready, and ends all waiting: clients that wait get their responses
  /// immediately.
  func beginDraining() {
    isDrainingFlag.store(true, ordering: .relaxed)
    cluster?.drain()
    directory.pendingReplies.end()
  }
}

extension SessionService {
  /// Returns the rule for which sessions a client may use: the only code that chooses it.
  func access(_ principal: HTTPPrincipal?, _ operation: SessionOperation) -> SessionAccess {
    let access = accessWithoutKeyRights(principal, operation)
    guard let features = features(of: principal) else { return access }
    return access.limited(to: features)
  }

  private func accessWithoutKeyRights(
    _ principal: HTTPPrincipal?, _ operation: SessionOperation
  ) -> SessionAccess {
    if let mayUse = configuration.mayUse {
      return .decision { mayUse(principal, $0, operation) }
    }
    return configuration.sharesSessions ? .anyone : .principal(principal?.id)
  }

  /// Returns the features whose sessions a principal may use; `nil` for all.
  func features(of principal: HTTPPrincipal?) -> Set<String>? {
    if configuration.keyRights.isEmpty { return nil }
    return principal.flatMap { configuration.keyRights[$0.id]?.features }
  }
}

extension SessionPrincipal {
  /// Creates the owner of a session from the principal of a request.
  init(_ principal: HTTPPrincipal) {
    self.init(id: principal.id, attributes: principal.attributes)
  }
}
