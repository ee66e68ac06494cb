import BackstackPlatform

/// The counters of a node of a cluster, for metrics.
package final class ClusterCounters: Sendable {
  /// The counted events.
  package enum Event: String, CaseIterable, Sendable {
    /// The node has claimed a session.
    case claimed
    /// A claim was refused, or failed.
    case claimRefused
    /// Another node has taken a session that was offered.
    case handedOver
    /// Nobody has taken a session that was offered.
    case keptByOffer
    /// A request is routed again, as another node owns its session by now.
    case fenced
    /// A request was sent to another node, which has processed it.
    case forwarded
    /// A request was sent to another node, which has not processed it and says where it has to go.
    case redirected
    /// A request to another node was lost.
    case lost
  }

  private let counts = Guarded<[Event: Int]>([:])

  /// Counts an event.
  package func count(_ event: Event) { counts.withLock { $0[event, default: 0] += 1 } }

  /// Returns how often something has happened.
  package subscript(event: Event) -> Int { counts.withLock { $0[event] ?? 0 } }
}
