import BackstackStorage
import FoundationEssentials

/// The sweep through stored sessions without requests: they expire, or another process ends them.
struct StorageSweep: Sendable {
  private let configuration: SessionConfiguration
  private let storage: StorageAccess?
  private let registry: SessionRegistry
  private let clock: SessionClock
  /// The hook of each feature for the end of a session.
  private let hooks: [String: [@Sendable (SessionInfo, SessionEndReason) -> Void]]

  init(
    _ configuration: SessionConfiguration, _ storage: StorageAccess?,
    of features: [String: Feature], in registry: SessionRegistry, clock: SessionClock
  ) {
    self.configuration = configuration
    self.storage = storage
    self.registry = registry
    self.clock = clock
    hooks = features.mapValues(\.hooks.ended)
  }

  /// Ends sessions that have expired in the storage, and drops those that were ended there.
  func run() {
    endExpired()
    dropEnded()
  }

  /// Ends stored sessions that have expired, and checks whether the storage works again.
  func endExpired() {
    guard let storage else { return }
    let now = configuration.now()
    let expiry = StorageWrite.Expiry(
      now: storage.expiryTime,
      rememberedUntil: StorageTime(now.addingTimeInterval(configuration.memoryOfEndedSessions)),
      limit: 1000)
    let write = StorageWrite.expire(expiry) { result in
      switch result {
      case .success(let expired):
        for id in expired.ids { noteExpiry(ofStored: id) }
        if expired.hasMore {
          storage.schedule { endExpired() }
        } else {
          storage.worked()
        }
      case .failure(let error): storage.failed(error)
      }
    }
    storage.submit(write)
  }

  /// Runs the hooks for a session that has expired while it was passive.
  func noteExpiry(ofStored id: String) {
    guard let storage, hooks.values.contains(where: { !$0.isEmpty }) else { return }
    let query = StorageQuery.ownership(id: id) { result in
      guard case .success(let ownership) = result,
        let hooks = hooks[ownership.feature]
      else { return }
      let info = SessionInfo(
        id: id, feature: ownership.feature, principal: StoredRecord.principal(ownership),
        isResumed: true)
      storage.schedule { for hook in hooks { hook(info, .expired) } }
    }
    storage.ask(query)
  }

  /// Drops sessions from memory that were ended in the storage by another process, as
  /// `sessions delete` does: looks at some sessions, and at the next ones when it is called again.
  func dropEnded() {
    guard let storage else { return }
    for entry in registry.idle(since: clock.steady(), among: Self.lookedAfter) {
      // The storage does not know yet a session that is being created.
      guard entry.session.writer?.isIdle == true else { continue }
      let context = entry.session.context
      let query = StorageQuery.ownership(id: context.id.description) { result in
        switch result {
        case .success(let ownership):
          if let reason = ownership.endReason { context.drop(.ended(reason: reason)) }
        case .failure(.notFound): context.drop(.notFound)
        case .failure: break
        }
      }
      storage.ask(query)
    }
  }

  /// The number of sessions in memory that are looked up in the storage at a time.
  private static let lookedAfter = 1000
}
