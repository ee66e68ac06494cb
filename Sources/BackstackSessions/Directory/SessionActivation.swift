import BackstackPlatform
package import BackstackStorage
import FoundationEssentials

/// Brings stored sessions back into memory, each once for all requests that wait for it.
package final class SessionActivation: Sendable {
  private let configuration: SessionConfiguration
  private let storage: StorageAccess?
  private let registry: SessionRegistry
  private let scheduler: WriteScheduler
  private let large: LargeWork
  private let starter: SessionStarter
  private let sweep: StorageSweep
  private let health: StorageHealth
  private let log: SessionLog
  private let activations = Activations()

  init(
    _ configuration: SessionConfiguration, _ storage: StorageAccess?,
    in registry: SessionRegistry, scheduler: WriteScheduler, large: LargeWork,
    starter: SessionStarter, sweep: StorageSweep, health: StorageHealth, log: SessionLog
  ) {
    self.configuration = configuration
    self.storage = storage
    self.registry = registry
    self.scheduler = scheduler
    self.large = large
    self.starter = starter
    self.sweep = sweep
    self.health = health
    self.log = log
  }

  /// Finds a stored session that a request may use, and activates it.
  ///
  /// The owner of the session is looked up first, before anything is done to it: the request of
  /// another client neither activates the session nor claims it from another server.
  ///
  /// - Parameters:
  ///   - isHidden: Whether the session is already known to belong to another principal. The storage
  ///     is read all the same, so that the time does not reveal that the id exists.
  ///   - right: The right by which the session is claimed.
  ///   - completion: Called on any thread once the session is active, or with the reason why not.
  func activate(
    _ id: SessionID, for access: SessionAccess, isHidden: Bool,
    by right: SessionClaim.Right = .any, _ completion: @escaping @Sendable (SessionError?) -> Void
  ) {
    confirm(id, for: access, isHidden: isHidden) { [self] error in
      if let error { completion(error) } else { activate(id, by: right, completion) }
    }
  }

  /// Looks up whether a request may use a stored session.
  ///
  /// - Parameter completion: Called with the reason why not, or `nil`.
  package func confirm(
    _ id: SessionID, for access: SessionAccess, isHidden: Bool,
    _ completion: @escaping @Sendable (SessionError?) -> Void
  ) {
    guard let storage else { return completion(.unknownSession) }
    let query = StorageQuery.ownership(id: id.description) { result in
      switch result {
      case .success(let ownership):
        guard !isHidden, access.allows(id, ownership) else { return completion(.unknownSession) }
        if let reason = ownership.endReason {
          return completion(.ended(SessionEndReason(stored: reason)))
        }
        completion(nil)
      case .failure(let error): completion(storage.failed(reading: error))
      }
    }
    storage.ask(query)
  }

  /// Activates a passive session.
  ///
  /// - Parameter completion: Called on a storage thread once the session is in the registry, or
  ///   can't be activated.
  private func activate(
    _ id: SessionID, by right: SessionClaim.Right, _ completion: @escaping Activations.Completion
  ) {
    let waiter: Activations.Completion = { [self] error in
      if case .storage(.fenced) = error, right == .any {
        // The claim under way was by another right, which did not suffice.
        activate(id, by: right, completion)
      } else {
        completion(error)
      }
    }
    guard activations.wait(for: id, waiter) else { return }
    // It may have been activated since the lookup; another claim would fence this server's own one.
    if registry.find(id) != nil { return activations.finish(id, nil) }
    claim(id, by: right) { [activations] result in
      switch result {
      case .success: activations.finish(id, nil)
      case .failure(let failure): activations.finish(id, failure.error)
      }
    }
  }

  /// Claims a session with the end of its stored journal, which is usually all of it, and activates
  /// it.
  ///
  /// The two come in one write: if the journal were read before the claim, the older owner could
  /// store another version in between.
  ///
  /// - Parameters:
  ///   - avoided: The fingerprints of the states that are left to other nodes.
  ///   - node: The number of the node that claims it.
  ///   - completion: Called on a storage thread once the session is in the registry, or can't be
  ///     activated.
  package func claim(
    _ id: SessionID, by right: SessionClaim.Right, avoiding avoided: Set<String> = [],
    as node: UInt64 = 0,
    _ completion: @escaping @Sendable (Result<SessionRevision, ActivationFailure>) -> Void
  ) {
    guard let storage else {
      return completion(.failure(ActivationFailure(.unknownSession)))
    }
    // Refused before anything has changed: too many requests wait for a turn already.
    if scheduler.isFull {
      let error = StorageError.overloaded
      return completion(.failure(ActivationFailure(storage.failed(error), of: error)))
    }
    let reservation: SessionReservation
    do throws(SessionError) {
      // Before the storage is asked, because refusing costs less than activating.
      reservation = try starter.reserve()
    } catch {
      return completion(.failure(ActivationFailure(error)))
    }
    let limit = min(max(1, configuration.journalLimits.entries), 1 << 30)
    let claim = SessionClaim(
      id.description, for: node, by: right, entryLimit: limit + WrittenSession.trimInterval,
      avoiding: avoided)
    scheduler.run { [self] finish in
      let write = StorageWrite.claim(claim) { [self] result in
        finish()
        resume(id, result, at: reservation, in: storage, completion)
      }
      storage.submit(write)
    }
  }

  /// Resumes a session after it was claimed, or passes on why it was not.
  private func resume(
    _ id: SessionID, _ result: Result<ClaimedSession, StorageError>,
    at reservation: SessionReservation, in storage: StorageAccess,
    _ completion: @escaping @Sendable (Result<SessionRevision, ActivationFailure>) -> Void
  ) {
    var weight = 0
    if case .success(let claimed) = result { weight = claimed.session.state.count }
    let work: @Sendable () -> Void = { [self] in
      switch result {
      case .success(let claimed):
        let error = resume(
          claimed.session, claimed.journal.entries, at: reservation, expiringIn: storage)
        completion(
          error.map { .failure(ActivationFailure($0)) }
            ?? .success(claimed.session.header.revision))
      case .failure(let error):
        if case .corrupted = error { reportUnreadable(id, nil, "\(error)") }
        completion(.failure(ActivationFailure(storage.failed(reading: error), of: error)))
      }
    }
    let source = LargeWorkSource(client: id.hashValue, subject: id.hashValue)
    if !large.offload(weight, from: source, work) { storage.schedule(work) }
  }

  private func resume(
    _ session: StoredSession, _ journal: [JournalEntry], at reservation: SessionReservation,
    expiringIn storage: StorageAccess
  ) -> SessionError? {
    let header = session.header
    let now = configuration.now()
    guard storage.expiryTime < header.expires else {
      let until = StorageTime(now.addingTimeInterval(configuration.memoryOfEndedSessions))
      scheduler.run { finish in
        let reason = SessionEndReason.expired.name
        storage.submit(
          .end(header.revision, reason: reason, rememberedUntil: until) { [self] result in
            finish()
            if case .success = result { sweep.noteExpiry(ofStored: header.id) }
          })
      }
      return .ended(.expired)
    }
    do throws(SessionError) {
      let saved = try StoredRecord.saved(session, journal: journal)
      try starter.resume(saved, claimed: header.revision, at: reservation)
      health.noteActivation()
      return nil
    } catch {
      // A lack of room does not mean that the session is unreadable.
      switch error {
      case .overCapacity, .outOfMemory: return error
      default: break
      }
      reportUnreadable(SessionID(header.id), header, error.excerpt)
      return error
    }
  }

  /// Logs a stored session that this process can't resume.
  ///
  /// - Parameter header: What could be read of it.
  private func reportUnreadable(_ id: SessionID?, _ header: SessionHeader?, _ reason: String) {
    health.noteUnreadable()
    guard log.admitIssueLine(of: header?.feature ?? "") != nil else { return }
    configuration.logEvent(.error, "session-unreadable", of: id) { line in
      if let header {
        line.member("feature", header.feature)
        line.member("shape", header.fingerprint)
      }
      line.member("message", reason)
    }
  }
}

/// Why a session was not activated.
package struct ActivationFailure: Error {
  package let error: SessionError
  /// The failure of the claim, if that was it.
  package let ofStorage: StorageError?

  init(_ error: SessionError, of storage: StorageError? = nil) {
    self.error = error
    ofStorage = storage
  }
}

/// The requests that wait for sessions to be activated; each session is loaded once.
private final class Activations: Sendable {
  typealias Completion = @Sendable (SessionError?) -> Void

  private let waiting = Guarded<[SessionID: [Completion]]>([:])

  /// - Returns: Whether the caller is the first, and has to load the session.
  func wait(for id: SessionID, _ completion: @escaping Completion) -> Bool {
    waiting.withLock { waiting in
      waiting[id, default: []].append(completion)
      return waiting[id]?.count == 1
    }
  }

  func finish(_ id: SessionID, _ error: SessionError?) {
    let completions = waiting.withLock { $0.removeValue(forKey: id) ?? [] }
    for completion in completions { completion(error) }
  }
}
