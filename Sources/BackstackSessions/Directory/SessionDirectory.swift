import Backstack
import BackstackCoding
package import BackstackPlatform
import BackstackStorage
package import Dispatch
import Synchronization

/// The sessions of a process: it starts, finds, activates, passivates and ends them.
///
/// A program creates sessions with ``create(_:from:for:timeToLive:)`` and changes them with
/// ``send(_:to:ifVersion:)`` and their like. A server gets the sessions themselves.
public final class SessionDirectory: Sendable {
  package let configuration: SessionConfiguration
  package let features: [String: Feature]
  /// The features with the parts that their sessions share.
  package let runtimes: [String: FeatureRuntime]
  let registry: SessionRegistry
  /// A thread that no effect can occupy, for responses whose wait is over.
  package let deadlines = DispatchQueue(label: "backstack.deadlines")
  let clock: SessionClock
  /// The timer that ends the waiting of clients.
  package let timer: any DeadlineTimer
  /// The kept answers to keyed requests that created sessions.
  package let creations: AnswerMemory
  /// The usages of principals, for their quotas.
  package let usages: PrincipalUsages
  /// The input that at least one feature accepts, for content that is read before its feature is
  /// known.
  package let widestInput: ClientInput
  /// The readers of the sessions' events.
  package let streams: EventStreams
  /// The threads for work that takes long.
  package let large: LargeWork
  /// The weight of creating a session.
  package let creationWeight = LearnedWeight()
  let workClocks: LearnedWeight.Clocks
  /// The bound of the process's memory.
  package let memory: MemoryBound
  package let storageHealth: StorageHealth
  /// The order in which sessions and requests get access to the storage.
  let turns: StorageTurns
  /// The requests that wait for sessions to be activated.
  let activations = Activations()
  /// What decides which sessions may be in memory here; `nil` where no other process has any.
  package let placing: (any SessionPlacing)?
  let pendingSearch = PendingSearch()
  /// The replies that clients wait for.
  package let pendingReplies = PendingReplies()
  package let log: SessionLog
  /// The file that records crashes while the process runs.
  let crashFile = Guarded<CrashFile?>(nil)
  /// The alarm for the next session that expires.
  private let expiryAlarm: ExpiryAlarm
  /// Whether the sessions were released.
  let isStopped = Atomic(false)
  private let sweeper = Guarded<(any DispatchSourceTimer)?>(nil)
  /// The number of seconds between two searches for sessions to expire or to passivate.
  private static let sweepInterval = 10.0

  package init(
    features: [Feature], configuration: SessionConfiguration, streams: EventStreams,
    large: LargeWork, placing: (any SessionPlacing)? = nil
  ) {
    self.configuration = configuration
    workClocks = LearnedWeight.Clocks(configuration)
    self.streams = streams
    self.large = large
    timer = configuration.timer ?? DispatchTimer(queue: deadlines)
    turns = StorageTurns(
      limits: configuration.writeLimits, timer: timer, schedule: streams.schedule)
    clock = SessionClock(
      now: configuration.now, steady: configuration.steady,
      // A session is stored an eighth longer than it lives, which may be as long as any earlier
      // configuration allowed.
      memory: 1.125
        * max(configuration.maximumIdleTimeout, configuration.idleTimeout, 7 * 24 * 3600))
    let log = SessionLog(configuration, steady: clock.steady)
    self.log = log
    storageHealth = StorageHealth(log: log.reportStorage)
    expiryAlarm = ExpiryAlarm(timer: timer, steady: clock.steady)
    let reference = DirectoryReference()
    let memory = MemoryBound(
      limit: configuration.maximumMemory, measure: configuration.usedMemory, now: clock.steady
    ) { reference.directory?.relieveMemory() }
    self.memory = memory
    self.placing = placing
    registry = SessionRegistry(
      capacity: configuration.maximumSessions, memoryOfEnded: configuration.memoryOfEndedSessions,
      whenRemoved: { placing?.didRemove($0) })
    creations = AnswerMemory(
      limits: configuration.creationLimits, notesOutdated: configuration.storage != nil)
    usages = PrincipalUsages(configuration.quotas, isStored: configuration.storage != nil)
    // Of two features with the same name, the first is hosted.
    self.features = Dictionary(features.map { ($0.name, $0) }) { first, _ in first }
    let evict = Self.eviction(
      from: registry, clock: clock, log: log, deadlines: deadlines, streams: streams,
      pendingSearch)
    runtimes = self.features.mapValues { [storageHealth, log, timer] feature in
      FeatureRuntime(
        feature, configuration: configuration, streams: streams, large: large, memory: memory,
        timer: timer,
        storageHealth: storageHealth, log: log, evict: evict, directory: reference)
    }
    let inputs = features.map(\.clientInput)
    widestInput = inputs.dropFirst().reduce(inputs.first ?? ClientInput()) { $0.union($1) }
    reference.refer(to: self)
  }

  /// Returns a closure that removes a session from a registry if it can't stay.
  private static func eviction(
    from registry: SessionRegistry, clock: SessionClock, log: SessionLog,
    deadlines: DispatchQueue, streams: EventStreams, _ pendingSearch: PendingSearch
  ) -> @Sendable (SessionContext, SessionEviction) -> Void {
    // Called under the lock of the session's store, so the removal happens on another thread. Weak:
    // the sessions of the registry have the closure.
    { [weak registry] context, eviction in
      guard let registry else { return }
      switch eviction {
      case .exceeded(let reason):
        deadlines.async {
          log.warn("session-ended", of: context) { line in
            line.member("reason", reason.name)
            line.member("message", reason.explanation)
          }
          registry.end(context.id, reason, now: clock.steady(), in: context)
        }
      case .notStored(let error):
        streams.schedule {
          // After other failures the same would happen again.
          switch error {
          case .overloaded, .unavailable, .readOnly: pendingSearch.request()
          default: break
          }
          guard let session = registry.remove(context)?.session else { return }
          session.passivate()
          log.warn("session-dropped", of: context) { $0.member("message", error.description) }
        }
      }
    }
  }

  // MARK: Running

  /// Begins to end sessions when they expire, and to passivate those that are stored and idle.
  /// Activates the stored sessions with pending effects.
  ///
  /// - Parameter didSweep: Called now and then, after sessions were ended and passivated.
  package func startSweeping(_ didSweep: @escaping @Sendable () -> Void = {}) {
    reportShapes { [weak self] shapes in
      // Decoding takes long: a server that starts has other work.
      Task.detached(priority: .background) { await self?.tryStates(in: shapes) }
    }
    activatePending()
    sweeper.withLock { sweeper in
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now() + Self.sweepInterval, repeating: Self.sweepInterval)
      timer.setEventHandler { [weak self] in
        self?.sweep()
        didSweep()
      }
      timer.resume()
      sweeper = timer
    }
    startExpiring()
  }

  /// Ends sessions that have expired, and passivates those that are stored and idle.
  package func sweep() {
    registry.sweep(now: clock.steady())
    sweepStorage()
    dropEnded()
    passivateIdle(for: configuration.passivateAfter)
    suspendIdle(for: configuration.passivateAfter)
    placing?.sweep(self)
    activatePending()
    usages.forgetUnused()
    memory.check()
  }

  /// Releases all sessions; another process can resume those that are stored.
  package func releaseSessions() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    pendingReplies.end()
    sweeper.withLock { $0.take()?.cancel() }
    expiryAlarm.stop()
    if configuration.storage == nil { registry.endAll() } else { passivateAll() }
  }

  /// Runs a closure on a thread for storing, which no effect can occupy.
  package func storageQueue(_ work: @escaping @Sendable () -> Void) { streams.schedule(work) }

  // MARK: Finding

  /// What becomes of a request to a session.
  package enum Arrival: Sendable {
    /// It was found here, or nobody has it.
    case here(Result<SessionRegistry.Entry, SessionRefusal>)
    /// Another process has it, or may claim it.
    case elsewhere(SessionDestination)
  }

  /// Calls a closure with a session that a request may use, or with the refusal if the session has
  /// ended or there is no such session for the request. Extends the session's life.
  ///
  /// - Parameters:
  ///   - referral: What another process that has sent the request tells ``placing``.
  ///   - body: Called at once if the session is active or the storage need not be asked, otherwise on
  ///     another thread once the session was activated.
  package func find(
    _ id: SessionID, for access: SessionAccess, _ referral: SessionReferral? = nil,
    _ body: @escaping @Sendable (Arrival) -> Void
  ) {
    if let placing, !access.isInspection {
      return placing.find(id, for: access, referral, in: self, body)
    }
    let lookup = find(id, access)
    let isHidden: Bool
    switch lookup {
    case .hidden where configuration.storage != nil: isHidden = true
    case .unknown where configuration.storage != nil && !access.isInspection: isHidden = false
    case .found, .ended, .ending, .hidden, .unknown:
      return body(.here(lookup.result(else: .unknownSession)))
    }
    if isStopped.load(ordering: .sequentiallyConsistent) {
      return body(.here(.failure(SessionRefusal(.passivated))))
    }
    activate(id, for: access, isHidden: isHidden) { [self] error in
      let absence = error ?? .passivated
      body(
        .here(
          error == nil ? find(id, access).result(else: absence) : .failure(SessionRefusal(absence)))
      )
    }
  }

  /// Returns a session that was active just before, and extends its life.
  ///
  /// - Throws: ``SessionRefusal`` if the request may not use it any more, or it has left the memory.
  package func activeSession(
    _ id: SessionID, for access: SessionAccess
  ) throws(SessionRefusal) -> SessionRegistry.Entry {
    try find(id, access).entry(
      else: configuration.storage == nil ? .unknownSession : .passivated)
  }

  /// Looks a session that a request may use up in memory, and extends its life.
  package func find(_ id: SessionID, _ access: SessionAccess) -> SessionRegistry.Lookup {
    if case .decision(let isAllowed) = access {
      // Called before the registry's lock is taken: the closure is the user's and may do anything.
      guard let context = registry.context(of: id) else { return .unknown }
      guard isAllowed(context.info) else { return .hidden }
      return registry.use(id, now: clock.read())
    }
    return registry.use(id, now: clock.read(), prolongs: !access.isInspection) { context in
      access.allows(context)
    }
  }

  /// The time on the clock by which sessions in memory expire.
  package var instant: MonotonicInstant { clock.steady() }

  /// Whether a session was used so shortly before that it can't have been passivated as idle. It may
  /// have ended.
  ///
  /// - Parameter use: The time of the use, or a little later.
  package func isInUse(since use: MonotonicInstant) -> Bool {
    // Half, as the use was a little earlier.
    let seconds = min(configuration.passivateAfter / 2, 0.1)
    return clock.steady() < use.later(by: Int64(nanosecondsIn: seconds))
  }

  /// Returns a session in memory without extending its life.
  package func find(_ id: SessionID) -> SessionRegistry.Entry? { registry.find(id) }

  /// The number of sessions in memory, including those that are being created.
  package var sessionCount: Int { registry.sessionCount }

  /// The number of sessions that wait for the storage.
  package func waitingCount(for priority: WritePriority) -> Int {
    turns.waitingCount(for: priority)
  }

  /// Returns the active sessions, each as it is between two actions. Sessions whose state has no
  /// JSON form are left out.
  ///
  /// - Complexity: O(size of all states).
  public func savedSessions() -> [SavedSession] {
    registry.all.compactMap(saved)
  }

  /// Returns an active session as it is between two actions; `nil` if there is none, or its state has
  /// no JSON form.
  package func savedSession(_ id: SessionID) -> SavedSession? { registry.find(id).flatMap(saved) }

  private func saved(_ entry: SessionRegistry.Entry) -> SavedSession? {
    guard let content = try? entry.session.save() else { return nil }
    let context = entry.session.context
    return SavedSession(
      content, of: context.info, timeToLive: entry.timeToLive,
      shape: context.runtime.feature.stateShape)
  }

  /// Ends a session.
  package func end(_ id: SessionID, _ reason: SessionEndReason) {
    registry.end(id, reason, now: clock.steady())
  }

  /// Ends a session if it is still in memory.
  ///
  /// - Returns: Whether it was.
  func end(_ context: SessionContext, _ reason: SessionEndReason) -> Bool {
    registry.end(context.id, reason, now: clock.steady(), in: context)
  }

  // MARK: Starting

  /// Starts a session.
  ///
  /// - Throws: ``SessionError`` if the feature can't start like this, or there are too many sessions.
  func start(
    _ runtime: FeatureRuntime, _ start: SessionStart, principal: SessionPrincipal?,
    language: LanguageTag? = nil, timeToLive: Double
  ) throws(SessionError) -> SessionRegistry.Entry {
    if configuration.storage != nil, turns.isFull { throw storageError(.overloaded) }
    // Before the state is decoded, because refusing costs less than creating.
    let reservation = try reserveSession()
    let id = try newID()
    let context = SessionContext(
      id: id, principal: principal, usage: usages.usage(of: principal?.id), language: language,
      isResumed: false, runtime: runtime)
    let storing = storing(
      SessionRevision(id: context.id.description, epoch: 1, version: 0), timeToLive: timeToLive)
    return try creating(id) { () throws(SessionError) in
      try runtime.feature.makeSession(start, context, storing) { session throws(SessionError) in
        try add(session, at: reservation, timeToLive: timeToLive)
      }
    }
  }

  /// Resumes a session that was saved; its time to live begins again.
  ///
  /// Overrides the session's dependencies again, then calls the hooks of
  /// ``Feature/onSessionResume(_:)``.
  ///
  /// - Throws: ``SessionError`` if the id has not the form of the ids here, if there is no such
  ///   feature or its state has changed incompatibly, if there is a session with the id already, or
  ///   if there are too many sessions.
  public func resume(_ saved: SavedSession) throws(SessionError) {
    try resume(saved, claimed: nil)
  }

  /// Resumes a saved session.
  ///
  /// - Parameters:
  ///   - claimed: The revision that the storage returned for the claim, or `nil` to store the
  ///     session anew.
  ///   - reservation: Its reservation, if there is one.
  /// - Throws: ``SessionError`` if it can't be resumed.
  func resume(
    _ saved: SavedSession, claimed: SessionRevision?,
    at reservation: SessionReservation? = nil
  ) throws(SessionError) {
    let isStored = claimed != nil
    guard let runtime = runtimes[saved.feature] else {
      throw .unreadable("there is no feature \"\(saved.feature)\".")
    }
    guard (0...SavedSession.maximumVersion).contains(saved.version), saved.timeToLive > 0,
      (0...StackElementID.maximumSavedGeneration + 1).contains(saved.nextElementID)
    else {
      throw isStored
        ? .unreadable("a number in it is out of range.")
        : .invalidValue("The saved session has a number out of range.")
    }
    if !isStored {
      do throws(StorageError) {
        try saved.validate()
      } catch {
        throw .invalidValue(error.description)
      }
    }
    guard let id = SessionID(saved.id) else {
      throw .invalidValue("The saved session's id is not 32 hexadecimal digits.")
    }
    if case .found = registry.use(id, now: clock.read()) {
      throw .invalidValue("There is a session with this id.")
    }
    let fresh = SessionRevision(id: saved.id, epoch: 1, version: UInt64(saved.version))
    let context = SessionContext(
      id: id, principal: saved.principal, usage: usages.usage(of: saved.principal?.id),
      language: saved.locale.flatMap { LanguageTag($0) }, isResumed: true, runtime: runtime)
    let reservation = if let reservation { reservation } else { try reserveSession() }
    let entry: SessionRegistry.Entry
    do throws(SessionError) {
      entry = try creating(isStored ? nil : id) { () throws(SessionError) in
        try runtime.feature.makeSession(
          .saved(saved), context,
          storing(claimed ?? fresh, timeToLive: saved.timeToLive, size: saved.size)
        ) { session throws(SessionError) in
          try add(session, at: reservation, timeToLive: saved.timeToLive)
        }
      }
    } catch {
      guard isStored, case .stateTooLarge = error else { throw error }
      throw .unreadable("its state has more than \(configuration.maximumStateBytes) bytes.")
    }
    // A claimed session is counted already, as it is stored.
    if !isStored { context.usage?.addSessions(1) }
    if isStored {
      context.didStart()
      entry.session.writer?.resumeWriting()
    } else {
      store(entry)
    }
  }

  /// Starts a session for a client, unless its principal has reached its quota. The caller reports
  /// the outcome to ``PrincipalUsage/endCreation(isStored:)``.
  ///
  /// - Throws: ``SessionError`` if it can't be started.
  package func startAdmitted(
    _ runtime: FeatureRuntime, _ start: SessionStart, principal: SessionPrincipal?,
    language: LanguageTag?, timeToLive: Double
  ) throws(SessionError) -> SessionRegistry.Entry {
    let usage = try admitSession(of: principal)
    do throws(SessionError) {
      return try self.start(
        runtime, start, principal: principal, language: language, timeToLive: timeToLive)
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
  /// - Throws: ``SessionError`` if a limit is reached, and no session can be passivated.
  /// - Complexity: O(1).
  package func reserveSession() throws(SessionError) -> SessionReservation {
    if memory.isShort {
      makeRoom()
      if memory.isShort { throw .outOfMemory }
    }
    if let reservation = registry.reserve() { return reservation }
    makeRoom()
    if let reservation = registry.reserve() { return reservation }
    throw .overCapacity
  }

  /// Adds a session to the registry.
  private func add(
    _ session: any Session, at reservation: SessionReservation, timeToLive: Double
  ) throws(SessionError) -> SessionRegistry.Entry {
    let now = clock.read()
    guard let entry = registry.add(session, at: reservation, timeToLive: timeToLive, now: now)
    else {
      session.discard()
      throw .invalidValue("There is a session with this id.")
    }
    setExpiryAlarm(entry.expiry)
    memory.noteGrowth(MemoryBound.leastSession)
    session.context.didEnter()
    session.writer?.noteUse(at: now.date)
    // The resume action may have exceeded a limit before the session was in the registry.
    if let reason = session.exceededLimit {
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
}
