import Backstack
import BackstackStorage
import FoundationEssentials

/// Starts new sessions, resumes saved ones, adds both to the registry, and has new ones stored.
final class SessionStarter: Sendable {
  private let configuration: SessionConfiguration
  private let storage: StorageAccess?
  private let runtimes: [String: FeatureRuntime]
  private let registry: SessionRegistry
  private let clock: SessionClock
  private let expiryAlarm: ExpiryAlarm
  private let memory: MemoryBound
  private let passivation: Passivation
  private let usages: PrincipalUsages
  private let scheduler: WriteScheduler
  private let creations: AnswerMemory
  private let placing: (any SessionPlacing)?

  init(
    _ configuration: SessionConfiguration, _ storage: StorageAccess?,
    of runtimes: [String: FeatureRuntime], in registry: SessionRegistry, clock: SessionClock,
    expiryAlarm: ExpiryAlarm, memory: MemoryBound, passivation: Passivation,
    usages: PrincipalUsages, scheduler: WriteScheduler, creations: AnswerMemory,
    placing: (any SessionPlacing)?
  ) {
    self.configuration = configuration
    self.storage = storage
    self.runtimes = runtimes
    self.registry = registry
    self.clock = clock
    self.expiryAlarm = expiryAlarm
    self.memory = memory
    self.passivation = passivation
    self.usages = usages
    self.scheduler = scheduler
    self.creations = creations
    self.placing = placing
  }

  // MARK: Starting

  /// Starts a session.
  ///
  /// - Throws: ``SessionError`` if the feature can't start like this, or there are too many
  ///   sessions.
  func start(
    _ runtime: FeatureRuntime, _ start: SessionStart, principal: SessionPrincipal?,
    byAgent: Bool = false, language: LanguageTag? = nil, timeToLive: Double
  ) throws(SessionError) -> SessionRegistry.Entry {
    if let storage, scheduler.isFull { throw storage.failed(.overloaded) }
    // Before the state is decoded, because refusing costs less than creating.
    let reservation = try reserve()
    let id = try newID()
    let context = SessionContext(
      id: id, principal: principal, byAgent: byAgent, usage: usages.usage(of: principal?.id),
      language: language, isResumed: false, runtime: runtime)
    let storing = storing(
      SessionRevision(id: context.id.description, epoch: 1, version: 0), timeToLive: timeToLive)
    return try creating(id) { () throws(SessionError) in
      try runtime.feature.makeSession(start, context, storing) { session throws(SessionError) in
        try add(session, at: reservation, timeToLive: timeToLive)
      }
    }
  }

  /// Resumes a saved session.
  ///
  /// - Parameters:
  ///   - claimed: The revision that the storage returned for the claim, or `nil` to store a
  ///     new session.
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
    guard saved.hasPossibleNumbers else {
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
    let reservation = if let reservation { reservation } else { try reserve() }
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
  func startAdmitted(
    _ runtime: FeatureRuntime, _ start: SessionStart, principal: SessionPrincipal?,
    byAgent: Bool, language: LanguageTag?, timeToLive: Double
  ) throws(SessionError) -> SessionRegistry.Entry {
    let usage = try usages.admitSession(of: principal)
    do throws(SessionError) {
      return try self.start(
        runtime, start, principal: principal, byAgent: byAgent, language: language,
        timeToLive: timeToLive)
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
        storage: $0, scheduler: scheduler, revision: revision, timeToLive: timeToLive,
        size: size)
    }
  }

  /// Reserves room for one more session.
  ///
  /// - Throws: ``SessionError`` if a limit is reached, and no session can be passivated.
  /// - Complexity: O(1).
  func reserve() throws(SessionError) -> SessionReservation {
    if memory.isShort {
      passivation.makeRoom()
      if memory.isShort { throw .outOfMemory }
    }
    if let reservation = registry.reserve() { return reservation }
    passivation.makeRoom()
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
    expiryAlarm.set(for: entry.expiry)
    memory.noteGrowth(MemoryBound.leastSession)
    session.context.didEnter()
    session.writer?.noteUse(at: now.date)
    // The resume action may have exceeded a limit before the session was in the registry.
    if let reason = session.exceededLimit {
      registry.end(session.context.id, reason, now: now.instant)
    }
    return entry
  }

  // MARK: Storing

  /// Stores a session that was created; responses wait until it is stored.
  func store(_ entry: SessionRegistry.Entry) {
    entry.session.writer?.beginCreation()
    storeBegun(entry)
  }

  /// Stores a session whose writer has begun its creation.
  ///
  /// - Parameters:
  ///   - key: The key of the request that created it.
  ///   - answer: The response to that request.
  func storeBegun(
    _ entry: SessionRegistry.Entry, key: IdempotencyKey? = nil, answer: Answer? = nil
  ) {
    let context = entry.session.context
    guard let writer = entry.session.writer else { return context.didStart() }
    let now = configuration.now()
    do throws(SessionError) {
      let content = try entry.session.save()
      let saved = SavedSession(
        content, of: context.info, timeToLive: entry.timeToLive,
        shape: context.runtime.feature.stateShape)
      var new = StoredRecord.session(
        saved, created: StorageTime(now), expires: writer.firstExpiry)
      new.session.header.epoch = 1
      new.session.header.node = placing?.owner(of: context.id) ?? 0
      if let key {
        let stored = StoredAnswer(creation: key, answer: answer, now: now.timeIntervalSince1970)
        new.answer = stored
        // It outlives the session.
        context.usage?.addBytes(key.text.utf8.count + stored.body.count)
        new.removedAnswers = creations.takeOutdated().map {
          AnswerKey(scope: AnswerMemory.creationScope, key: $0)
        }
      }
      writer.create(new)
    } catch {
      writer.didFail(.invalid(error.excerpt))
    }
    // Before the response is sent: this waiter is the first.
    writer.whenStored { failure in if failure == nil { context.didStart() } }
  }

  // MARK: Placing

  /// Returns an id for a new session.
  ///
  /// - Throws: ``SessionError/storage(_:)`` while there may be no session here.
  private func newID() throws(SessionError) -> SessionID {
    var generator = configuration.makeRandomNumberGenerator()
    guard let placing else { return SessionID(using: &generator) }
    return try placing.newID { SessionID(using: &generator) }
  }

  /// Runs a closure that adds a new session to the directory.
  ///
  /// - Parameter id: The id of the session; `nil` if the session was claimed.
  /// - Throws: ``SessionError/storage(_:)`` while there may be no session here, or what the closure
  ///   throws.
  private func creating(
    _ id: SessionID?, _ create: () throws(SessionError) -> SessionRegistry.Entry
  ) throws(SessionError) -> SessionRegistry.Entry {
    guard let placing, let id else { return try create() }
    return try placing.creating(id, create)
  }
}
