package import BackstackPlatform
package import BackstackSessions
import BackstackStorage
import Dispatch

/// The ownership of the sessions in a node, and the requests that wait until it is clear.
///
/// A session of which the node has nothing has no entry here.
package final class OwnershipTable: Sendable {
  /// The outcome for a request that waited.
  enum Admission: Sendable {
    /// The session is in memory.
    case admitted
    case forward(Destination)
    case refused(SessionError)
  }

  typealias Waiter = @Sendable (Admission) -> Void

  private struct Entry {
    var session: OwnershipState
    /// The number that the node had when the entry was made.
    let node: UInt64
    var waiting: [Waiter] = []
    /// Called once the session was handed over, or stays.
    var whenHandedOver: (@Sendable () -> Void)?
  }

  /// Offers a session, which this node has under an epoch, to another node. The completion is told
  /// whether that node has taken it.
  package typealias Offer =
    @Sendable (
      _ id: SessionID, _ consent: Referral, _ node: UInt64,
      _ completion: @escaping @Sendable (_ isTaken: Bool) -> Void
    ) -> Void

  private final class Shard: Sendable {
    let entries = Guarded<[SessionID: Entry]>([:])
  }

  /// The node as a member of its cluster.
  package let member: ClusterMember
  package let timing: ClusterTiming
  package let now: @Sendable () -> MonotonicInstant
  package let counters = ClusterCounters()
  let directory: DirectoryReference
  /// Called with each new view of the cluster.
  private let whenChanged = Guarded<(@Sendable (ClusterView) -> Void)?>(nil)
  /// How sessions are offered to other nodes; `nil` while there is no way to them.
  private let offer = Guarded<Offer?>(nil)
  /// The sessions that this node hands over to others.
  let handOvers = Guarded(HandOvers(isDraining: false))
  /// Signalled when all were handed over.
  let handOversEnd = DispatchSemaphore(value: 0)
  private let shards = (0..<64).map { _ in Shard() }

  /// Creates the table of a node that has not joined.
  ///
  /// - Parameters:
  ///   - shapes: The shapes that the node can read.
  ///   - directory: The node's directory, once there is one.
  init(
    _ configuration: ClusterConfiguration, reading shapes: Set<String>,
    in directory: DirectoryReference, now: @escaping @Sendable () -> MonotonicInstant
  ) {
    var profile = configuration.profile
    profile.shapes = shapes
    timing = configuration.timing
    self.now = now
    self.directory = directory
    member = ClusterMember(
      profile, timing: configuration.timing, now: now,
      actions: ClusterMember.Actions(
        adopt: { ClusterSessions(directory.directory)?.adopt($0) },
        dropSessions: { ClusterSessions(directory.directory)?.dropAll() },
        report: { configuration.report("\($0)") }))
  }

  /// Sets what is called with each new view of the cluster, on the thread that beats.
  package func onChange(_ body: @escaping @Sendable (ClusterView) -> Void) {
    whenChanged.withLock { $0 = body }
  }

  func noteChange(_ view: ClusterView) { whenChanged.withLock { $0 }?(view) }

  /// Sets how sessions are offered to other nodes.
  package func onOffer(_ offer: @escaping Offer) { self.offer.withLock { $0 = offer } }

  /// Offers a session to another node.
  func offer(
    _ id: SessionID, _ consent: Referral, to node: UInt64,
    _ completion: @escaping @Sendable (_ isTaken: Bool) -> Void
  ) {
    guard let offer = offer.withLock({ $0 }) else { return completion(false) }
    offer(id, consent, node, completion)
  }

  /// The number under which the node may answer from memory; `nil` while it may not.
  var number: UInt64? { member.holdsLease() ? member.number : nil }

  private func shard(of id: SessionID) -> Shard { shards[id.shard(of: shards.count)] }

  // MARK: Requests

  /// Returns what would become of a request, and changes nothing.
  func decision(on id: SessionID, _ referral: Referral, at node: UInt64) -> OwnershipDecision {
    let view = member.view
    let now = now()
    return shard(of: id).entries.withLock { entries in
      var session = session(id, at: node, in: entries)
      return session.receive(referral, view: view, at: now)
    }
  }

  /// Receives a request.
  ///
  /// - Parameter waiter: Called if the request has to wait, after the wait, on any thread.
  func receive(
    _ id: SessionID, _ referral: Referral, at node: UInt64, _ waiter: @escaping Waiter
  ) -> OwnershipDecision {
    let view = member.view
    let now = now()
    return shard(of: id).entries.withLock { entries in
      var session = session(id, at: node, in: entries)
      let decision = session.receive(referral, view: view, at: now)
      if case .wait = decision {
        var entry = entries[id] ?? Entry(session: session, node: node)
        entry.session = session
        entry.waiting.append(waiter)
        // A request under another number of the node waits for a session that was dropped.
        entries[id] =
          entry.node == node
          ? entry : Entry(session: session, node: node, waiting: entry.waiting)
      }
      return decision
    }
  }

  private func session(
    _ id: SessionID, at node: UInt64, in entries: [SessionID: Entry]
  ) -> OwnershipState {
    // The node's sessions under another number have been dropped, or are about to be.
    if let entry = entries[id], entry.node == node { return entry.session }
    return OwnershipState(key: id.placementKey, at: node)
  }

  // MARK: Events

  /// Records what happened to a session.
  ///
  /// - Parameters:
  ///   - node: The number under which it happened; `nil` for the present one.
  ///   - error: What the requests that wait are refused with, if they are.
  /// - Returns: The steps that are left to do; `nil` if the node had nothing of the session under
  ///   this number.
  func handle(
    _ event: OwnershipState.Event, of id: SessionID, at node: UInt64? = nil,
    refusing error: SessionError? = nil
  ) -> [OwnershipState.Step]? {
    let view = member.view
    let now = now()
    var admission: Admission?
    var waiting: [Waiter] = []
    var whenHandedOver: (@Sendable () -> Void)?
    let left = shard(of: id).entries.withLock { entries -> [OwnershipState.Step]? in
      guard var entry = entries[id], node ?? entry.node == entry.node else { return nil }
      var left: [OwnershipState.Step] = []
      for step in entry.session.handle(event, view: view, at: now) {
        switch step {
        case .admitRequests: admission = .admitted
        case .sendRequestsOn(let destination): admission = .forward(destination)
        case .refuseRequests(let reason): admission = .refused(error ?? SessionError(reason))
        case .claim, .drain, .offer, .drop: left.append(step)
        }
      }
      if admission != nil { swap(&waiting, &entry.waiting) }
      if !entry.session.isLeaving { whenHandedOver = entry.whenHandedOver.take() }
      entries[id] = entry.session.isForgettable(at: now) && entry.waiting.isEmpty ? nil : entry
      return left
    }
    if let admission { for waiter in waiting { waiter(admission) } }
    whenHandedOver?()
    return left
  }

  /// Begins to hand a session over to another node.
  ///
  /// - Parameter completion: Called once the session was handed over, or stays, on any thread; at
  ///   once if the session is not active at this node.
  /// - Returns: The steps that are left to do.
  func handOver(
    _ id: SessionID, to target: UInt64, at node: UInt64,
    _ completion: @escaping @Sendable () -> Void
  ) -> [OwnershipState.Step] {
    let steps = handle(.handOver(to: target), of: id, at: node) ?? []
    let isLeaving = shard(of: id).entries.withLock { entries in
      guard entries[id]?.session.isLeaving == true else { return false }
      entries[id]?.whenHandedOver = completion
      return true
    }
    if !isLeaving { completion() }
    return steps
  }

  /// Records that the node has created a session.
  func noteCreation(of id: SessionID, epoch: UInt64, at node: UInt64) {
    let view = member.view
    let now = now()
    shard(of: id).entries.withLock { entries in
      var entry = Entry(session: OwnershipState(key: id.placementKey, at: node), node: node)
      _ = entry.session.handle(.created(epoch: epoch), view: view, at: now)
      entries[id] = entry
    }
  }

  /// Returns the number under which the node has something of a session.
  package func owner(of id: SessionID) -> UInt64? {
    shard(of: id).entries.withLock { $0[id]?.node }
  }

  /// Forgets all sessions, as they belong to others now. The requests that wait are routed again.
  func forgetAll() {
    for shard in shards {
      let entries = shard.entries.withLock { entries in
        defer { entries = [:] }
        return entries
      }
      for entry in entries.values {
        for waiter in entry.waiting { waiter(.forward(.anywhere)) }
        entry.whenHandedOver?()
      }
    }
  }

  /// The number of sessions of which the node has something.
  var count: Int { shards.reduce(0) { $0 + $1.entries.withLock { $0.count } } }
}
