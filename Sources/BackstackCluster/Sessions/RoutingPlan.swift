package import BackstackPlatform

/// Routes one request to the owner of its session; runs at the entry node.
///
/// Nodes don't pass requests on to others: they say where the request has to go, and the entry
/// sends it there. So a request crosses one link at a time, there are no loops, and it ends after
/// the patience of the entry at the latest.
package struct RoutingPlan: Sendable {
  /// Why no node has processed a request, as far as is known.
  package enum Refusal: Hashable, Sendable {
    /// The node that has the session can't be reached, or nobody can claim the session.
    case unreachable
    /// The connection was lost while the request was processed, and to send it again could process
    /// it twice.
    case ambiguous
  }

  /// The next step of the request.
  package enum Step: Hashable, Sendable {
    /// Ask the node itself, by ``OwnershipState/receive(_:view:at:)``.
    case here(Referral)
    /// Send it to another node, through a relay if one is named.
    case forward(to: UInt64, through: UInt64?, Referral)
    /// Wait until this time, or until the view of the cluster changes.
    case wait(until: MonotonicInstant)
    /// Respond that it was not processed, or that this is unknown.
    case refuse(Refusal)
  }

  private struct Attempt: Hashable, Sendable {
    let node: UInt64
    let referral: Referral
  }

  private var node: UInt64?
  private let isRepeatable: Bool
  private var deadline: MonotonicInstant
  /// The attempts since the request last waited.
  private var attempts: Set<Attempt> = []
  /// The attempt whose result is awaited.
  private var current: Attempt?
  /// The nodes that have relayed it.
  private var relays: Set<UInt64> = []

  /// Creates the plan of a request that has just come in.
  ///
  /// - Parameters:
  ///   - isRepeatable: Whether the request may be processed twice: it changes nothing, or has a key
  ///     with which a repetition is replayed.
  package init(isRepeatable: Bool, timing: ClusterTiming, at now: MonotonicInstant) {
    self.isRepeatable = isRepeatable
    deadline = now.advanced(by: timing.patience)
  }

  /// Gives the request as much time as one that has just come in.
  package mutating func extend(_ timing: ClusterTiming, at now: MonotonicInstant) {
    deadline = now.advanced(by: timing.patience)
  }

  /// Returns the first step, and the one after a wait.
  ///
  /// The node itself is asked first: it may have the session, and knows its home otherwise.
  ///
  /// - Parameter node: The number of the node itself; `nil` while it belongs to no cluster.
  package mutating func start(
    at node: UInt64?, view: ClusterView, at now: MonotonicInstant
  ) -> Step {
    self.node = node
    attempts = []
    guard let node else { return wait(at: now) }
    return attempt(Attempt(node: node, referral: .home), view, at: now)
  }

  /// Returns the step after a node has said that it did not process the request, and where it has
  /// to go.
  package mutating func redirect(
    to destination: Destination, view: ClusterView, at now: MonotonicInstant
  ) -> Step {
    guard case .node(let next, let referral) = destination else { return wait(at: now) }
    return attempt(Attempt(node: next, referral: referral), view, at: now)
  }

  /// Returns the step after a connection was lost, or the node at its end was found to be dead.
  ///
  /// - Parameter mayBeProcessed: Whether the request was sent, so that it may have been processed.
  package mutating func linkFailed(
    mayBeProcessed: Bool, view: ClusterView, at now: MonotonicInstant
  ) -> Step {
    if mayBeProcessed, !isRepeatable { return .refuse(.ambiguous) }
    guard let failed = current, !view.isDead(failed.node),
      let relay = nextRelay(view, besides: failed.node), now < deadline
    else { return wait(at: now) }
    relays.insert(relay)
    return .forward(to: failed.node, through: relay, failed.referral)
  }

  /// Returns a node that may reach a node that this one can't reach, and was not tried yet.
  private func nextRelay(_ view: ClusterView, besides other: UInt64) -> UInt64? {
    view.members.keys.filter {
      $0 != other && $0 != node && view.isReady($0) && !relays.contains($0)
    }.min()
  }

  private mutating func attempt(
    _ next: Attempt, _ view: ClusterView, at now: MonotonicInstant
  ) -> Step {
    guard now < deadline else { return .refuse(.unreachable) }
    // Waits before it makes the same attempt again, and until the view has the node.
    guard next.node == node || view.members[next.node] != nil, attempts.insert(next).inserted
    else { return wait(at: now) }
    current = next
    relays = []
    return next.node == node
      ? .here(next.referral) : .forward(to: next.node, through: nil, next.referral)
  }

  private mutating func wait(at now: MonotonicInstant) -> Step {
    current = nil
    let next = now.advanced(by: ClusterTiming.retryInterval)
    return next < deadline ? .wait(until: next) : .refuse(.unreachable)
  }
}
