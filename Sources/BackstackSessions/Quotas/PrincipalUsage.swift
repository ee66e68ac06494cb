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
