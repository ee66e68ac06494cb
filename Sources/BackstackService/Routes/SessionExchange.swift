import BackstackCluster
package import BackstackHTTP
import BackstackSessions
import BackstackStorage

/// A request to a session and its response: the content of the request is read, the route parses it
/// and has the sessions' door perform it, and the outcome becomes the response.
final class SessionExchange: RequestSender {
  typealias Respond = @Sendable (SessionReply) throws(Problem) -> HTTPResponse

  /// The request, with its content once it was read.
  ///
  /// Sound: set by the step that then passes the exchange to the next one.
  nonisolated(unsafe) private(set) var request: HTTPRequest
  let id: SessionID
  let parameters: HTTPPathParameters
  let access: SessionAccess
  private let ending: ExchangeEnding
  /// Why another node of a cluster has sent the request, if one has.
  private let referral: SessionReferral?

  init(
    _ request: HTTPRequest, _ responder: HTTPResponder, to id: SessionID,
    _ parameters: HTTPPathParameters, by route: SessionRoute, at service: SessionService,
    for access: SessionAccess
  ) {
    self.request = request
    self.id = id
    self.parameters = parameters
    self.access = access
    referral = nil
    ending = ExchangeEnding(route: route, service: service, responder: responder, cluster: nil)
  }

  /// Creates an attempt to process a request of a cluster at this node.
  ///
  /// - Parameter request: The request, with its content if it was read.
  init(
    _ exchange: SessionExchange, of request: HTTPRequest, _ responder: HTTPResponder,
    _ referral: Referral, by cluster: ForwardedRequest
  ) {
    self.request = request
    id = exchange.id
    parameters = exchange.parameters
    access = exchange.access
    self.referral = SessionReferral(referral)
    ending = ExchangeEnding(
      route: exchange.route, service: exchange.service, responder: responder, cluster: cluster)
  }

  var route: SessionRoute { ending.route }
  var service: SessionService { ending.service }
  var responder: HTTPResponder { ending.responder }
  private var cluster: ForwardedRequest? { ending.cluster }

  // MARK: The request

  /// Judges the fields of the request, reads its content, and has the route handle it.
  ///
  /// Much content is read only for a session that exists. One that has ended may have been ended by this
  /// request, when it came before.
  func begin() {
    guard request.hasContent else {
      return attempt { () throws(Problem) in
        try admit()
        try route.handle(self)
      }
    }
    let mayHaveEnded = route.operation == .end && request.mayHave(.idempotencyKey)
    if mayHaveEnded || !request.mayHaveContent(longerThan: ServiceRoute.noContent) {
      attempt { () throws(Problem) in
        try admit()
        readContent()
      }
    } else {
      find { [self] in
        responder.respond { () throws(Problem) in
          try admit()
          readContent()
        }
      }
    }
  }

  private func admit() throws(Problem) {
    if !route.takesQuery { try request.refuseParameters() }
    try route.admit(request)
  }

  private func readContent() {
    let isWhole = request.isWhole
    responder.acceptContent(of: request, route.content) { [self] request in
      self.request = request
      if !isWhole { cluster?.note(request) }
      attempt { () throws(Problem) in try route.handle(self) }
    }
  }

  /// Responds with the problem that a closure throws, unless there is no such session for the client: whatever
  /// is wrong, that comes first.
  private func attempt(_ body: () throws(Problem) -> Void) {
    do throws(Problem) {
      try body()
    } catch {
      let response = error.response
      find { [responder] in responder.respond(response) }
    }
  }

  /// Looks for the session, and responds if there is none for the client at this node.
  private func find(_ found: @escaping @Sendable () -> Void) {
    service.directory.find(id, for: access, referral) { [ending] decision in
      switch decision {
      case .local(.success): found()
      case .local(.failure(let refusal)): ending.conclude(.refused(refusal), .none)
      case .forward(let destination): ending.conclude(.forward(destination), .none)
      }
    }
  }

  // MARK: The door

  /// Returns a request to the session, for ``perform(_:if:preferring:as:respond:)``.
  func asking(_ command: consuming SessionRequest.Command) -> SessionRequest {
    var request = SessionRequest(command, of: id, for: access)
    request.sender = self
    request.referral = referral
    return request
  }

  /// Performs a request, and responds.
  ///
  /// - Parameter respond: Makes the response from the reply.
  func perform(
    _ request: consuming SessionRequest, if conditions: Preconditions = .none,
    preferring preferences: Preferences = Preferences(), as representation: Representation = .state,
    respond: @escaping Respond
  ) {
    // Not the exchange, whose request may have much content that would stay in memory.
    let reply: @Sendable (SessionOutcome) -> Void = { [ending] outcome in
      switch outcome {
      case .processed(let reply):
        ending.respond(reply) { () throws(Problem) in try respond(reply) }
      case .replay(let replay, let reply?):
        ending.respond(reply) { () throws(Problem) in
          ending.service.replayed(replay, reply, as: representation, preferences)
        }
      default: ending.conclude(outcome, conditions)
      }
    }
    service.directory.perform(consume request, reply)
  }

  var client: Int? { request.workSource }

  var author: VersionAuthor? { request.author }

  func willWait(for reply: PendingReply) { responder.wait(for: reply) }
}

extension SessionService {
  /// Returns the handler of a caller's requests.
  func handler(of route: SessionRoute, for caller: Caller) -> HTTPRoute.Handler {
    { [self] request, parameters, responder in
      responder.respond { () throws(Problem) in
        try respond(to: request, parameters, responder, by: route, for: caller)
      }
    }
  }

  /// Responds to a request to a session, which is activated first if it is passive.
  ///
  /// A session that the request may not use gets the same response as one that does not exist, in
  /// the same time.
  ///
  /// - Throws: ``Problem`` if the path has no session id, or another node's request can't be read.
  private func respond(
    to request: HTTPRequest, _ parameters: HTTPPathParameters, _ responder: HTTPResponder,
    by route: SessionRoute, for caller: Caller
  ) throws(Problem) {
    var id: SessionID?
    parameters.withPlainBytes(of: "id") { id = SessionID(digits: $0) }
    guard let id = id ?? SessionID(parameters["id"] ?? "") else { throw .unknownSession }
    let access: SessionAccess =
      switch caller {
      case .inspector: .inspection
      case .client, .peer:
        route.isForHost ? .anyone : access(request.principal, route.operation)
      }
    let exchange = SessionExchange(
      request, responder, to: id, parameters, by: route, at: self, for: access)
    guard let ownership = cluster?.ownership, caller != .inspector else { return exchange.begin() }
    let origin = caller == .peer ? try PeerOrigin(request.fields) : nil
    ForwardedRequest(exchange, ownership, from: origin).start()
  }
}

/// The end of an exchange: how the outcome of its request becomes the response.
private struct ExchangeEnding: Sendable {
  let route: SessionRoute
  let service: SessionService
  let responder: HTTPResponder
  /// The forwarding of the request to other nodes; `nil` without a cluster.
  let cluster: ForwardedRequest?

  /// Responds with the route's response to a reply.
  func respond(_ reply: SessionReply, _ make: () throws(Problem) -> HTTPResponse) {
    if route.defersResponses {
      deferResponse(untilStoredBy: reply.entry.session.writer, after: reply.earlierChanges)
    }
    responder.respond { () throws(Problem) in
      let response = try make()
      reply.store(Answer(response))
      responder.respond(response)
    }
  }

  /// Responds without a reply.
  func conclude(_ outcome: SessionOutcome, _ conditions: Preconditions) {
    switch outcome {
    case .refused(let refusal):
      deferResponse(untilStoredBy: refusal.writer)
      responder.respond(service.problem(refusal, conditions).response)
    case .ended(let writer):
      deferResponse(untilStoredBy: writer)
      responder.respond(.ended)
    case .unchanged(let version): responder.respond(.notModified(version: version))
    case .forward(let destination):
      if let cluster, let destination = destination.inCluster {
        cluster.redirect(to: destination)
      } else {
        responder.respond(Problem(destination.error).response)
      }
    case .processed, .replay: assertionFailure("A request to a session has a reply.")
    }
  }

  private func deferResponse(untilStoredBy writer: SessionWriter?, after earlier: Int? = nil) {
    if let cluster {
      cluster.deferResponse(untilStoredBy: writer, after: earlier, responder)
    } else {
      responder.deferResponse(untilStoredBy: writer)
    }
  }
}

extension HTTPResponder {
  /// Waits for a reply, which is sent at once when the client has gone.
  func wait(for reply: PendingReply) {
    beginWaiting()
    // The server must not give up while the response is being made.
    limitResponseTime(to: reply.seconds.map { .seconds($0 + 10) })
    onCancel { [weak reply] in reply?.send() }
  }
}

extension HTTPRequest {
  /// The hash of the client's identity, for turns among clients.
  var workSource: Int { principal?.id.hashValue ?? client.network.hashValue }

  /// The client as the history names it; `nil` if nothing is known of it.
  var author: VersionAuthor? {
    VersionAuthor(principal: principal?.id, isAgent: mayHave(.agent) && fields.contains(.agent))
  }
}

extension HTTPFieldName {
  /// Says that an agent acts for the client. Nothing checks it, as an agent may do less than others.
  package static let agent: HTTPFieldName = "Backstack-Agent"
  /// In a request for a screen, that the sender wants to know, too, what its action changes in the state.
  package static let changes: HTTPFieldName = "Backstack-Changes"
}

extension HTTPResponder {
  /// Makes the response wait until everything that the session has changed by then is stored.
  ///
  /// - Parameter writer: The session's writer; `nil` for a session without storage, whose responses
  ///   do not wait.
  func deferResponse(untilStoredBy writer: SessionWriter?) {
    if let writer { deferResponse(to: writer) }
  }
}

/// The gate of a session's deferred responses: it passes a response once all changes of the session
/// up to the response are stored.
extension SessionWriter: HTTPResponseGate {
  package func take(_ response: DeferredResponse) {
    whenStored(for: .client) { failure in
      if let failure {
        response.pass(Problem(SessionError(failure)).response)
      } else {
        response.pass()
      }
    }
  }
}
