import BackstackLocking
import Synchronization

/// What is counted of all sessions of a feature; read by any thread.
final class FeatureCounters: Sendable {
  private let sessionCount = Atomic(0)
  private let clientActionCount = Atomic(0)
  private let effectActionCount = Atomic(0)
  private let effectCount = Atomic(0)
  private let issueCount = Atomic(0)
  private let ends = Guarded<[SessionEndReason: Int]>([:])

  /// Sessions that live.
  var sessions: Int { sessionCount.load(ordering: .relaxed) }
  /// Actions of clients that were processed.
  var clientActions: Int { clientActionCount.load(ordering: .relaxed) }
  /// Actions of effects that were processed.
  var effectActions: Int { effectActionCount.load(ordering: .relaxed) }
  /// Effects in flight.
  var effects: Int { effectCount.load(ordering: .relaxed) }
  /// Issues that were reported.
  var issues: Int { issueCount.load(ordering: .relaxed) }
  /// Sessions that have ended, by reason.
  var endedSessions: [SessionEndReason: Int] { ends.withLock { $0 } }

  func countStart() { sessionCount.wrappingAdd(1, ordering: .relaxed) }

  func countPause() { sessionCount.wrappingSubtract(1, ordering: .relaxed) }

  func countEnd(_ reason: SessionEndReason) {
    sessionCount.wrappingSubtract(1, ordering: .relaxed)
    ends.withLock { $0[reason, default: 0] += 1 }
  }

  func countClientAction() { clientActionCount.wrappingAdd(1, ordering: .relaxed) }
  func countEffectAction() { effectActionCount.wrappingAdd(1, ordering: .relaxed) }
  func addEffects(_ difference: Int) { effectCount.wrappingAdd(difference, ordering: .relaxed) }
  func countIssue() { issueCount.wrappingAdd(1, ordering: .relaxed) }
}
