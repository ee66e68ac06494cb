import BackstackCluster
import BackstackHTTP
import BackstackSessions

/// A request to a session and its response: the session is found, the content of the request is read, the
/// route parses it and has the sessions' door perform it, and the outcome becomes the response.
final class SessionExchange: RequestSender {
  typealias Respond = @Sendable (SessionReply) throws(Problem) -> HTTPResponse

  let request: HTTPRequest
  let responder: HTTPResponder
  let id: SessionID
  let parameters: HTTPPathParameters
  let route: SessionRoute
  let service: SessionService
  let access: SessionAccess
  /// Why the request comes to this node of a cluster.
  private let referral: Referral
  /// The way of the request among the nodes of a cluster; `nil` without one.
  private let cluster: ClusterRequest?
  /// The session, if it was found just before.
  private let entry: SessionRegistry.Entry?

  convenience init(
    _ request: HTTPRequest, _ responder: HTTPResponder, to id: SessionID,
    _ parameters: HTTPPathParameters, by route: SessionRoute, at service: SessionService,
    for access: SessionAccess
  ) {
    self.init(
      request: request, responder: responder, id: id, parameters: parameters, route: route,
      service: service, access: access, referral: .home, cluster: nil, entry: nil)
  }

  private init(
    request: HTTPRequest, responder: HTTPResponder, id: SessionID, parameters: HTTPPathParameters,
    route: SessionRoute, service: SessionService, access: SessionAccess, referral: Referral,
    cluster: ClusterRequest?, entry: SessionRegistry.Entry?
  ) {
    self.request = request
    self.responder = responder
    self.id = id
    self.parameters = parameters
    self.route = route
    self.service = service
    self.access = access
    self.referral = referral
    self.cluster = cluster
    self.entry = entry
  }

  /// Returns the exchange as it is when a node of a cluster has to try it.
  func tried(
    _ request: HTTPRequest, _ responder: HTTPResponder, _ referral: Referral,
    by cluster: ClusterRequest
  ) -> SessionExchange {
    SessionExchange(
      request: request, responder: responder, id: id, parameters: parameters, route: route,
      service: service, access: access, referral: referral, cluster: cluster, entry: nil)
  }

  private func with(_ request: HTTPRequest, _ entry: SessionRegistry.Entry?) -> SessionExchange {
    SessionExchange(
      request: request, responder: responder, id: id, parameters: parameters, route: route,
      service: service, access: access, referral: referral, cluster: cluster, entry: entry)
  }

  // MARK: The request

  /// Finds the session, and reads the content of the request.
  func begin() {
    // Looking a session up counts as a use, so that it is not passivated before the route has it.
    service.directory.find(id, for: access, referral) { [self] arrival in
      switch arrival {
      case .here(.success(let entry)): attempt { () throws(Problem) in try found(entry) }
      case .here(.failure(let refusal)):
        if mayHaveEnded(refusal) {
          attempt { () throws(Problem) in try handle() }
        } else {
          conclude(.refused(refusal), .none)
        }
      case .elsewhere(let destination): cluster?.elsewhere(destination)
      }
    }
  }

  /// Whether a session may have been ended by this request, which came before with the same key.
  private func mayHaveEnded(_ refusal: SessionRefusal) -> Bool {
    guard route.operation == .end, case .ended = refusal.error else { return false }
    return (try? IdempotencyKey(request)) ?? nil != nil
  }

  private func found(_ entry: SessionRegistry.Entry) throws(Problem) {
    if !route.takesQuery { try request.refuseParameters() }
    try route.admit(request)
    guard request.hasContent else { return try with(request, entry).handle() }
    let use = service.directory.instant
    responder.acceptContent(of: request, route.content) { [self] request in
      cluster?.note(request)
      let isHere =
        cluster == nil && !service.isInspecting && service.directory.isInUse(since: use)
      let exchange = with(request, isHere ? entry : nil)
      exchange.attempt(exchange.handle)
    }
  }

  private func handle() throws(Problem) { try route.handle(self) }

  private func attempt(_ body: () throws(Problem) -> Void) { responder.respond(body) }

  // MARK: The door

  /// Returns a request to the session, for ``perform(_:if:preferring:respond:)``.
  func asking(_ command: SessionRequest.Command) -> SessionRequest {
    var request = SessionRequest(command, of: id, for: access)
    request.sender = self
    request.referral = referral
    return request
  }

  /// Performs a request, and responds.
  ///
  /// - Parameter respond: Makes the response from the reply.
  func perform(
    _ request: SessionRequest, if conditions: Preconditions = .none,
    preferring preferences: Preferences = Preferences(), respond: @escaping Respond
  ) {
    let reply: @Sendable (SessionOutcome) -> Void = { [self] outcome in
      switch outcome {
      case .processed(let reply):
        answer(reply) { () throws(Problem) in try respond(reply) }
      case .known(let known, let reply?):
        answer(reply) { () throws(Problem) in service.repeated(known, reply, preferences) }
      default: conclude(outcome, conditions)
      }
    }
    if let entry {
      service.directory.perform(request, in: entry, reply)
    } else {
      service.directory.perform(request, reply)
    }
  }

  var client: Int? { request.workSource }

  func willWait(for reply: PendingReply) {
    responder.beginWaiting()
    // The server must not give up while the response is being made.
    responder.limitResponseTime(to: .seconds(reply.seconds + 10))
    responder.onCancel { [weak reply] in reply?.give() }
  }

  // MARK: The response

  private func answer(_ reply: SessionReply, _ make: () throws(Problem) -> HTTPResponse) {
    if route.defersResponses { deferResponse(untilStoredBy: reply.session.writer) }
    attempt { () throws(Problem) in
      let response = try make()
      reply.keep(Answer(response))
      responder.respond(response)
    }
  }

  /// Responds without a reply.
  private func conclude(_ outcome: SessionOutcome, _ conditions: Preconditions) {
    switch outcome {
    case .refused(let refusal):
      deferResponse(untilStoredBy: refusal.writer)
      responder.respond(service.problem(refusal, conditions).response)
    case .ended(let writer):
      deferResponse(untilStoredBy: writer)
      responder.respond(.ended)
    case .unchanged(let version): responder.respond(.notModified(version: version))
    case .elsewhere(let destination): cluster?.elsewhere(destination)
    case .processed, .known: break
    }
  }

  private func deferResponse(untilStoredBy writer: SessionWriter?) {
    if let cluster {
      cluster.deferResponse(untilStoredBy: writer, responder)
    } else {
      responder.deferResponse(untilStoredBy: writer)
    }
  }
}

extension HTTPRequest {
  /// The hash of what identifies the client, for turns among clients.
  var workSource: Int { principal?.id.hashValue ?? client.network.hashValue }
}
