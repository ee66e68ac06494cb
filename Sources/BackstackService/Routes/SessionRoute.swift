import BackstackCluster
import BackstackHTTP
import BackstackSessions

/// The handling of requests to sessions at a path.
struct SessionRoute: Sendable {
  typealias Handler =
    @Sendable (
      HTTPRequest, SessionRegistry.Entry, HTTPPathParameters, HTTPResponder
    ) throws(Problem) -> Void

  typealias Relay = @Sendable (HTTPRequest, SessionID, HTTPResponder) -> Bool

  let operation: SessionOperation
  /// The amount of content that is read.
  let content: HTTPContentPolicy
  /// Whether the route looks at the query itself. Otherwise there must be no parameter.
  let takesQuery: Bool
  /// Whether responses wait until the changes that they contain are stored.
  let defersResponses: Bool
  /// Refuses a request by its fields, before its content is read.
  let admit: ServiceRoute.Admit
  /// Responds in place of another node that has the session, if there is a way; returns whether it
  /// does.
  let relay: Relay?
  /// Responds through a responder, unless it throws.
  let handle: Handler
}

/// The way of a request to a session: it is found or activated, the content of the request is read,
/// a repeated request is recognized, and the route responds.
extension SessionService {
  /// Responds to a request to a session, which is activated first if it is passive. Responses wait
  /// until the changes that they report are stored.
  ///
  /// A session that the request may not use gets the same response as one that does not exist, in
  /// the same time. The fields of the request decide both: content is read only for a session that
  /// exists, which is looked up again unless the content comes at once.
  ///
  /// - Parameter isAdmitted: Whether the request was admitted and its content was read.
  /// - Throws: ``Problem`` if the path has no session id.
  func respond(
    to request: HTTPRequest, _ parameters: HTTPPathParameters, _ responder: HTTPResponder,
    _ route: SessionRoute, isAdmitted: Bool = false
  ) throws(Problem) {
    // Looking a session up counts as a use, so that it is not passivated before the route has it.
    let access = access(request.principal, route.operation)
    try locate(try id(parameters), for: access, request, route, responder) {
      [self] request, responder, result, way in
      attempt(responder, way) { () throws(Problem) in
        let entry: SessionRegistry.Entry
        do throws(Problem) {
          entry = try found(result, responder)
        } catch {
          guard request.method == .delete, hasEnded(result, by: request) else { throw error }
          return responder.respond(.ended)
        }
        if !isAdmitted {
          if !route.takesQuery { try request.refuseParameters() }
          try route.admit(request)
          if request.hasContent {
            let use = directory.instant
            return responder.acceptContent(of: request, route.content) { [self] request in
              attempt(responder, way) { () throws(Problem) in
                guard way == nil, !isInspecting, directory.isInUse(since: use) else {
                  return try respond(to: request, parameters, responder, route, isAdmitted: true)
                }
                try recognize(request, entry, parameters, responder, route, way)
              }
            }
          }
        }
        try recognize(request, entry, parameters, responder, route, way)
      }
    }
  }

  /// Calls a closure with the session of a request, or with why there is none. In a cluster, the
  /// request may be responded to by another node.
  private func locate(
    _ id: SessionID, for access: SessionAccess, _ request: HTTPRequest,
    _ route: SessionRoute, _ responder: HTTPResponder,
    _ body:
      @escaping @Sendable (
        HTTPRequest, HTTPResponder, Result<SessionRegistry.Entry, SessionRefusal>, ClusterRequest?
      ) -> Void
  ) throws(Problem) {
    guard let places = directory.places, !isInspecting else {
      return directory.withSession(id, for: access) { body(request, responder, $0, nil) }
    }
    var peer: PeerOrigin?
    if isForPeers {
      peer = PeerOrigin(request.fields)
      if peer == nil { throw Problem(.invalidValue, "The referral can't be decoded.") }
    }
    ClusterRequest(
      request, to: id, for: access, by: route, responder, at: self, places, from: peer
    ) { way, request, responder, result in body(request, responder, result, way) }.start()
  }

  /// Runs a closure that responds, and responds with the problem if it throws one. If the session has
  /// just left this node of a cluster, the request begins anew.
  private func attempt(
    _ responder: HTTPResponder, _ way: ClusterRequest?, _ body: () throws(Problem) -> Void
  ) {
    responder.respond { () throws(Problem) in
      do throws(Problem) {
        try body()
      } catch {
        guard let way, error.isOfPassivation else { throw error }
        way.beginAnew()
      }
    }
  }

  /// Returns the session id in a path.
  private func id(_ parameters: HTTPPathParameters) throws(Problem) -> SessionID {
    guard let id = SessionID(parameters["id"] ?? "") else { throw .unknownSession }
    return id
  }

  /// Returns the session that was found for a request.
  ///
  /// - Throws: ``Problem`` if there is none. A response that says that the session has ended waits
  ///   until that is stored.
  func found(
    _ result: Result<SessionRegistry.Entry, SessionRefusal>, _ responder: HTTPResponder
  ) throws(Problem) -> SessionRegistry.Entry {
    do throws(SessionRefusal) {
      return try result.get()
    } catch {
      throw problem(error, responder)
    }
  }

  /// Returns whether a session was ended by this request, which came before with the same key.
  private func hasEnded(
    _ result: Result<SessionRegistry.Entry, SessionRefusal>, by request: HTTPRequest
  ) -> Bool {
    guard case .failure(let refusal) = result, case .ended(let reason) = refusal.error,
      let digest = reason.request, let key = try? IdempotencyKey(request)
    else { return false }
    return key.digest == digest
  }

  /// Returns a session that was active just before, for a request that may use it.
  ///
  /// - Parameter responder: The request's responder, unless it already waits until the response's
  ///   changes are stored.
  func activeSession(
    _ id: SessionID, for access: SessionAccess, _ responder: HTTPResponder? = nil
  ) throws(Problem) -> SessionRegistry.Entry {
    do throws(SessionRefusal) {
      return try directory.activeSession(id, for: access)
    } catch {
      throw problem(error, responder)
    }
  }

  /// Returns the problem of a refused request. The response waits until the end of the session that
  /// it tells is stored.
  private func problem(_ refusal: SessionRefusal, _ responder: HTTPResponder?) -> Problem {
    responder?.deferResponse(untilStoredBy: refusal.ending)
    return Problem(refusal.error)
  }

  /// Asks the storage for the answer to a request with a key that may have been processed before
  /// the session was last activated, and then runs the route.
  private func recognize(
    _ request: HTTPRequest, _ entry: SessionRegistry.Entry, _ parameters: HTTPPathParameters,
    _ responder: HTTPResponder, _ route: SessionRoute, _ way: ClusterRequest?
  ) throws(Problem) {
    // The route handles requests with no key or an invalid one.
    if entry.session.context.isResumed, request.method == .post,
      let key = try? IdempotencyKey(request)
    {
      let isAsking = directory.recall(key, of: entry) { [self] result in
        attempt(responder, way) { () throws(Problem) in
          let known = try Problem.from { () throws(SessionError) in try result.get() }
          // It may have been passivated meanwhile.
          let entry = try activeSession(
            entry.session.context.id, for: access(request.principal, route.operation), responder)
          if let known { entry.session.answers.remember(key, known) }
          try handle(request, entry, parameters, responder, route, way)
        }
      }
      if isAsking { return }
    }
    try handle(request, entry, parameters, responder, route, way)
  }

  /// Runs a route: at once or, if that takes long, on another thread.
  private func handle(
    _ request: HTTPRequest, _ entry: SessionRegistry.Entry, _ parameters: HTTPPathParameters,
    _ responder: HTTPResponder, _ route: SessionRoute, _ way: ClusterRequest?
  ) throws(Problem) {
    if route.defersResponses {
      if let way {
        way.deferResponse(untilStoredBy: entry.session.writer, responder)
      } else {
        responder.deferResponse(untilStoredBy: entry.session.writer)
      }
    }
    let context = entry.session.context
    guard LargeWork.isDue(max(context.weight, request.contentWeight)) else {
      return try run(request, entry, parameters, responder, route)
    }
    let source = request.workSource(on: context.id.hashValue)
    let work: @Sendable () -> Void = { [self] in
      attempt(responder, way) { () throws(Problem) in
        try run(request, entry, parameters, responder, route)
      }
    }
    // To end a session makes work less.
    if route.operation == .end {
      directory.large.take(.max, from: source, work)
    } else if !directory.large.takeRequest(request.body.count, from: source, work) {
      throw .overloaded
    }
  }

  /// Runs a route, and learns how long it takes. Plain reads take what their session's size tells.
  private func run(
    _ request: HTTPRequest, _ entry: SessionRegistry.Entry, _ parameters: HTTPPathParameters,
    _ responder: HTTPResponder, _ route: SessionRoute
  ) throws(Problem) {
    if route.operation == .read {
      return try route.handle(request, entry, parameters, responder)
    }
    try entry.session.context.measure { () throws(Problem) in
      try route.handle(request, entry, parameters, responder)
    }
  }
}

extension HTTPRequest {
  /// The weight of processing the content of a request to a session.
  fileprivate var contentWeight: Int {
    // Most content is so small that it need not be looked at.
    guard LargeWork.isDue(LargeWork.weight(ofContent: body.count, isMany: true)) else { return 0 }
    return LargeWork.weight(ofContent: body.count, isMany: JSONText.isArray(body))
  }

  /// Where the work of the request comes from, for turns among clients.
  func workSource(on subject: Int) -> LargeWorkSource {
    LargeWorkSource(
      client: principal?.id.hashValue ?? client.network.hashValue, subject: subject)
  }
}
