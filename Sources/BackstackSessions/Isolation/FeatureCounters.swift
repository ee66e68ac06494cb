import BackstackPlatform
import Synchronization

/// The counters of all sessions of a feature; read by any thread.
package final class FeatureCounters: Sendable {
  private let sessionCount = Atomic(0)
  private let clientActionCount = Atomic(0)
  private let effectActionCount = Atomic(0)
  private let hostActionCount = Atomic(0)
  private let effectCount = Atomic(0)
  private let issueCount = Atomic(0)
  private let ends = Guarded<[SessionEndReason: Int]>([:])

  /// The number of active sessions.
  package var sessions: Int { sessionCount.load(ordering: .relaxed) }
  /// The number of processed actions of clients.
  package var clientActions: Int { clientActionCount.load(ordering: .relaxed) }
  /// The number of processed actions of effects.
  package var effectActions: Int { effectActionCount.load(ordering: .relaxed) }
  /// The number of processed actions that the program sent, start actions included.
  package var hostActions: Int { hostActionCount.load(ordering: .relaxed) }
  /// The number of effects in flight.
  package var effects: Int { effectCount.load(ordering: .relaxed) }
  /// The number of reported issues.
  package var issues: Int { issueCount.load(ordering: .relaxed) }
  /// The number of ended sessions, by reason.
  package var endedSessions: [SessionEndReason: Int] { ends.withLock { $0 } }

  func countStart() { sessionCount.wrappingAdd(1, ordering: .relaxed) }

  func countPause() { sessionCount.wrappingSubtract(1, ordering: .relaxed) }

  func countEnd(_ reason: SessionEndReason) {
    sessionCount.wrappingSubtract(1, ordering: .relaxed)
    ends.withLock { $0[reason, default: 0] += 1 }
  }

  func countClientAction() { clientActionCount.wrappingAdd(1, ordering: .relaxed) }
  func countEffectAction() { effectActionCount.wrappingAdd(1, ordering: .relaxed) }
  func countHostAction() { hostActionCount.wrappingAdd(1, ordering: .relaxed) }
  func addEffects(_ difference: Int) { effectCount.wrappingAdd(difference, ordering: .relaxed) }
  func countIssue() { issueCount.wrappingAdd(1, ordering: .relaxed) }
}
