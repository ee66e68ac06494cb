import Backstack
import BackstackCoding
import BackstackPlatform
import BackstackStorage
package import Dispatch
import Synchronization

/// The sessions of a process: it starts, finds, activates, passivates and ends them.
///
/// A program creates sessions with ``create(_:from:for:timeToLive:locale:)`` and changes them with
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
  /// The stored answers to keyed requests that created sessions.
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
  let scheduler: WriteScheduler
  /// The object that decides which sessions may be in memory here; `nil` if no other process has
  /// sessions of the storage.
  package let placing: (any SessionPlacing)?
  let pendingSearch = PendingSearch()
  /// The replies that clients wait for.
  package let pendingReplies = PendingReplies()
  package let log: SessionLog
  /// The storage, if there is one.
  let storage: StorageAccess?
  /// The answers that only the storage has.
  let storedAnswers: StoredAnswers
  let starter: SessionStarter
  package let activation: SessionActivation
  let passivation: Passivation
  let storageSweep: StorageSweep
  package let quarantine: CrashQuarantine
  let shapeCheck: ShapeCheck
  let expiryAlarm: ExpiryAlarm
  /// Set when the sessions are released.
  let stopFlag = StopFlag()
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
    scheduler = WriteScheduler(
      limits: configuration.writeLimits, timer: timer, schedule: streams.schedule)
    clock = SessionClock(
      now: configuration.now, steady: configuration.steady,
      // A session is stored an eighth longer than it lives, which may be as long as any earlier
      // configuration allowed.
      memory: 1.125
        * max(configuration.maximumIdleTimeout, configuration.idleTimeout, 7 * 24 * 3600))
    let log = SessionLog(configuration, steady: clock.steady)
    self.log = log
    storageHealth = StorageHealth(
      now: clock.steady, logDamage: log.reportDamage, log: log.reportStorage)
    storage = configuration.storage.map { [storageHealth, clock] in
      StorageAccess($0, health: storageHealth, clock: clock, streams: streams)
    }
    self.placing = placing
    registry = SessionRegistry(
      capacity: configuration.maximumSessions, memoryOfEnded: configuration.memoryOfEndedSessions,
      whenRemoved: { placing?.didRemove($0) })
    expiryAlarm = ExpiryAlarm(for: registry, timer: timer, steady: clock.steady)
    // Of two features with the same name, the first is hosted.
    self.features = Dictionary(features.map { ($0.name, $0) }) { first, _ in first }
    passivation = Passivation(
      configuration, of: self.features.values, in: registry, clock: clock, streams: streams)
    memory = MemoryBound(
      limit: configuration.maximumMemory, measure: configuration.usedMemory, now: clock.steady,
      // Weak: the sessions of its registry have the bound.
      relieve: { [weak passivation] in passivation?.relieve($0) })
    creations = AnswerMemory(
      limits: configuration.creationLimits, notesOutdated: configuration.storage != nil)
    usages = PrincipalUsages(configuration.quotas, storage: storage, now: configuration.now)
    storedAnswers = StoredAnswers(storage)
    let reference = DirectoryReference()
    let evict = Self.eviction(
      from: registry, clock: clock, log: log, deadlines: deadlines, streams: streams,
      pendingSearch)
    runtimes = self.features.mapValues { [storageHealth, log, timer, memory] feature in
      FeatureRuntime(
        feature, configuration: configuration, streams: streams, large: large, memory: memory,
        timer: timer,
        storageHealth: storageHealth, log: log, evict: evict, directory: reference)
    }
    starter = SessionStarter(
      configuration, storage, of: runtimes, in: registry, clock: clock, expiryAlarm: expiryAlarm,
      memory: memory, passivation: passivation, usages: usages, scheduler: scheduler,
      creations: creations, placing: placing)
    storageSweep = StorageSweep(
      configuration, storage, of: self.features, in: registry, clock: clock)
    activation = SessionActivation(
      configuration, storage, in: registry, scheduler: scheduler, large: large, starter: starter,
      sweep: storageSweep, health: storageHealth, log: log)
    quarantine = CrashQuarantine(configuration, health: storageHealth, of: runtimes.values)
    shapeCheck = ShapeCheck(configuration, storage, of: runtimes, until: stopFlag)
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
      case .notStored(let error, let isNew):
        streams.schedule {
          // After other failures the same would happen again.
          switch error {
          case .overloaded, .unavailable, .readOnly, .full, .answerExists: pendingSearch.request()
          default: break
          }
          guard let session = registry.remove(context)?.session else { return }
          session.passivate()
          // The client is told that nothing was created.
          if isNew { return }
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
    shapeCheck.begin()
    PendingActivation(at: self)?.begin()
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
    expiryAlarm.start()
  }

  /// Ends sessions that have expired, and passivates those that are stored and idle.
  package func sweep() {
    registry.sweep(now: clock.steady())
    storageSweep.run()
    quarantine.count()
    passivation.compactIdle()
    passivation.passivateIdle(for: configuration.passivateAfter)
    passivation.suspendIdle(for: configuration.passivateAfter)
    placing?.sweep(self)
    PendingActivation(at: self)?.begin()
    usages.forgetUnused()
    memory.check()
  }

  /// Releases all sessions; another process can resume those that are stored.
  package func releaseSessions() {
    stopFlag.set()
    pendingReplies.end()
    sweeper.withLock { $0.take()?.cancel() }
    expiryAlarm.stop()
    if configuration.storage == nil { registry.endAll() } else { passivation.passivateAll() }
  }

  /// Runs a closure on a thread for storing, which no effect can occupy.
  package func storageQueue(_ work: @escaping @Sendable () -> Void) { streams.schedule(work) }

  // MARK: Finding

  /// Calls a closure with a session that a request may use, or with the refusal if the session has
  /// ended or there is no such session for the request. Extends the session's life.
  ///
  /// - Parameters:
  ///   - referral: What another process that has sent the request tells ``placing``.
  ///   - body: Called at once if the session is active or the storage need not be asked, otherwise
  ///     on another thread once the session was activated.
  package func find(
    _ id: SessionID, for access: SessionAccess, _ referral: SessionReferral? = nil,
    _ body: @escaping @Sendable (RouteDecision) -> Void
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
      return body(.local(lookup.result(else: .unknownSession)))
    }
    if stopFlag.isSet {
      return body(.local(.failure(SessionRefusal(.passivated))))
    }
    activation.activate(id, for: access, isHidden: isHidden) { [self] error in
      let absence = error ?? .passivated
      body(
        .local(
          error == nil ? find(id, access).result(else: absence) : .failure(SessionRefusal(absence)))
      )
    }
  }

  /// Returns a session that was active just before, and extends its life.
  ///
  /// - Throws: ``SessionRefusal`` if the request may not use it any more, or it has left the
  ///   memory.
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

  /// Returns a session in memory without extending its life.
  package func find(_ id: SessionID) -> SessionRegistry.Entry? { registry.find(id) }

  /// The number of sessions in memory, including those that are being created.
  package var sessionCount: Int { registry.sessionCount }

  /// The number of sessions that wait for the storage.
  package func waitingCount(for priority: WritePriority) -> Int {
    scheduler.waitingCount(for: priority)
  }

  /// Returns the active sessions, each as it is between two actions. Sessions whose state has no
  /// JSON form are left out.
  ///
  /// - Complexity: O(size of all states).
  public func savedSessions() -> [SavedSession] {
    registry.all.compactMap(saved)
  }

  /// Returns an active session as it is between two actions; `nil` if there is none, or its state
  /// has no JSON form.
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

  /// Resumes a session that was saved; its time to live begins again.
  ///
  /// Overrides the session's dependencies again, then calls the hooks of
  /// ``Feature/onSessionResume(_:)``.
  ///
  /// - Throws: ``SessionError`` if the id has not the form of the ids here, if there is no such
  ///   feature or its state has changed incompatibly, if there is a session with the id already, or
  ///   if there are too many sessions.
  public func resume(_ saved: SavedSession) throws(SessionError) {
    try starter.resume(saved, claimed: nil)
  }

  /// Checks that there may be room for a session of a principal, before the content of its creation
  /// is read.
  ///
  /// - Throws: ``SessionError`` when there is certainly no room.
  package func requireRoom(of principal: SessionPrincipal?) throws(SessionError) {
    _ = try starter.reserve()
    try usages.requireRoom(of: principal)
  }
}

/// Whether a directory has released its sessions.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .sequentiallyConsistent) }

  func set() { flag.store(true, ordering: .sequentiallyConsistent) }
}

/// The door to the sessions of this process.
extension SessionDirectory: SessionDoor {
  package func perform(
    _ request: consuming SessionRequest, _ reply: @escaping @Sendable (SessionOutcome) -> Void
  ) {
    RequestInProgress(request, at: self, reply).find()
  }

  package func create(
    _ request: CreationRequest, _ reply: @escaping @Sendable (SessionOutcome) -> Void
  ) {
    CreationInProgress(request, at: self, reply).begin()
  }
}
