import Backstack
import BackstackHTTP
import BackstackLocking
import BackstackStorage
import Dispatch

extension SessionService {
  /// Begins a session.
  ///
  /// - Throws: ``Problem`` when the feature can't begin so, or there are too many sessions.
  func start(
    _ host: FeatureHost, _ start: SessionStart, principal: HTTPPrincipal?, timeToLive: Double
  ) throws(Problem) -> SessionRegistry.Entry {
    if configuration.storage != nil, turns.isFull { throw storageProblem(.overloaded) }
    var generator = configuration.makeRandomNumberGenerator()
    let context = SessionContext(
      id: SessionID(using: &generator), principal: principal, isResumed: false,
      host: host)
    let storing = storing(
      SessionRevision(id: context.id.description, epoch: 1, version: 0), timeToLive: timeToLive)
    return try add(try host.feature.makeSession(start, context, storing), timeToLive: timeToLive)
  }

  /// Goes on with a session that was saved.
  ///
  /// - Parameter claimed: The session as the storage gave it, or `nil` to store it anew.
  /// - Throws: ``Problem`` when it can't go on.
  func resume(_ saved: SavedSession, claimed: SessionRevision? = nil) throws(Problem) {
    let isStored = claimed != nil
    guard let host = hosts[saved.feature] else {
      throw .unreadableSession("there is no feature \"\(saved.feature)\".")
    }
    guard (0...SavedSession.maximumVersion).contains(saved.version), saved.timeToLive > 0,
      (0...StackElementID.maximumDecodedGeneration + 1).contains(saved.nextElementID)
    else {
      throw isStored
        ? .unreadableSession("a number in it can't be.")
        : Problem(.invalidValue, "The saved session has a number that can't be.")
    }
    if !isStored {
      do throws(StorageError) {
        try saved.validate()
      } catch {
        throw Problem(.invalidValue, error.description)
      }
    }
    guard let id = SessionID(saved.id) else {
      throw Problem(.invalidValue, "The saved session's id is not 32 hexadecimal digits.")
    }
    if case .found = registry.use(id, now: configuration.now()) {
      throw Problem(.invalidValue, "There is a session with this id.")
    }
    let fresh = SessionRevision(id: saved.id, epoch: 1, version: UInt64(saved.version))
    let context = SessionContext(
      id: id, principal: saved.principal, isResumed: true, host: host)
    let session = try host.feature.makeSession(
      .saved(saved), context, storing(claimed ?? fresh, timeToLive: saved.timeToLive))
    let entry = try add(session, timeToLive: saved.timeToLive)
    if isStored {
      context.didStart()
      session.writer?.goOn()
    } else {
      store(entry)
    }
  }

  private func storing(
    _ revision: SessionRevision, timeToLive: Double
  ) -> SessionStoring? {
    configuration.storage.map {
      SessionStoring(
        storage: $0, turns: turns, revision: revision, timeToLive: timeToLive)
    }
  }

  /// Adds a session to those that there are.
  func add(
    _ session: any Session, timeToLive: Double
  ) throws(Problem) -> SessionRegistry.Entry {
    var entry = registry.add(session, timeToLive: timeToLive, now: configuration.now())
    if entry == nil, configuration.storage != nil {
      makeRoom()
      entry = registry.add(session, timeToLive: timeToLive, now: configuration.now())
    }
    guard let entry else {
      session.discard()
      var problem = Problem(.overCapacity, "The server has as many sessions as it can. Try later.")
      problem.fields.set(.retryAfter, "10")
      throw problem
    }
    session.context.didEnter()
    session.writer?.noteUse(at: configuration.now())
    // What its resume action did may have ended it before it was here to be taken out.
    if let reason = session.misconduct {
      registry.end(session.context.id, reason, now: configuration.now())
    }
    return entry
  }

  /// Takes out a session whose store was ended because it did too much.
  ///
  /// Called under the store's lock, so what is foreign to it happens on another thread.
  func runAway(_ context: SessionContext, _ reason: SessionEndReason) {
    deadlines.async { [self] in
      log("session-ended", context) { line in
        line.member("reason", reason.name)
        line.member("message", reason.explanation)
      }
      registry.end(context.id, reason, now: configuration.now())
    }
  }

  /// Logs a misuse that a session's reducers or effects reported.
  func report(_ context: SessionContext, _ issue: Issue) {
    let suppressed = issueThrottle.withLock { $0.admit(context.feature, now: configuration.now()) }
    guard let suppressed else { return }
    log("issue", context) { line in
      line.member("location", issue.location.description)
      line.member("message", issue.message)
      if suppressed > 0 { line.member("suppressed", suppressed) }
    }
  }

  func log(
    _ event: String, _ context: SessionContext, _ members: (inout JSONWriter) -> Void
  ) {
    var line = JSONWriter()
    line.beginObject()
    line.member("level", "warning")
    line.member("event", event)
    // Who knows the id holds the session, so a log has the beginning of it only.
    line.member("session", context.id.beginning)
    line.member("feature", context.feature)
    members(&line)
    line.endObject()
    configuration.log(String(decoding: line.bytes, as: UTF8.self))
  }
}
