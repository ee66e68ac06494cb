import BackstackHTTP
import BackstackPlatform
import BackstackStorage
import FoundationEssentials
import Synchronization

extension SessionService {
  /// Responds to a request to a session, which is activated first if it is passive. Responses wait
  /// until the changes that they report are stored.
  ///
  /// A session that the request may not use gets the same response as one that does not exist, in
  /// the same time. The fields of the request decide both: content is read only for a session that
  /// exists, which is looked up again afterwards.
  ///
  /// - Parameter isAdmitted: Whether the request was admitted and its content was read.
  /// - Throws: ``Problem`` if there is no such session, and the errors of the route.
  func respond(
    to request: HTTPRequest, _ parameters: HTTPPathParameters, _ responder: HTTPResponder,
    _ route: SessionRoute, isAdmitted: Bool = false
  ) throws(Problem) {
    let id = try id(parameters)
    // The lookup counts as a use, so that the session is not passivated before the route has it.
    let isHidden: Bool
    switch find(id, for: request, route.operation) {
    case .found(let entry):
      return try admit(request, entry, parameters, responder, route, isAdmitted: isAdmitted)
    case .ended(let reason): throw .endedSession(reason)
    case .ending(let reason, let writer):
      responder.deferResponse(to: writer)
      throw .endedSession(reason)
    case .hidden: isHidden = true
    case .unknown: isHidden = false
    }
    guard let storage = configuration.storage else { throw .unknownSession }
    askOwner(
      of: id, for: request, route.operation, isHidden: isHidden, in: storage, responder
    ) { [self] () throws(Problem) in
      activate(id, from: storage) { [self] problem in
        responder.respond { () throws(Problem) in
          if let problem { throw problem }
          let entry = try session(
            parameters, for: request, route.operation, holding: responder)
          try admit(request, entry, parameters, responder, route, isAdmitted: isAdmitted)
        }
      }
    }
  }

  /// Reads the content of a request to a session that exists, unless the route refuses its fields.
  private func admit(
    _ request: HTTPRequest, _ entry: SessionRegistry.Entry, _ parameters: HTTPPathParameters,
    _ responder: HTTPResponder, _ route: SessionRoute, isAdmitted: Bool
  ) throws(Problem) {
    if !isAdmitted {
      try route.admit(request)
      if request.hasContent {
        return responder.acceptContent(of: request, route.content) { [self] request in
          responder.respond { () throws(Problem) in
            try respond(to: request, parameters, responder, route, isAdmitted: true)
          }
        }
      }
    }
    try respond(to: request, entry, parameters, responder, route)
  }

  private func respond(
    to request: HTTPRequest, _ entry: SessionRegistry.Entry, _ parameters: HTTPPathParameters,
    _ responder: HTTPResponder, _ route: SessionRoute
  ) throws(Problem) {
    if let storage = configuration.storage, let key = forgottenKey(of: request, entry) {
      let scope = entry.session.context.id.description
      return ask(storage, key, in: scope, responder) { [self] known in
        responder.respond { () throws(Problem) in
          // It may have been passivated meanwhile.
          let entry = try session(
            parameters, for: request, route.operation, holding: responder)
          if let (fingerprint, known) = known {
            entry.session.answers.remember(key, fingerprint: fingerprint, known)
          }
          if route.defersResponses { deferResponse(responder, for: entry) }
          try handle(request, entry, parameters, responder, route)
        }
      }
    }
    if route.defersResponses { deferResponse(responder, for: entry) }
    try handle(request, entry, parameters, responder, route)
  }

  /// Runs a route: at once or, if that takes long, on another thread.
  private func handle(
    _ request: HTTPRequest, _ entry: SessionRegistry.Entry, _ parameters: HTTPPathParameters,
    _ responder: HTTPResponder, _ route: SessionRoute
  ) throws(Problem) {
    let context = entry.session.context
    let weight = max(context.weight, request.body.count)
    guard LargeWork.isDue(weight) else {
      return try route.handle(request, entry, parameters, responder)
    }
    large.take(weight, key: context.id.hashValue) {
      responder.respond { () throws(Problem) in
        try route.handle(request, entry, parameters, responder)
      }
    }
  }

  /// Defers the response until all changes of the session so far are stored.
  private func deferResponse(_ responder: HTTPResponder, for entry: SessionRegistry.Entry) {
    if let writer = entry.session.writer { responder.deferResponse(to: writer) }
  }

  // MARK: Requests with a key

  /// Returns the key of a request that may have been processed before the session was last
  /// activated.
  private func forgottenKey(
    of request: HTTPRequest, _ entry: SessionRegistry.Entry
  ) -> IdempotencyKey? {
    // The route handles requests with no key or an invalid one.
    guard entry.session.context.isResumed, request.method == .post,
      let key = try? IdempotencyKey(request), !entry.session.answers.knows(key)
    else { return nil }
    return key
  }

  /// Finds out whether a request that creates a session was processed before the server was
  /// started, then continues.
  func loadKeptCreation(
    _ request: HTTPRequest, _ responder: HTTPResponder,
    then next: @escaping @Sendable () throws(Problem) -> Void
  ) throws(Problem) {
    guard let storage = configuration.storage, let key = try? creationKey(request),
      !creations.knows(key)
    else { return try next() }
    ask(storage, key, in: Self.creationScope, responder) { [self] known in
      if let (fingerprint, known) = known {
        creations.remember(key, fingerprint: fingerprint, known)
      }
      responder.respond(next)
    }
  }

  /// The scope of the kept answers to creations.
  static let creationScope = "/sessions"

  /// Asks the storage what it knows of a request with a key.
  private func ask(
    _ storage: any SessionStorage, _ key: IdempotencyKey, in scope: String,
    _ responder: HTTPResponder,
    then next: @escaping @Sendable ((fingerprint: Int, KnownRequest)?) -> Void
  ) {
    ask(storage, AnswerKey(scope: scope, key: key.text), responder) { [self] kept in
      guard let kept, let fingerprint = kept.fingerprint else { return next(nil) }
      guard kept.hasContentApart else { return next((fingerprint, kept.known(content: nil))) }
      ask(storage, AnswerKey(contentOf: key.text, in: scope), responder) { content in
        next((fingerprint, kept.known(content: content)))
      }
    }
  }

  private func ask(
    _ storage: any SessionStorage, _ key: AnswerKey, _ responder: HTTPResponder,
    then next: @escaping @Sendable (KeptAnswer?) -> Void
  ) {
    let query = StorageQuery.answer(key, at: StorageTime(clock.expiryDate)) { [self] result in
      switch result {
      case .success(let kept): storageQueue { next(kept) }
      case .failure(let error): responder.respond(storageProblem(error).response)
      }
    }
    storage.ask(query)
  }

  // MARK: Creations

  /// Stores a session that was created; responses wait until it is stored.
  ///
  /// - Parameters:
  ///   - key: The key of the request that created it.
  ///   - answer: The response to that request.
  func store(
    _ entry: SessionRegistry.Entry, key: IdempotencyKey? = nil, answer: HTTPResponse? = nil
  ) {
    let context = entry.session.context
    guard let writer = entry.session.writer else { return context.didStart() }
    let now = configuration.now()
    do throws(Problem) {
      writer.beginCreation()
      let content = try entry.session.save()
      let saved = SavedSession(
        content, of: context.info, timeToLive: entry.timeToLive,
        shape: context.runtime.feature.stateShape)
      var new = StoredRecord.session(
        saved, created: StorageTime(now), expires: writer.firstExpiry)
      new.session.header.epoch = 1
      new.answer = key.map {
        KeptAnswer(
          $0, in: Self.creationScope, answer: answer, now: now.timeIntervalSince1970)
      }
      writer.create(new)
    } catch {
      writer.didFail(.invalid(error.detail))
    }
    // Before the response is sent: this waiter is the first.
    let isWaiting = writer.whenStored { failure in if failure == nil { context.didStart() } }
    if !isWaiting { context.didStart() }
  }

  // MARK: Failures

  /// Drops from memory a session that is ahead of the storage. Clients lose nothing: every change
  /// that a response contained is stored.
  func drop(_ session: any Session, _ error: StorageError) {
    let context = session.context
    storageHealth.note(error)
    storageQueue { [self] in
      guard registry.remove(session) else { return }
      session.passivate()
      log("session-dropped", context) { $0.member("message", error.description) }
    }
  }

  /// Logs a stored session that this server can't resume.
  func reportUnreadable(_ header: SessionHeader, _ problem: Problem) {
    storageHealth.noteUnreadable()
    let suppressed = issueThrottle.withLock { $0.admit(header.feature, now: clock.steady()) }
    guard suppressed != nil else { return }
    configuration.logEvent(.error, "session-unreadable", of: SessionID(header.id)) { line in
      line.member("feature", header.feature)
      line.member("shape", header.fingerprint)
      line.member("message", problem.detail)
    }
  }

  /// Ends stored sessions that have expired, and checks whether the storage works again.
  func sweepStorage() {
    guard let storage = configuration.storage else { return }
    let now = configuration.now()
    let expiry = StorageWrite.Expiry(
      now: StorageTime(clock.expiryDate),
      rememberedUntil: StorageTime(now.addingTimeInterval(configuration.memoryOfEndedSessions)),
      limit: 1000)
    let write = StorageWrite.expire(expiry) { [self] result in
      switch result {
      case .success(let expired) where expired.hasMore: storageQueue { [self] in sweepStorage() }
      case .success: storageHealth.noteSuccess()
      case .failure(let error): storageHealth.note(error)
      }
    }
    storage.submit(write)
    countQuarantined()
  }

  /// Counts the quarantined sessions, which other processes may release.
  func countQuarantined() {
    let query = StorageQuery.quarantineCount { [self] result in
      if case .success(let count) = result { storageHealth.noteQuarantined(count) }
    }
    configuration.storage?.ask(query)
  }
}
