package import BackstackPlatform
package import BackstackStorage

/// The ownership of one session at one node: events go in, the steps that follow come out.
///
/// A session is active at one node at most, because a node claims it first, and claims it from a
/// living node only with that node's consent. Handing over is an optimization: each of its steps
/// may fail, and the epoch in the storage decides.
package struct OwnershipState: Sendable {
  /// An event that concerns the session.
  package enum Event: Hashable, Sendable {
    /// This node has created the session, under this epoch.
    case created(epoch: UInt64)
    /// A claim succeeded; the session has this epoch, and was loaded with its journal.
    case claimed(epoch: UInt64)
    /// A claim failed, or this node can't read what it has claimed.
    case claimFailed(StorageError)
    /// The session has to be handed over to another node.
    case handOver(to: UInt64)
    /// A session that is handed over has left the memory, and all of it is stored.
    case drained
    /// The node to which the session was offered has taken it.
    case offerAccepted
    /// The node to which the session was offered has not taken it, or may have.
    case offerFailed
    /// The session has left the memory: nobody uses it, it has ended, or a write was refused because
    /// another node has claimed it.
    case removed
    /// This node is dead or leaves.
    case dropped
  }

  /// A step that the node performs.
  package enum Step: Hashable, Sendable {
    /// Claim the session by this right, but not in one of these shapes, which other nodes can read
    /// and this one can't; and load it.
    case claim(SessionClaim.Right, avoiding: Set<String>)
    /// Process the requests that wait, and those that come.
    case admitRequests
    /// Send the requests that wait elsewhere.
    case sendRequestsOn(Destination)
    /// Respond to the requests that wait with the error.
    case refuseRequests(StorageError)
    /// Let the requests that come wait; cancel the effects, store what is not stored, and remove
    /// the session from memory.
    case drain
    /// Offer the session, which this node has under the epoch, to another one: by a request that
    /// comes with the consent to claim it, and does nothing else.
    case offer(to: UInt64, epoch: UInt64)
    /// Remove the session from memory, without writing it.
    case drop
  }

  private enum Phase: Hashable, Sendable {
    /// Not in memory. If it has moved to another node lately: which node has claimed it, and how long to
    /// remember that.
    case absent(wentTo: Owner?, until: MonotonicInstant)
    /// A claim is under way.
    case claiming(SessionClaim.Right)
    case active(epoch: UInt64)
    /// To be handed over once all is stored.
    case draining(to: UInt64, epoch: UInt64)
    /// Another node may claim it at any moment.
    case offered(to: UInt64, epoch: UInt64)
  }

  /// A node that has claimed the session, under an epoch.
  private struct Owner: Hashable, Sendable {
    let node: UInt64
    let epoch: UInt64

    /// Asks the node for the session: one whose memory the session has left since consents that the home claims
    /// the session.
    var destination: Destination { .node(node, .owner(epoch: epoch)) }
  }

  private let node: UInt64
  private let key: UInt64
  private var phase = Phase.absent(wentTo: nil, until: .never)

  /// Creates what a node knows of a session of which it has nothing.
  ///
  /// - Parameters:
  ///   - key: The random bits of the session's id by which its home is chosen.
  ///   - node: The node's number. A node that gets another number begins with nothing.
  package init(key: UInt64, at node: UInt64) {
    self.key = key
    self.node = node
  }

  /// The epoch under which this node has the session in memory and may write it.
  package var epoch: UInt64? {
    switch phase {
    case .active(let epoch), .draining(_, let epoch): epoch
    case .absent, .claiming, .offered: nil
    }
  }

  /// Whether the session is being handed over.
  package var isLeaving: Bool {
    switch phase {
    case .draining, .offered: true
    case .absent, .claiming, .active: false
    }
  }

  /// Returns whether there is nothing left to know.
  package func isForgettable(at now: MonotonicInstant) -> Bool {
    guard case .absent(let target, let until) = phase else { return false }
    return target == nil || now >= until
  }

  // MARK: Requests

  /// Returns the decision about a request for the session.
  ///
  /// - Parameter referral: Why the request was sent to this node.
  package mutating func receive(
    _ referral: Referral, view: ClusterView, at now: MonotonicInstant
  ) -> OwnershipDecision {
    switch phase {
    case .active: return .process
    case .claiming, .draining, .offered: return .wait([])
    case .absent(let target, let until):
      if let target, now < until, referral == .home, target.node != node, view.isReady(target.node)
      {
        return .forward(target.destination)
      }
    }
    switch referral {
    case .consent(node, _):
      // Only this node can read the session.
      break
    case .consent(let owner, let epoch) where view.isReady(node):
      return .wait(claim(.consented(by: owner, epoch: epoch), view))
    case .shape(let shape):
      guard let reader = view.home(of: key, shape: shape), reader != node else { break }
      return .forward(.node(reader, .shape(shape)))
    case .owner(let epoch):
      guard let home = view.home(of: key), home != node else { break }
      // Whatever this node still has under way for the session is refused once the home claims it.
      return .forward(.node(home, .consent(of: node, epoch: epoch)))
    case .home, .consent:
      guard let home = view.home(of: key), home != node else { break }
      return .forward(.node(home, .home))
    }
    return .wait(claim(.unowned(view.deadNodes), view))
  }

  private mutating func claim(
    _ right: SessionClaim.Right, _ view: ClusterView
  ) -> [Step] {
    phase = .claiming(right)
    return [.claim(right, avoiding: view.avoidedShapes(of: node))]
  }

  // MARK: Events

  /// Records an event.
  ///
  /// - Returns: What the caller has to do, in this order; nothing for an event that comes too late.
  package mutating func handle(
    _ event: Event, view: ClusterView, at now: MonotonicInstant
  ) -> [Step] {
    switch (event, phase) {
    case (.created(let epoch), .absent):
      phase = .active(epoch: epoch)
      return []
    case (.claimed(let epoch), .claiming):
      phase = .active(epoch: epoch)
      return [.admitRequests]
    case (.claimFailed(let error), .claiming(let right)):
      phase = .absent(wentTo: nil, until: .never)
      return [consequence(error, of: right, view)]
    case (.handOver(let target), .active(let epoch)):
      guard target != node, view.isReady(target) else { return [] }
      phase = .draining(to: target, epoch: epoch)
      return [.drain]
    case (.drained, .draining(let target, let epoch)):
      guard view.isReady(target) else {
        return claim(.consented(by: node, epoch: epoch), view)
      }
      phase = .offered(to: target, epoch: epoch)
      return [.offer(to: target, epoch: epoch)]
    case (.offerAccepted, .offered(let target, let epoch)):
      // Each claim has the next epoch.
      let owner = Owner(node: target, epoch: epoch &+ 1)
      leave(to: owner, at: now)
      return [.sendRequestsOn(owner.destination)]
    case (.offerFailed, .offered(_, let epoch)):
      // The offer may still arrive: under the old epoch, the other node could claim a session that
      // is in use here. The first claim decides.
      return claim(.consented(by: node, epoch: epoch), view)
    case (.dropped, .active), (.dropped, .draining):
      leave(to: nil, at: now)
      return [.drop, .sendRequestsOn(.anywhere)]
    case (.dropped, .offered), (.dropped, .claiming), (.removed, .active), (.removed, .draining):
      leave(to: nil, at: now)
      return [.sendRequestsOn(.anywhere)]
    default: return []
    }
  }

  /// Returns what a failed claim by a right means for the requests that wait.
  private func consequence(
    _ error: StorageError, of right: SessionClaim.Right, _ view: ClusterView
  ) -> Step {
    switch error {
    case .owned(let owner, let epoch):
      // A dead owner was not known to be dead when the claim was made.
      let isUseful = owner != 0 && owner != node && !view.isDead(owner)
      return .sendRequestsOn(isUseful ? .node(owner, .owner(epoch: epoch)) : .anywhere)
    case .unsuitable(let shape, let owner, let epoch):
      guard let reader = view.home(of: key, shape: shape) else {
        return .sendRequestsOn(.anywhere)
      }
      // The owner's consent is passed on to the node that can read the session. A node may own what
      // it can't read: it claimed the session when nobody else could read it either.
      let hasConsent = owner == node || right == .consented(by: owner, epoch: epoch)
      return .sendRequestsOn(
        .node(reader, hasConsent ? .consent(of: owner, epoch: epoch) : .shape(shape)))
    default: return .refuseRequests(error)
    }
  }

  private mutating func leave(to target: Owner?, at now: MonotonicInstant) {
    phase = .absent(
      wentTo: target, until: target == nil ? .never : now.advanced(by: ClusterTiming.forwardingTime)
    )
  }
}
