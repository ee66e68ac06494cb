import BackstackHTTP
import BackstackSessions

/// The route that creates sessions.
struct CreationRoutes: Sendable {
  let service: SessionService

  /// `POST /sessions`
  var createSession: ServiceRoute {
    ServiceRoute(
      .post, "/sessions", .createSession, content: service.configuration.maximumCreationBytes,
      admit: admitCreation
    ) {
      [self] (request, _, responder) throws(Problem) in
      // A state or a link may lead to much more than its own size.
      let content = LargeWork.weight(ofContent: request.body.count, isMany: true)
      guard LargeWork.isDue(max(content, service.directory.creationWeight.weight)) else {
        return try createOnce(request, responder)
      }
      let source = request.workSource(on: ObjectIdentifier(responder).hashValue)
      let isTaken = service.directory.large.takeRequest(request.body.count, from: source) {
        [self] in
        responder.respond { () throws(Problem) in try createOnce(request, responder) }
      }
      if !isTaken { throw .overloaded }
    }
  }

  private func createOnce(
    _ request: HTTPRequest, _ responder: HTTPResponder
  ) throws(Problem) {
    // `create` handles an invalid key.
    if service.configuration.sessions.storage != nil, let key = try? creationKey(request) {
      let isAsking = service.directory.recallCreation(key) { [self] result in
        responder.respond { () throws(Problem) in
          let known = try Problem.from { () throws(SessionError) in try result.get() }
          if let known { service.directory.creations.remember(key, known) }
          try createOnceCounted(request, responder)
        }
      }
      if isAsking { return }
    }
    try createOnceCounted(request, responder)
  }

  /// Creates a session once the stored usage of its principal is known.
  private func createOnceCounted(
    _ request: HTTPRequest, _ responder: HTTPResponder
  ) throws(Problem) {
    let principal = request.principal.map { SessionPrincipal($0) }
    let isCounting = service.directory.whenCounted(for: principal) { [self] error in
      responder.respond { () throws(Problem) in
        if let error { throw Problem(error) }
        try measure(request, responder)
      }
    }
    if !isCounting { try measure(request, responder) }
  }

  /// Creates a session, and learns how long that takes.
  private func measure(_ request: HTTPRequest, _ responder: HTTPResponder) throws(Problem) {
    try service.directory.measureCreation { () throws(Problem) in
      try create(request, responder)
    }
  }

  @Sendable
  private func admitCreation(_ request: HTTPRequest) throws(Problem) {
    try request.requireJSONContent()
    try request.requireJSONAccepted()
    // Avoids reading content in vain. A keyed creation is read anyway, as it may have succeeded
    // before.
    guard !request.isWhole, !request.mayHave(.idempotencyKey) else { return }
    try Problem.from { () throws(SessionError) in
      _ = try service.directory.reserveSession()
      try service.directory.requireRoom(of: request.principal.map { SessionPrincipal($0) })
    }
  }

  private func create(_ request: HTTPRequest, _ responder: HTTPResponder) throws(Problem) {
    let creation = try Problem.from { () throws(SessionError) in
      try WireCoding.decode(
        SessionCreation.self, from: request.body, within: service.directory.widestInput)
    }
    let preferences = request.preferences.withoutWait
    let key = try creationKey(request)
    let known = try service.once(key, in: service.directory.creations) { (keep) throws(Problem) in
      let entry = try create(
        creation, content: request.body,
        principal: request.principal.map { SessionPrincipal($0) })
      var response = service.makeResponse(entry, .snapshot, preferences, status: .created)
      response.fields.append(.location, "/sessions/\(entry.session.context.id)")
      service.directory.store(entry, key: key, answer: key == nil ? nil : Answer(response))
      let usage = entry.session.context.usage
      if let writer = entry.session.writer {
        // Kept once it is stored and before the client gets the response, as it may repeat the
        // request immediately.
        let isWaiting = writer.whenStored { [response] failure in
          usage?.endCreation(isStored: failure == nil)
          keep?(failure.map { Problem(SessionError($0)).response } ?? response)
        }
        if !isWaiting {
          usage?.endCreation(isStored: true)
          keep?(response)
        }
        responder.deferResponse(untilStoredBy: writer)
      } else {
        usage?.endCreation(isStored: true)
        keep?(response)
      }
      responder.respond(response)
    }
    switch known {
    case .answered(let answer): responder.respond(answer.response)
    case .processed(let head): try repeatCreation(head, of: request, preferences, responder)
    case nil: break
    }
  }

  /// Responds to a repeated creation, whose answer is no longer kept, with the session's present
  /// snapshot.
  private func repeatCreation(
    _ head: [UInt8]?, of request: HTTPRequest, _ preferences: Preferences,
    _ responder: HTTPResponder
  ) throws(Problem) {
    guard let path = Answer.outcome(head).location,
      let id = SessionID(String(path.dropFirst("/sessions/".count)))
    else { throw .unknownSession }
    // Only the client that created the session knows this key, but the host may deny it access by
    // now.
    if service.directory.places != nil {
      return try repeatCreation(of: id, head, of: request, responder)
    }
    let access = service.access(request.principal, .read)
    service.directory.withSession(id, for: access) { [self] result in
      responder.respond { () throws(Problem) in
        let entry = try service.found(result, responder)
        responder.deferResponse(untilStoredBy: entry.session.writer)
        service.repeatResponse(
          .processed(head: head), entry, preferences, status: .created, responder)
      }
    }
  }

  /// Responds to a repeated creation in a cluster, whose session another node may have by now: with what
  /// reading the session responds.
  private func repeatCreation(
    of id: SessionID, _ head: [UInt8]?, of request: HTTPRequest, _ responder: HTTPResponder
  ) throws(Problem) {
    var reading: HTTPRequest
    do throws(HTTPError) {
      reading = try HTTPRequest(method: .get, target: "/sessions/\(id)", peer: request.peer)
    } catch {
      throw Problem(error)
    }
    reading.principal = request.principal
    let router = HTTPRouter([ReadingRoutes(service: service).readSession.http])
    router.respond(
      to: reading,
      HTTPResponder(errorResponse: BackstackServer.problemResponse) { response in
        var response = response
        if response.status == .ok {
          response.status = .created
          let outcome = Answer.outcome(head)
          if let version = outcome.version {
            response.fields.append(.processedVersion, "\"\(version)\"")
          }
          response.fields.append(.location, "/sessions/\(id)")
          response.fields.append(.contentLocation, "/sessions/\(id)")
          response.fields.set(.cacheControl, HTTPResponse.Caching.none.fieldValue)
        }
        responder.respond(response)
      })
  }

  /// Returns the key of a creation, scoped to its client.
  ///
  /// A client is identified by its API key. Without one, it is identified by its address, which
  /// others may share: a client that guesses the key would get the session, so the key must be
  /// long.
  func creationKey(_ request: HTTPRequest) throws(Problem) -> IdempotencyKey? {
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

  private func create(
    _ creation: SessionCreation, content: [UInt8], principal: SessionPrincipal?
  ) throws(Problem) -> SessionRegistry.Entry {
    guard let runtime = service.directory.runtimes[creation.feature] else {
      throw Problem(.unknownFeature(creation.feature))
    }
    let start: SessionStart =
      if creation.hasState {
        .state(content: content)
      } else if let link = creation.link {
        .link(link)
      } else {
        .initial
      }
    let timeToLive = try creation.timeToLive(service.configuration.sessions)
    do throws(SessionError) {
      return try service.directory.startAdmitted(
        runtime, start, principal: principal, timeToLive: timeToLive)
    } catch {
      var problem = Problem(error)
      if case .stateTooLarge = error, let member = start.member {
        problem.pointer = JSONPointer([member])
      }
      throw problem
    }
  }
}

extension SessionStart {
  /// The member of a creation that determines the state.
  fileprivate var member: SessionCreation.Key? {
    switch self {
    case .initial, .saved, .json: nil
    case .state: .state
    case .link: .link
    }
  }
}

/// The content of a request to create a session, except for the state, which the feature decodes.
struct SessionCreation: Decodable {
  let feature: String
  let hasState: Bool
  let link: String?
  private let ttl: Double?

  enum Key: String, CodingKey, CaseIterable {
    case feature, state, link, ttl
  }

  init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(besides: Key.self)
    let container = try decoder.container(keyedBy: Key.self)
    feature = try container.decode(String.self, forKey: .feature)
    hasState = container.contains(.state)
    // No `null`: a member without a meaning is a mistake of the client.
    link = container.contains(.link) ? try container.decode(String.self, forKey: .link) : nil
    ttl = container.contains(.ttl) ? try container.decode(Double.self, forKey: .ttl) : nil
    if hasState, link != nil {
      throw DecodingError.dataCorruptedError(
        forKey: .link, in: container,
        debugDescription: "A session starts from a state or from a link, not from both.")
    }
  }

  /// Returns the time to live of the session, in seconds.
  func timeToLive(_ configuration: SessionConfiguration) throws(Problem) -> Double {
    guard let ttl else { return configuration.idleTimeout }
    guard ttl > 0, ttl <= configuration.maximumIdleTimeout else {
      var problem = Problem(
        .invalidValue,
        "ttl is a number of seconds above 0 and at most \(Int(configuration.maximumIdleTimeout)).")
      problem.pointer = JSONPointer([Key.ttl])
      throw problem
    }
    return ttl
  }
}
