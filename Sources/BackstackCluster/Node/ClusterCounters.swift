import BackstackPlatform

/// What a node of a cluster has done, for metrics.
package final class ClusterCounters: Sendable {
  /// What is counted.
  package enum Event: String, CaseIterable, Sendable {
    /// The node has claimed a session.
    case claimed
    /// A claim was refused, or failed.
    case claimRefused
    /// Another node has taken a session that was offered.
    case handedOver
    /// Nobody has taken a session that was offered.
    case keptByOffer
    /// A request begins anew, as its changes were refused as another node's.
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
