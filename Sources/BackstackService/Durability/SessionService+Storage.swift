import BackstackHTTP
import BackstackLocking
import BackstackStorage
import FoundationEssentials
import Synchronization

extension SessionService {
  /// A route to stored sessions: the session is brought back before, and the answer is given when what
  /// it tells is stored.
  func stored(_ route: HTTPRoute) -> HTTPRoute {
    guard let storage = configuration.storage else { return route }
    if route.method == .post, route.pattern == "/sessions" { return creating(route, storage) }
    guard route.pattern.hasPrefix("/sessions/{id}") else { return route }
    return HTTPRoute(route.method, route.pattern, content: route.content) {
      [self] request, parameters, responder in
      guard let id = SessionID(parameters["id"] ?? "") else {
        return responder.respond(Problem(.notFound).response)
      }
      let go = { @Sendable [self] (entry: SessionRegistry.Entry) in
        recall(request, entry, storage, responder) { [self] in
          route.answer(request, parameters, gate(responder, entry.session, request))
        }
      }
      // Used from now on, it is not put aside before the route has found it.
      switch registry.use(id, now: configuration.now()) {
      case .found(let entry): return go(entry)
      case .ended(let reason): return responder.respond(Problem.endedSession(reason).response)
      case .unknown: break
      }
      wake(id, from: storage) { [self] problem in
        if let problem { return responder.respond(problem.response) }
        switch registry.use(id, now: configuration.now()) {
        case .found(let entry): go(entry)
        case .ended(let reason): responder.respond(Problem.endedSession(reason).response)
        case .unknown: responder.respond(Problem.putAside.response)
        }
      }
    }
  }

  /// A responder whose answers wait until what has happened to a session is stored.
  func gate(
    _ responder: HTTPResponder, _ session: any Session, _ request: HTTPRequest,
    onFailure: @escaping @Sendable () -> Void = {}
  ) -> HTTPResponder {
    guard session.writer != nil else { return responder }
    // Events are stored before they are sent, one by one.
    if request.path.hasSuffix("/events") { return responder }
    return responder.deferring(errorResponse: BackstackServer.problemResponse) {
      response, pass in
      let isWaiting = session.whenStored { failure in
        if failure != nil { onFailure() }
        pass(failure.map { Problem($0).response } ?? response)
      }
      if !isWaiting { pass(response) }
    }
  }

  // MARK: Requests with a key

  /// Finds out whether a request with a key was answered in an earlier life of its session, then goes
  /// on.
  private func recall(
    _ request: HTTPRequest, _ entry: SessionRegistry.Entry, _ storage: any SessionStorage,
    _ responder: HTTPResponder, then next: @escaping @Sendable () -> Void
  ) {
    // Who sends no key, or a wrong one, is dealt with by the route.
    guard entry.session.context.isResumed, request.method == .post,
      let key = try? IdempotencyKey(request), !entry.session.answers.knows(key)
    else { return next() }
    let known = AnswerKey(scope: entry.session.context.id.description, key: key.text)
    ask(storage, known, responder) { [self] kept in
      guard let kept, let fingerprint = kept.fingerprint else { return next() }
      if let answer = kept.response {
        entry.session.answers.remember(key, fingerprint: fingerprint, answer)
        return next()
      }
      // It was processed, and the server stopped before it was answered.
      guard fingerprint == key.fingerprint else {
        return responder.respond(Problem.reusedKey.response)
      }
      do throws(Problem) {
        gate(responder, entry.session, request).respond(try snapshotResponse(entry))
      } catch {
        responder.respond(error.response)
      }
    }
  }

  private func creating(_ route: HTTPRoute, _ storage: any SessionStorage) -> HTTPRoute {
    HTTPRoute(route.method, route.pattern, content: route.content) {
      [self] request, parameters, responder in
      guard let key = try? creationKey(request), !creations.knows(key) else {
        return route.answer(request, parameters, responder)
      }
      ask(storage, AnswerKey(scope: Self.creationScope, key: key.text), responder) { [self] kept in
        if let kept, let fingerprint = kept.fingerprint, let answer = kept.response {
          creations.remember(key, fingerprint: fingerprint, answer)
        }
        route.answer(request, parameters, responder)
      }
    }
  }

  /// Where the answers to creations are kept.
  static let creationScope = "/sessions"

  private func ask(
    _ storage: any SessionStorage, _ key: AnswerKey, _ responder: HTTPResponder,
    then next: @escaping @Sendable (KeptAnswer?) -> Void
  ) {
    storage.ask(.answer(key, at: StorageTime(configuration.now()))) { [self] result in
      switch result {
      case .success(.answer(let kept)): storageQueue { next(kept) }
      case .success: responder.respond(Problem(.unavailable("another answer")).response)
      case .failure(let error): responder.respond(storageProblem(error).response)
      }
    }
  }

  // MARK: Creations

  /// Stores a session that was created; answers to it wait until it is stored.
  ///
  /// - Parameters:
  ///   - key: The key of the request that created it.
  ///   - answer: The answer to that request.
  func store(
    _ entry: SessionRegistry.Entry, key: IdempotencyKey? = nil, answer: HTTPResponse? = nil
  ) {
    guard let writer = entry.session.writer else { return }
    let context = entry.session.context
    let now = configuration.now()
    do throws(Problem) {
      writer.beginCreation()
      let content = try entry.session.save()
      let saved = SavedSession(
        content, of: context.info, timeToLive: entry.timeToLive,
        shape: context.host.feature.stateShape)
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
  }

  // MARK: Failures

  /// Lets go of a session that is ahead of the storage: what was promised of it is stored.
  func drop(_ session: any Session, _ error: StorageError) {
    let context = session.context
    storageHealth.note(error)
    storageQueue { [self] in
      guard registry.remove(session) else { return }
      session.putAside()
      log("session-dropped", context) { $0.member("message", error.description) }
    }
  }

  /// Logs a session that this server can't go on with.
  func reportUnreadable(_ header: SessionHeader, _ problem: Problem) {
    storageHealth.noteUnreadable()
    let suppressed = issueThrottle.withLock { $0.admit(header.feature, now: configuration.now()) }
    guard suppressed != nil else { return }
    var line = JSONWriter()
    line.beginObject()
    line.member("level", "error")
    line.member("event", "session-unreadable")
    line.member("session", String(header.id.prefix(8)))
    line.member("feature", header.feature)
    line.member("shape", header.fingerprint)
    line.member("message", problem.detail)
    line.endObject()
    configuration.log(String(decoding: line.bytes, as: UTF8.self))
  }

  /// Ends stored sessions that have expired, and sees whether the storage works again.
  func sweepStorage() {
    guard let storage = configuration.storage else { return }
    let now = configuration.now()
    let expiry = StorageWrite.Expiry(
      now: StorageTime(now),
      rememberedUntil: StorageTime(now.addingTimeInterval(configuration.memoryOfEndedSessions)),
      limit: 1000)
    storage.submit(.expire(expiry)) { [self] result in
      switch result {
      case .success(.expired(_, hasMore: true)): storageQueue { [self] in sweepStorage() }
      case .success: storageHealth.noteSuccess()
      case .failure(let error): storageHealth.note(error)
      }
    }
  }
}
