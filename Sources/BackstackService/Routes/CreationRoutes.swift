import BackstackHTTP
import BackstackSessions

/// The route that creates sessions.
struct CreationRoutes: Sendable {
  let service: SessionService
  var caller = Caller.client

  /// `POST /sessions`
  var createSession: ServiceRoute {
    ServiceRoute(
      .post, "/sessions", .createSession, content: service.configuration.maximumCreationBytes,
      admit: admitCreation
    ) {
      [service, caller] request, _, responder throws(Problem) in
      let exchange = CreationExchange(
        request, request.preferences, responder, at: service, for: caller)
      var asked = CreationRequest(
        json: request.body, for: request.principal.map { SessionPrincipal($0) })
      asked.key = try key(request)
      asked.sender = exchange
      asked.features = service.features(of: request.principal)
      asked.wait = request.preferences.wait
      asked.language = request.fields.mostWanted(in: .acceptLanguage) { LanguageTag($0) }
      service.directory.create(asked) { exchange.conclude($0) }
    }
  }

  @Sendable
  private func admitCreation(_ request: HTTPRequest) throws(Problem) {
    try request.requireJSONContent()
    try request.requireAccepted(MediaType.screen)
    // Avoids reading content in vain. A keyed creation is read anyway, as it may have succeeded
    // before.
    guard !request.isWhole, !request.mayHave(.idempotencyKey) else { return }
    try Problem.translating(
      service.directory.requireRoom(of: request.principal.map { SessionPrincipal($0) }))
  }

  /// Returns the key of a creation, scoped to its client.
  ///
  /// A client is identified by its API key. Without one, it is identified by its address, which
  /// others may share: a client that guesses the key would get the session, so the key must be
  /// long.
  func key(_ request: HTTPRequest) throws(Problem) -> IdempotencyKey? {
    guard let key = try IdempotencyKey(request) else { return nil }
    if let principal = request.principal { return key.scoped(toPrincipal: principal.id) }
    guard key.text.utf8.count >= 20 else {
      throw Problem(
        .invalidIdempotencyKey,
        "Without an API key, the Idempotency-Key of a creation needs at least 20 random characters, "
          + "such as a UUID: a client that guesses it gets the session.")
    }
    return key.scoped(
      to: "address \(request.client.host)", share: "address \(request.client.network)")
  }
}

/// A request to create a session and its response.
private final class CreationExchange: RequestSender {
  private let request: HTTPRequest
  private let preferences: Preferences
  private let responder: HTTPResponder
  private let service: SessionService
  private let caller: Caller

  init(
    _ request: HTTPRequest, _ preferences: Preferences, _ responder: HTTPResponder,
    at service: SessionService, for caller: Caller
  ) {
    self.request = request
    self.preferences = preferences
    self.responder = responder
    self.service = service
    self.caller = caller
  }

  var client: Int? { request.workSource }

  var author: VersionAuthor? { request.author }

  func willWait(for reply: PendingReply) { responder.wait(for: reply) }

  /// Responds.
  func conclude(_ outcome: SessionOutcome) {
    switch outcome {
    case .processed(let reply):
      var response = service.makeResponse(
        reply, as: request.creationFormat, preferences, status: .created)
      response.fields.append(.location, "/sessions/\(reply.session.context.id)")
      reply.store(Answer(response))
      responder.deferResponse(untilStoredBy: reply.session.writer)
      responder.respond(response)
    case .replay(.answered(let answer), _): responder.respond(answer.response)
    case .replay(.processed(let head), _): repeatCreation(head)
    case .refused(let refusal): responder.respond(service.problem(refusal).response)
    case .ended, .unchanged, .forward: assertionFailure("A creation has no such outcome.")
    }
  }

  /// Responds to a repeated creation, whose answer is no longer stored, with the session's present
  /// snapshot. Only the client that created the session knows the key, but the host may deny it
  /// access by now, and another node of a cluster may have the session.
  private func repeatCreation(_ head: [UInt8]?) {
    let outcome = Answer.outcome(head)
    guard let path = outcome.location else {
      return responder.respond(Problem.unknownSession.response)
    }
    let reading: HTTPRequest
    do throws(HTTPError) {
      reading = try request.another(.get, path)
    } catch {
      return responder.respond(Problem(error).response)
    }
    let route = ServiceRoute(.get, "/sessions/{id}", .readSession, of: service, for: .read) {
      [service, preferences, representation = request.creationFormat.representation]
      exchange throws(Problem) in
      exchange.perform(exchange.asking(.read)) { reply throws(Problem) in
        service.replayed(
          .processed(head: head), reply, as: representation, preferences, status: .created)
      }
    }
    HTTPRouter([route.http(for: caller)]).respond(
      to: reading,
      HTTPResponder(errorResponse: BackstackServer.problemResponse) { [responder] response in
        responder.respond(response.status == .ok ? response.asCreation(outcome) : response)
      })
  }
}

extension HTTPResponse {
  /// Returns the response of another node, which has read a session, as the response to the
  /// creation of that session.
  fileprivate func asCreation(_ outcome: RequestOutcome) -> HTTPResponse {
    var response = self
    response.status = .created
    if let version = outcome.version {
      response.fields.append(.processedVersion, "\"\(version)\"")
    }
    if let location = outcome.location {
      response.fields.append(.location, location)
      response.fields.append(.contentLocation, location)
    }
    response.fields.set(.cacheControl, HTTPResponse.Caching.none.fieldValue)
    return response
  }
}
