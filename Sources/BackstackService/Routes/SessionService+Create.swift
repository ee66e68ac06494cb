import BackstackHTTP

extension SessionService {
  /// `POST /sessions`
  var createSession: ServiceRoute {
    ServiceRoute(
      .post, "/sessions", .createSession, content: configuration.maximumCreationBytes,
      admit: admitCreation
    ) {
      [self] (request, _, responder) throws(Problem) in
      guard LargeWork.isDue(request.body.count) else { return try createOnce(request, responder) }
      large.take(request.body.count, key: ObjectIdentifier(responder).hashValue) { [self] in
        responder.respond { () throws(Problem) in try createOnce(request, responder) }
      }
    }
  }

  private func createOnce(
    _ request: HTTPRequest, _ responder: HTTPResponder
  ) throws(Problem) {
    try loadKeptCreation(request, responder) { [self] () throws(Problem) in
      try whenCounted(for: request, responder) { [self] () throws(Problem) in
        try create(request, responder)
      }
    }
  }

  @Sendable
  private func admitCreation(_ request: HTTPRequest) throws(Problem) {
    try request.requireJSONContent()
    try request.requireJSONAccepted()
    // Avoids reading content in vain. A keyed creation is read anyway, as it may have succeeded
    // before.
    guard !request.isWhole, !request.mayHave(.idempotencyKey) else { return }
    _ = try reserveSession()
    try requireRoom(of: request.principal)
  }

  private func create(_ request: HTTPRequest, _ responder: HTTPResponder) throws(Problem) {
    let creation = try WireCoding.decode(
      SessionCreation.self, from: request.body, within: widestInput)
    let preferences = request.preferences.withoutWait
    let key = try creationKey(request)
    let known = try AnswerMemory.once(key, in: creations) { (keep) throws(Problem) in
      let entry = try create(creation, content: request.body, principal: request.principal)
      var response = makeResponse(entry, .snapshot, preferences, status: .created)
      response.fields.append(.location, "/sessions/\(entry.session.context.id)")
      store(entry, key: key, answer: response)
      let usage = entry.session.context.usage
      if let writer = entry.session.writer {
        // Kept once it is stored and before the client gets the response, as it may repeat the
        // request immediately.
        let isWaiting = writer.whenStored { [response] failure in
          usage?.endCreation(isStored: failure == nil)
          keep?(failure.map { Problem($0).response } ?? response)
        }
        if !isWaiting {
          usage?.endCreation(isStored: true)
          keep?(response)
        }
        responder.deferResponse(to: writer)
      } else {
        usage?.endCreation(isStored: true)
        keep?(response)
      }
      responder.respond(response)
    }
    switch known {
    case .answered(let response): responder.respond(response)
    case .processed(let outcome): try repeatCreation(outcome, of: request, preferences, responder)
    case nil: break
    }
  }

  /// Responds to a repeated creation, whose answer is no longer kept, with the session's present
  /// snapshot.
  private func repeatCreation(
    _ outcome: RequestOutcome, of request: HTTPRequest, _ preferences: Preferences,
    _ responder: HTTPResponder
  ) throws(Problem) {
    guard let path = outcome.location,
      let id = SessionID(String(path.dropFirst("/sessions/".count)))
    else { throw .unknownSession }
    let give: @Sendable (SessionRegistry.Entry) -> Void = { [self] entry in
      if let writer = entry.session.writer { responder.deferResponse(to: writer) }
      repeatResponse(.processed(outcome), entry, preferences, status: .created, responder)
    }
    // Only the client that created the session knows this key, but the host may deny it access by
    // now.
    switch find(id, for: request, .read) {
    case .found(let entry): return give(entry)
    case .ended(let reason): throw .endedSession(reason)
    case .ending(let reason, let writer):
      responder.deferResponse(to: writer)
      throw .endedSession(reason)
    case .hidden: throw .unknownSession
    case .unknown: break
    }
    guard let storage = configuration.storage else { throw .unknownSession }
    activate(id, from: storage) { [self] problem in
      responder.respond { () throws(Problem) in
        if let problem { throw problem }
        switch find(id, for: request, .read) {
        case .found(let entry): give(entry)
        case .hidden: throw .unknownSession
        default: throw .passivated
        }
      }
    }
  }

  /// Returns the key of a creation, scoped to its client.
  ///
  /// A client is identified by its API key. Without one, it is identified by its address, which
  /// others may share: a client that guesses the key would get the session, so the key must be
  /// long.
  func creationKey(_ request: HTTPRequest) throws(Problem) -> IdempotencyKey? {
    guard let key = try IdempotencyKey(request) else { return nil }
    if let principal = request.principal { return key.scoped(to: "key \(principal.id)") }
    guard key.text.utf8.count >= 20 else {
      throw Problem(
        .invalidIdempotencyKey,
        "Without an API key, the Idempotency-Key of a creation needs at least 20 random characters, "
          + "such as a UUID: a client that guesses it gets the session.")
    }
    return key.scoped(to: "address \(request.client.host)")
  }

  private func create(
    _ creation: SessionCreation, content: [UInt8], principal: HTTPPrincipal?
  ) throws(Problem) -> SessionRegistry.Entry {
    guard let runtime = runtimes[creation.feature] else {
      var problem = Problem(
        .unknownFeature,
        "There is no feature \"\(creation.feature)\"; GET /features lists the features.")
      problem.pointer = JSONPointer([SessionCreation.Key.feature])
      throw problem
    }
    let start: SessionStart =
      if creation.hasState {
        .state(content: content)
      } else if let link = creation.link {
        .link(link)
      } else {
        .initial
      }
    let timeToLive = try creation.timeToLive(configuration)
    do throws(Problem) {
      return try startAdmitted(runtime, start, principal: principal, timeToLive: timeToLive)
    } catch {
      var problem = error
      if problem.kind == .stateTooLarge, let member = start.member {
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
    case .initial, .saved: nil
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
  func timeToLive(_ configuration: ServiceConfiguration) throws(Problem) -> Double {
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
