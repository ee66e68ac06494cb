package import BackstackPlatform
package import BackstackSessions
import BackstackStorage

/// The ownership of the sessions in a node, and the requests that wait until it is clear.
///
/// It performs what ``OwnershipState`` decides, once the lock of the session's shard is released.
///
/// A session of which the node has nothing has no entry here.
package final class OwnershipTable: Sendable {
  /// The outcome for a request.
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
    var whenHandedOver: [@Sendable () -> Void] = []

    func isForgettable(at now: MonotonicInstant) -> Bool {
      session.isForgettable(at: now) && waiting.isEmpty
    }
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
  let handOversEnd = TimedSemaphore()
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
        report: { failure in configuration.report(failure.map { "\($0)" }) }))
  }

  /// Sets what is called with each new view of the cluster, on the thread that beats.
  package func onChange(_ body: @escaping @Sendable (ClusterView) -> Void) {
    whenChanged.withLock { $0 = body }
  }

  func noteChange(_ view: ClusterView) { whenChanged.withLock { $0 }?(view) }

  /// Sets how sessions are offered to other nodes.
  package func onOffer(_ offer: @escaping Offer) { self.offer.withLock { $0 = offer } }

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
  /// - Parameter waiter: Called at once or, if the request has to wait, on any thread.
  func receive(
    _ id: SessionID, _ referral: Referral, at node: UInt64, _ waiter: @escaping Waiter
  ) {
    let view = member.view
    let now = now()
    let decision = shard(of: id).entries.withLock { entries in
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
    switch decision {
    case .process: waiter(.admitted)
    case .forward(let destination): waiter(.forward(destination))
    case .wait(let steps): perform(steps, of: id, at: node)
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

  /// Records what happened to a session, and performs what follows.
  ///
  /// - Parameters:
  ///   - node: The number under which it happened; `nil` for the present one.
  ///   - error: What the requests that wait are refused with, if they are.
  ///   - completion: Called once the session, which is to be handed over, was, or stays.
  /// - Returns: Whether the node had something of the session under this number.
  @discardableResult
  func handle(
    _ event: OwnershipState.Event, of id: SessionID, at node: UInt64? = nil,
    refusing error: SessionError? = nil, whenHandedOver completion: (@Sendable () -> Void)? = nil
  ) -> Bool {
    let view = member.view
    let now = now()
    var number: UInt64?
    var steps: [OwnershipState.Step] = []
    var waiting: [Waiter] = []
    var whenHandedOver: [@Sendable () -> Void] = []
    shard(of: id).entries.withLock { entries in
      guard var entry = entries[id], node ?? entry.node == entry.node else { return }
      number = entry.node
      steps = entry.session.handle(event, view: view, at: now)
      if steps.contains(where: \.endsWaiting) { swap(&waiting, &entry.waiting) }
      if let completion { entry.whenHandedOver.append(completion) }
      if !entry.session.isLeaving { swap(&whenHandedOver, &entry.whenHandedOver) }
      entries[id] = entry.isForgettable(at: now) ? nil : entry
    }
    for completion in whenHandedOver { completion() }
    guard let number else { return false }
    perform(steps, of: id, at: number, for: waiting, refusing: error)
    return true
  }

  /// Begins to hand a session over to another node.
  ///
  /// - Parameter completion: Called once the session was handed over, or stays, on any thread; at
  ///   once if the session is not active at this node.
  func handOver(
    _ id: SessionID, to target: UInt64, at node: UInt64,
    _ completion: @escaping @Sendable () -> Void
  ) {
    let isKnown = handle(
      .handOver(to: target), of: id, at: node, whenHandedOver: completion)
    if !isKnown { completion() }
  }

  // MARK: Steps

  /// Performs the steps of a session, in their order.
  ///
  /// - Parameters:
  ///   - waiting: The requests for which the wait ends, if one of the steps ends it.
  ///   - error: What they are refused with, if they are.
  private func perform(
    _ steps: [OwnershipState.Step], of id: SessionID, at node: UInt64, for waiting: [Waiter] = [],
    refusing error: SessionError? = nil
  ) {
    for step in steps {
      switch step {
      case .claim(let right, let avoided): claim(id, by: right, avoiding: avoided, as: node)
      case .admitRequests: for waiter in waiting { waiter(.admitted) }
      case .sendRequestsOn(let destination): for waiter in waiting { waiter(.forward(destination)) }
      case .refuseRequests(let reason):
        for waiter in waiting { waiter(.refused(error ?? SessionError(reason))) }
      case .drain: drain(id, at: node)
      case .offer(let target, let epoch): offer(id, to: target, epoch, at: node)
      case .drop: directory.directory?.drop(id)
      }
    }
  }

  private func claim(
    _ id: SessionID, by right: SessionClaim.Right, avoiding avoided: Set<String>, as node: UInt64
  ) {
    guard let directory = directory.directory else { return }
    // What is in memory without an entry is a leftover: drop it.
    directory.drop(id)
    directory.activation.claim(id, by: right, avoiding: avoided, as: node) { [self] result in
      switch result {
      case .success(let revision):
        counters.count(.claimed)
        let isExpected = handle(.claimed(epoch: revision.epoch), of: id, at: node)
        // The node has another number by now, and the session belongs to the former one.
        if !isExpected { return directory.drop(id) }
        // It may have ended as it was activated, when the claim's result was not known here.
        if directory.find(id) == nil { handle(.removed, of: id, at: node) }
      case .failure(let failure):
        counters.count(.claimRefused)
        handle(
          .claimFailed(failure.ofStorage ?? .unavailable("the session was not activated")), of: id,
          at: node, refusing: failure.error)
      }
    }
  }

  /// Removes a session from memory that is handed over, and has the rest of it stored. Requests
  /// wait.
  private func drain(_ id: SessionID, at node: UInt64) {
    directory.directory?.takeAway(id) { [self] isStored in
      // Otherwise the storage has an earlier version, from which any node may continue.
      handle(isStored ? .drained : .dropped, of: id, at: node)
    }
  }

  /// Offers a session to another node.
  private func offer(_ id: SessionID, to target: UInt64, _ epoch: UInt64, at node: UInt64) {
    let completion: @Sendable (Bool) -> Void = { [self] isTaken in
      counters.count(isTaken ? .handedOver : .keptByOffer)
      handle(isTaken ? .offerAccepted : .offerFailed, of: id, at: node)
    }
    guard let offer = offer.withLock({ $0 }) else { return completion(false) }
    offer(id, .consent(of: node, epoch: epoch), target, completion)
  }

  // MARK: All sessions

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
        for completion in entry.whenHandedOver { completion() }
      }
    }
  }

  /// Forgets where sessions went that were handed over some time ago.
  func forgetForgettable() {
    let now = now()
    for shard in shards {
      shard.entries.withLock { entries in
        for (id, entry) in entries where entry.isForgettable(at: now) { entries[id] = nil }
      }
    }
  }

  /// The number of sessions of which the node has something.
  var count: Int { shards.reduce(0) { $0 + $1.entries.withLock { $0.count } } }
}

extension OwnershipState.Step {
  /// Whether it ends the wait of the requests that wait for the session.
  fileprivate var endsWaiting: Bool {
    switch self {
    case .admitRequests, .sendRequestsOn, .refuseRequests: true
    case .claim, .drain, .offer, .drop: false
    }
  }
}

/// The questions of the node's directory to its table.
extension OwnershipTable: SessionPlacing {
  /// Calls a closure with a session that a request may use, or with where the request has to go.
  ///
  /// The lease is checked after the request has come in: at that time no other node had taken the
  /// session, so that what is read from memory afterwards contains all that was acknowledged before
  /// the request was sent.
  package func find(
    _ id: SessionID, for access: SessionAccess, _ referral: SessionReferral?,
    in directory: SessionDirectory,
    _ body: @escaping @Sendable (RouteDecision) -> Void
  ) {
    guard !directory.isReleased, let node = number else { return body(.forward(anywhere)) }
    let referral = referral?.content as? Referral ?? .home
    @Sendable func proceed() {
      receive(id, referral, at: node) { [self] admission in
        switch admission {
        case .admitted: body(decision(on: directory.find(id, access)))
        case .forward(let destination): body(.forward(SessionDestination(destination)))
        case .refused(let error): body(.local(.failure(SessionRefusal(error))))
        }
      }
    }
    switch decision(on: id, referral, at: node) {
    case .process: body(decision(on: directory.find(id, access)))
    case .forward(let destination):
      // It may have ended here.
      switch directory.find(id, access) {
      case .ended(let reason): body(.local(.failure(SessionRefusal(.ended(reason)))))
      case .ending(let reason, let writer):
        body(.local(.failure(SessionRefusal(.ended(reason), until: writer))))
      case .found, .hidden, .unknown: body(.forward(SessionDestination(destination)))
      }
    case .wait(let steps):
      let isClaiming = steps.contains { if case .claim = $0 { true } else { false } }
      guard isClaiming else { return proceed() }
      let lookup = directory.find(id, access)
      switch lookup {
      case .ended, .ending: body(decision(on: lookup))
      case .found, .hidden, .unknown:
        directory.activation.confirm(id, for: access, isHidden: lookup.isHidden) { error in
          if let error { return body(.local(.failure(SessionRefusal(error)))) }
          proceed()
        }
      }
    }
  }

  /// Returns the decision about a request that may use a session here. If the session has just left,
  /// the request is routed again.
  private func decision(on lookup: SessionRegistry.Lookup) -> RouteDecision {
    if case .unknown = lookup { return .forward(anywhere) }
    return .local(lookup.result(else: .unknownSession))
  }

  package var anywhere: SessionDestination { SessionDestination(.anywhere) }

  /// Returns an id whose home is this node, if it is any session's.
  package func newID(from make: () -> SessionID) throws(SessionError) -> SessionID {
    guard let number else { throw Self.notMember }
    let view = member.view
    var id = make()
    guard view.isReady(number) else { return id }
    // As many draws as there are nodes suffice on average.
    var draws = 0
    while view.home(of: id.placementKey) != number, draws < Self.maximumDraws {
      id = make()
      draws += 1
    }
    return id
  }

  private static let maximumDraws = 1000

  package func creating(
    _ id: SessionID, _ create: () throws(SessionError) -> SessionRegistry.Entry
  ) throws(SessionError) -> SessionRegistry.Entry {
    guard let number else { throw Self.notMember }
    noteCreation(of: id, epoch: 1, at: number)
    let entry: SessionRegistry.Entry
    do throws(SessionError) {
      entry = try create()
    } catch {
      didRemove(id)
      throw error
    }
    // Otherwise all sessions were dropped while this one was not in memory yet.
    guard owner(of: id) == number else {
      directory.directory?.drop(id)
      throw Self.notMember
    }
    return entry
  }

  private static var notMember: SessionError {
    .storage(.unavailable("the node is not a member of its cluster now"))
  }

  package func didRemove(_ id: SessionID) { handle(.removed, of: id) }

  package func sweep(_ directory: SessionDirectory) {
    forgetForgettable()
    ClusterSessions(directory: directory, ownership: self).handOverMisplacedSessionsWhileDraining()
  }
}

extension SessionRegistry.Lookup {
  fileprivate var isHidden: Bool { if case .hidden = self { true } else { false } }
}
