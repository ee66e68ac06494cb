import BackstackPlatform
import BackstackStorage
import Synchronization

/// Counters of the storage, and whether it works; read by any thread.
package final class StorageHealth: Sendable {
  private let activationCount = Atomic(0)
  private let unreadableCount = Atomic(0)
  private let failureCount = Atomic(0)
  private let quarantinedCount = Atomic(0)
  private let wentBackCount = Atomic(0)
  private let isWorkingFlag = Atomic(true)
  /// The steady time before which no write shows that the storage has room again, in nanoseconds.
  private let fullUntil = Atomic(Int64.min)
  /// The steady time before which no further damage is logged, in nanoseconds.
  private let quietUntil = Atomic(Int64.min)
  private let now: @Sendable () -> MonotonicInstant
  private let log: @Sendable (_ failure: StorageError?) -> Void
  private let logDamage: @Sendable (StorageError) -> Void

  /// Creates the counters.
  ///
  /// - Parameters:
  ///   - now: Returns the time of a monotonic clock.
  ///   - logDamage: Called with the error for a part of the storage that is damaged.
  ///   - log: Called with the error when the storage ceases to work, and with `nil` when it works again.
  init(
    now: @escaping @Sendable () -> MonotonicInstant,
    logDamage: @escaping @Sendable (StorageError) -> Void = { _ in },
    log: @escaping @Sendable (_ failure: StorageError?) -> Void
  ) {
    self.now = now
    self.logDamage = logDamage
    self.log = log
  }

  /// The number of sessions that were activated from the storage.
  package var activations: Int { activationCount.load(ordering: .relaxed) }
  /// The number of stored sessions that could not be resumed.
  package var unreadableSessions: Int { unreadableCount.load(ordering: .relaxed) }
  /// The number of quarantined sessions at the last count.
  package var quarantinedSessions: Int { quarantinedCount.load(ordering: .relaxed) }
  /// The number of failed operations of the storage.
  package var failures: Int { failureCount.load(ordering: .relaxed) }
  /// The number of sessions of which the storage had lost confirmed changes.
  package var wentBack: Int { wentBackCount.load(ordering: .relaxed) }
  /// Whether the storage works: not from a failure on to the next write that succeeds or, if the storage was
  /// full, to the first one after five seconds without that failure.
  package var isWorking: Bool { isWorkingFlag.load(ordering: .relaxed) }

  func noteActivation() { activationCount.add(1, ordering: .relaxed) }
  /// Records that a part of a session is damaged. Damage of one session says nothing of the others: whether the
  /// storage works shows in the next write of the sweep. Logged at most once in five seconds: each request for
  /// what is damaged finds the damage again.
  func noteDamage(_ error: StorageError) {
    failureCount.add(1, ordering: .relaxed)
    let (now, last) = (now(), quietUntil.load(ordering: .relaxed))
    let next = now.advanced(by: .seconds(5)).nanoseconds
    guard now.nanoseconds >= last else { return }
    let isFirst = quietUntil.compareExchange(expected: last, desired: next, ordering: .relaxed)
    if isFirst.exchanged { logDamage(error) }
  }
  /// Records a stored session that can't be resumed.
  func noteUnreadable() { unreadableCount.add(1, ordering: .relaxed) }
  func noteWentBack() { wentBackCount.add(1, ordering: .relaxed) }
  func noteQuarantined(_ count: Int) { quarantinedCount.store(count, ordering: .relaxed) }

  /// Records a write that succeeded.
  func noteSuccess() {
    // Of a storage without room, writes that fit succeed among those that don't.
    guard !isWorking, now().nanoseconds >= fullUntil.load(ordering: .relaxed),
      !isWorkingFlag.exchange(true, ordering: .relaxed)
    else { return }
    log(nil)
  }

  /// Records a failed operation of the storage.
  func note(_ error: StorageError) {
    switch error {
    case .notFound, .ended, .quarantined: return
    // What nodes of a cluster do at the same time: only one of them has the session.
    case .fenced, .owned, .unsuitable, .exists, .answerExists: return
    case .versionConflict, .untraceable, .unreadableRecord, .invalid, .overloaded: break
    case .full, .readOnly, .unavailable, .corrupted, .unknownFormat:
      if case .full = error {
        fullUntil.store(now().advanced(by: .seconds(5)).nanoseconds, ordering: .relaxed)
      }
      if isWorkingFlag.exchange(false, ordering: .relaxed) { log(error) }
    }
    failureCount.add(1, ordering: .relaxed)
  }
}
