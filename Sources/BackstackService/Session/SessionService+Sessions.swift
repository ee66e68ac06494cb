import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackStorage
import Dispatch

extension SessionService {
  /// Starts a session.
  ///
  /// - Throws: ``Problem`` if the feature can't start like this, or there are too many sessions.
  func start(
    _ runtime: FeatureRuntime, _ start: SessionStart, principal: HTTPPrincipal?, timeToLive: Double
  ) throws(Problem) -> SessionRegistry.Entry {
    if configuration.storage != nil, turns.isFull { throw storageProblem(.overloaded) }
    // Before the state is decoded, because refusing costs less than creating.
    let reservation = try reserveSession()
    var generator = configuration.makeRandomNumberGenerator()
    let context = SessionContext(
      id: SessionID(using: &generator), principal: principal,
      usage: usages.usage(of: principal?.id), isResumed: false, runtime: runtime)
    let storing = storing(
      SessionRevision(id: context.id.description, epoch: 1, version: 0), timeToLive: timeToLive)
    return try add(
      try runtime.feature.makeSession(start, context, storing), at: reservation,
      timeToLive: timeToLive)
  }

  /// Resumes a saved session.
  ///
  /// - Parameters:
  ///   - claimed: The revision that the storage returned for the claim, or `nil` to store the
  ///     session anew.
  ///   - reservation: Its reservation, if there is one.
  /// - Throws: ``Problem`` if it can't be resumed.
  func resume(
    _ saved: SavedSession, claimed: SessionRevision? = nil,
    at reservation: SessionReservation? = nil
  ) throws(Problem) {
    let isStored = claimed != nil
    guard let runtime = runtimes[saved.feature] else {
      throw .unreadableSession("there is no feature \"\(saved.feature)\".")
    }
    guard (0...SavedSession.maximumVersion).contains(saved.version), saved.timeToLive > 0,
      (0...StackElementID.maximumSavedGeneration + 1).contains(saved.nextElementID)
    else {
      throw isStored
        ? .unreadableSession("a number in it is out of range.")
        : Problem(.invalidValue, "The saved session has a number out of range.")
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
    if case .found = registry.use(id, now: clock.read()) {
      throw Problem(.invalidValue, "There is a session with this id.")
    }
    let fresh = SessionRevision(id: saved.id, epoch: 1, version: UInt64(saved.version))
    let context = SessionContext(
      id: id, principal: saved.principal, usage: usages.usage(of: saved.principal?.id),
      isResumed: true, runtime: runtime)
    let reservation = if let reservation { reservation } else { try reserveSession() }
    let session: any Session
    do throws(Problem) {
      session = try runtime.feature.makeSession(
        .saved(saved), context,
        storing(claimed ?? fresh, timeToLive: saved.timeToLive, size: saved.size))
    } catch {
      guard isStored, error.kind == .stateTooLarge else { throw error }
      throw .unreadableSession("its state has more than \(configuration.maximumStateBytes) bytes.")
    }
    let entry = try add(session, at: reservation, timeToLive: saved.timeToLive)
    // A claimed session is counted already, as it is stored.
    if !isStored { context.usage?.addSessions(1) }
    if isStored {
      context.didStart()
      session.writer?.resumeWriting()
    } else {
      store(entry)
    }
  }

  /// Starts a session for a client, unless its principal has reached its quota. The caller reports
  /// the outcome to ``PrincipalUsage/endCreation(isStored:)``.
  ///
  /// - Throws: ``Problem`` if it can't be started.
  func startAdmitted(
    _ runtime: FeatureRuntime, _ start: SessionStart, principal: HTTPPrincipal?, timeToLive: Double
  ) throws(Problem) -> SessionRegistry.Entry {
    let usage = try admitSession(of: principal)
    do throws(Problem) {
      return try self.start(runtime, start, principal: principal, timeToLive: timeToLive)
    } catch {
      usage?.endCreation(isStored: false)
      throw error
    }
  }

  private func storing(
    _ revision: SessionRevision, timeToLive: Double, size: StoredSize = StoredSize()
  ) -> SessionStoring? {
    configuration.storage.map {
      SessionStoring(
        storage: $0, turns: turns, revision: revision, timeToLive: timeToLive,
        size: size)
    }
  }

  /// Reserves room for one more session.
  ///
  /// - Throws: ``Problem`` if the limit is reached, and no session can be passivated.
  /// - Complexity: O(1).
  func reserveSession() throws(Problem) -> SessionReservation {
    if let reservation = registry.reserve() { return reservation }
    makeRoom()
    if let reservation = registry.reserve() { return reservation }
    var problem = Problem(.overCapacity, "The server has as many sessions as it can. Try later.")
    problem.fields.set(.retryAfter, "10")
    throw problem
  }

  /// Adds a session to the registry.
  private func add(
    _ session: any Session, at reservation: SessionReservation, timeToLive: Double
  ) throws(Problem) -> SessionRegistry.Entry {
    let now = clock.read()
    guard let entry = registry.add(session, at: reservation, timeToLive: timeToLive, now: now)
    else {
      session.discard()
      throw Problem(.invalidValue, "There is a session with this id.")
    }
    setExpiryAlarm(entry.expiry)
    session.context.didEnter()
    session.writer?.noteUse(at: now.date)
    // The resume action may have exceeded a limit before the session was in the registry.
    if let reason = session.terminationReason {
      registry.end(session.context.id, reason, now: now.instant)
    }
    return entry
  }

  // MARK: Expiry

  /// Ends sessions from now on when they expire, and not only in ``sweep()``.
  func startExpiring() {
    expiryAlarm.start()
    endExpired()
  }

  /// Sets the alarm for the expiry of a session.
  private func setExpiryAlarm(_ instant: MonotonicInstant) {
    expiryAlarm.set(for: instant) { [weak self] in self?.endExpired() }
  }

  /// Ends the sessions that have expired, and sets the alarm for the next one.
  private func endExpired() {
    if let next = registry.expire(now: clock.steady()) { setExpiryAlarm(next) }
  }

  /// Removes a session whose store was ended because it exceeded a limit.
  ///
  /// Called under the store's lock, so the removal happens on another thread.
  func terminate(_ context: SessionContext, _ reason: SessionEndReason) {
    deadlines.async { [self] in
      log("session-ended", context) { line in
        line.member("reason", reason.name)
        line.member("message", reason.explanation)
      }
      registry.end(context.id, reason, now: clock.steady(), in: context)
    }
  }

  /// Logs an issue that a session's reducers or effects reported.
  func report(_ context: SessionContext, _ issue: Issue) {
    let suppressed = issueThrottle.withLock { $0.admit(context.feature, now: clock.steady()) }
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
    configuration.logEvent(.warning, event, of: context.id) { line in
      line.member("feature", context.feature)
      members(&line)
    }
  }
}
