import BackstackPlatform
import Synchronization

/// A principal's usage of everything that has a quota; any thread may change it.
package final class PrincipalUsage: Sendable {
  private struct Stored {
    var usage: StoredUsage
    /// The requests that wait for the storage to count.
    var waiting: [@Sendable (Bool) -> Void] = []
  }

  let principal: String
  private let effectCount = Atomic(0)
  private let streamCount = Atomic(0)
  private let stored: Guarded<Stored>

  init(_ principal: String, isStored: Bool) {
    self.principal = principal
    stored = Guarded(Stored(usage: StoredUsage(isStored: isStored)))
  }

  // MARK: Usage in memory

  /// The number of effects in flight.
  var effects: Int { effectCount.load(ordering: .relaxed) }
  /// The number of open streams of events.
  var streams: Int { streamCount.load(ordering: .relaxed) }

  func addEffects(_ difference: Int) { effectCount.wrappingAdd(difference, ordering: .relaxed) }

  /// Reserves room for a stream.
  ///
  /// - Returns: A permit that frees the room when its last reference is released; `nil` when there
  ///   is no room.
  func openStream(limit: Int) -> StreamPermit? {
    let count = streamCount.wrappingAdd(1, ordering: .relaxed).newValue
    let permit = StreamPermit(self)
    return count <= limit ? permit : nil
  }

  /// The room for a stream; freed with the last reference.
  package final class StreamPermit: Sendable {
    private let usage: PrincipalUsage

    fileprivate init(_ usage: PrincipalUsage) { self.usage = usage }

    deinit { usage.streamCount.wrappingSubtract(1, ordering: .relaxed) }
  }

  // MARK: Usage in storage

  /// The sessions that have not ended, and the bytes that they take.
  var storedUsage: StoredUsage { stored.withLock { $0.usage } }

  /// Decides about a request that needs room, and begins a creation that is admitted.
  func admit(_ quotas: PrincipalQuotas, isCreation: Bool, at time: Double) -> StoredUsage.Step {
    stored.withLock { stored in
      let step = stored.usage.step(quotas, isCreation: isCreation, at: time)
      if isCreation, step == .admit { stored.usage.beginSession() }
      return step
    }
  }

  package func endCreation(isStored: Bool) { change { $0.endCreation(isStored: isStored) } }
  func addSessions(_ difference: Int) { change { $0.addSessions(difference) } }
  func addBytes(_ difference: Int) { change { $0.addBytes(difference) } }

  private func change(_ body: (inout StoredUsage) -> Void) { stored.withLock { body(&$0.usage) } }

  /// Adds a callback for the end of the count.
  ///
  /// - Parameter completion: Receives whether the count succeeded.
  /// - Returns: Whether the caller must ask the storage, and then call ``endCount(_:at:)``.
  func beginCount(_ completion: @escaping @Sendable (Bool) -> Void) -> Bool {
    stored.withLock { stored in
      stored.waiting.append(completion)
      return stored.usage.beginCount()
    }
  }

  func endCount(_ counted: (sessions: Int, bytes: Int)?, at time: Double) {
    let waiting = stored.withLock { stored in
      stored.usage.endCount(counted, at: time)
      defer { stored.waiting = [] }
      return stored.waiting
    }
    for completion in waiting { completion(counted != nil) }
  }
}

/// The usages of all principals with sessions or streams in memory, if there are quotas.
package final class PrincipalUsages: Sendable {
  let quotas: PrincipalQuotas
  private let isStored: Bool
  private let usages = Guarded<[String: PrincipalUsage]>([:])
  private let refusals: [Counter] = Quota.allCases.map { _ in Counter() }

  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  init(_ quotas: PrincipalQuotas, isStored: Bool) {
    self.quotas = quotas
    self.isStored = isStored
  }

  /// The number of known principals.
  var count: Int { usages.withLock { $0.count } }

  /// Returns the usage of a principal; `nil` if nothing is limited.
  func usage(of principal: String?) -> PrincipalUsage? {
    guard !quotas.isNone, let principal else { return nil }
    return usages.withLock { usages in
      if let known = usages[principal] { return known }
      let usage = PrincipalUsage(principal, isStored: isStored)
      usages[principal] = usage
      return usage
    }
  }

  /// Removes the principals that have nothing in memory. Their stored usage is counted again when
  /// it is needed.
  ///
  /// - Complexity: O(*n*) in the number of principals.
  func forgetUnused() {
    usages.withLock { usages in
      var unused: [String] = []
      var index = usages.startIndex
      while index != usages.endIndex {
        if isKnownUniquelyReferenced(&usages.values[index]) { unused.append(usages.keys[index]) }
        usages.formIndex(after: &index)
      }
      for principal in unused { usages[principal] = nil }
    }
  }

  // MARK: Refusals

  /// Returns the number of requests that were refused for a quota.
  package func refusals(for quota: Quota) -> Int {
    refusals[quota.rawValue].count.load(ordering: .relaxed)
  }

  /// Counts and returns a refusal.
  package func refusal(for quota: Quota) -> SessionError {
    refusals[quota.rawValue].count.wrappingAdd(1, ordering: .relaxed)
    let limit =
      switch quota {
      case .sessions: quotas.sessions
      case .storedBytes: quotas.storedBytes
      case .streams: quotas.streams
      case .effects: quotas.effects
      }
    return .quotaExceeded(quota, limit: limit ?? 0)
  }
}
