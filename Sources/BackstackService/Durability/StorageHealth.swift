import BackstackStorage
import Synchronization

/// What is counted of the storage, and whether it works; read by any thread.
final class StorageHealth: Sendable {
  private let wakeCount = Atomic(0)
  private let unreadableCount = Atomic(0)
  private let failureCount = Atomic(0)
  private let quarantinedCount = Atomic(0)
  private let isWorkingFlag = Atomic(true)

  /// Sessions that came back from the storage.
  var wakes: Int { wakeCount.load(ordering: .relaxed) }
  /// Stored sessions that could not go on.
  var unreadableSessions: Int { unreadableCount.load(ordering: .relaxed) }
  /// How many sessions were quarantined when they were last counted.
  var quarantinedSessions: Int { quarantinedCount.load(ordering: .relaxed) }
  /// How often the storage did not do what it was asked to.
  var failures: Int { failureCount.load(ordering: .relaxed) }
  /// Whether the storage did its part when it was last used.
  var isWorking: Bool { isWorkingFlag.load(ordering: .relaxed) }

  func noteWake() { wakeCount.add(1, ordering: .relaxed) }
  func noteUnreadable() { unreadableCount.add(1, ordering: .relaxed) }
  func noteQuarantined(_ count: Int) { quarantinedCount.store(count, ordering: .relaxed) }
  func noteSuccess() { isWorkingFlag.store(true, ordering: .relaxed) }

  /// Notes what the storage did not do.
  func note(_ error: StorageError) {
    switch error {
    case .notFound, .ended, .quarantined: return
    case .fenced, .versionConflict, .unreadableRecord, .exists, .answerExists, .invalid,
      .overloaded:
      break
    case .full, .readOnly, .unavailable, .corrupted, .unknownFormat:
      isWorkingFlag.store(false, ordering: .relaxed)
    }
    failureCount.add(1, ordering: .relaxed)
  }
}
