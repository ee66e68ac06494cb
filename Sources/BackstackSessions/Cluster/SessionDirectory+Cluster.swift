import BackstackCluster
import BackstackCoding
import BackstackPlatform
import BackstackStorage
import Dispatch
import Synchronization

/// The directory as a node of a cluster: a session is in the memory of one node at most.
extension SessionDirectory {
  /// Calls a closure with a session that a request may use, or with where the request has to go.
  ///
  /// The lease is asked after the request has come in: at that time no other node had taken the
  /// session, so that what is read from memory afterwards contains all that was acknowledged before
  /// the request was sent.
  ///
  /// - Parameters:
  ///   - referral: Why the request comes to this node.
  ///   - body: Called at once, or on any thread once more is known.
  func find(
    _ id: SessionID, for access: SessionAccess, _ referral: Referral, in places: SessionPlaces,
    _ body: @escaping @Sendable (Arrival) -> Void
  ) {
    guard !isStopped.load(ordering: .sequentiallyConsistent) else {
      return body(.elsewhere(.anywhere))
    }
    guard let node = places.number else { return body(.elsewhere(.anywhere)) }
    switch places.reception(of: id, referral, at: node) {
    case .process: body(present(id, access))
    case .elsewhere(let destination):
      // It may have ended here.
      switch find(id, access) {
      case .ended(let reason): body(.here(.failure(SessionRefusal(.ended(reason)))))
      case .ending(let reason, let writer):
        body(.here(.failure(SessionRefusal(.ended(reason), until: writer))))
      case .found, .hidden, .unknown: body(.elsewhere(destination))
      }
    case .wait(let steps):
      let isClaiming = steps.contains { if case .claim = $0 { true } else { false } }
      guard isClaiming else { return receive(id, referral, at: node, access, body) }
      let lookup = find(id, access)
      switch lookup {
      case .ended, .ending: body(present(lookup))
      case .found, .hidden, .unknown:
        confirm(id, for: access, isHidden: lookup.isHidden) { [self] error in
          if let error { return body(.here(.failure(SessionRefusal(error)))) }
          receive(id, referral, at: node, access, body)
        }
      }
    }
  }

  /// Receives a request that may use a session.
  private func receive(
    _ id: SessionID, _ referral: Referral, at node: UInt64, _ access: SessionAccess,
    _ body: @escaping @Sendable (Arrival) -> Void
  ) {
    guard let places else { return }
    let reception = places.receive(id, referral, at: node) { [self] arrival in
      switch arrival {
      case .here: body(present(id, access))
      case .elsewhere(let destination): body(.elsewhere(destination))
      case .refused(let error): body(.here(.failure(SessionRefusal(error))))
      }
    }
    switch reception {
    case .process: body(present(id, access))
    case .elsewhere(let destination): body(.elsewhere(destination))
    case .wait(let steps): perform(steps, of: id, at: node)
    }
  }

  /// Returns a session that is in memory. If it has left just now, the request begins anew.
  private func present(_ id: SessionID, _ access: SessionAccess) -> Arrival {
    present(find(id, access))
  }

  private func present(_ lookup: SessionRegistry.Lookup) -> Arrival {
    if case .unknown = lookup { return .elsewhere(.anywhere) }
    return .here(lookup.result(else: .unknownSession))
  }

  /// Whether requests may be answered from memory; always without a cluster.
  package var mayAnswer: Bool { places.map { $0.number != nil } ?? true }

  // MARK: Claiming

  func perform(_ steps: [LocalSession.Step], of id: SessionID, at node: UInt64) {
    for step in steps {
      switch step {
      case .claim(let right, let avoided): claim(id, by: right, avoiding: avoided, as: node)
      case .drop: drop(id)
      case .settle: settle(id, at: node)
      case .offer(let target, let epoch): offer(id, to: target, epoch, at: node)
      // Done by the places.
      case .admitRequests, .sendRequestsOn, .refuseRequests: break
      }
    }
  }

  private func claim(
    _ id: SessionID, by right: SessionClaim.Right, avoiding avoided: Set<String>, as node: UInt64
  ) {
    guard let places else { return }
    // What is in memory without a place was dropped.
    drop(id)
    claim(id, by: right, avoiding: avoided, as: node) { [self] result in
      let steps: [LocalSession.Step]?
      switch result {
      case .success(let revision):
        places.counters.count(.claimed)
        steps = places.handle(.claimed(epoch: revision.epoch), of: id, at: node)
        // The node has another number by now, and the session belongs to the former one.
        if steps == nil { drop(id) }
      case .failure(let failure):
        places.counters.count(.claimRefused)
        steps = places.handle(
          .claimFailed(failure.ofStorage ?? .unavailable("the session was not activated")), of: id,
          at: node, refusing: failure.error)
      }
      perform(steps ?? [], of: id, at: node)
    }
  }

  /// Removes a session from memory, without storing more of it than is under way.
  private func drop(_ id: SessionID) {
    guard let context = registry.find(id)?.session.context else { return }
    registry.remove(context)?.session.passivate()
  }

  // MARK: Membership

  /// Returns the places of the sessions of a node; `nil` without a cluster.
  static func places(
    _ cluster: ClusterConfiguration?, of features: [Feature],
    _ steady: @escaping @Sendable () -> MonotonicInstant, _ reference: DirectoryReference
  ) -> SessionPlaces? {
    guard let cluster else { return nil }
    var profile = cluster.profile
    profile.shapes = features.reduce(into: []) { $0.formUnion($1.migrations.readableShapes) }
    let member = ClusterMember(
      profile, timing: cluster.timing, now: steady,
      actions: ClusterMember.Actions(
        adopt: { reference.directory?.adopt($0) },
        dropSessions: { reference.directory?.dropSessions() }, finish: {},
        report: { cluster.report("\($0)") }))
    return SessionPlaces(member: member, timing: cluster.timing, now: steady)
  }

  /// Leaves the cluster, once no session is in memory.
  package func leaveCluster() {
    guard let member = places?.member else { return }
    member.handle(.drain)
    member.handle(.emptied)
    member.awaitEnd(seconds: Self.leavingTimeout)
  }

  private static let leavingTimeout = 2.0

  /// Drops all sessions: other nodes may have claimed them.
  private func dropSessions() {
    places?.forgetAll()
    for entry in registry.removeAll() { entry.session.passivate() }
    handOvers.withLock { $0.isAwaited = false }
    handOversEnd.signal()
  }

  /// Uses the new view of the cluster.
  private func adopt(_ view: ClusterView) {
    places?.noteChange(view)
    moveStrangers(in: view)
    // A node that is dead may have had sessions with pending effects.
    pendingSearch.request()
  }

  /// Returns an id for a new session, whose home is this node if it is any.
  ///
  /// - Throws: ``SessionError/storage(_:)`` while the node belongs to no cluster.
  func newID(
    using generator: inout some RandomNumberGenerator
  ) throws(SessionError) -> SessionID {
    var id = SessionID(using: &generator)
    guard let places else { return id }
    guard let number = places.number else { throw Self.notMember }
    let view = places.member.view
    guard view.isReady(number) else { return id }
    // As many draws as there are nodes suffice on average.
    var draws = 0
    while view.home(of: id.placementKey) != number, draws < Self.mostDraws {
      id = SessionID(using: &generator)
      draws += 1
    }
    return id
  }

  /// Runs a closure that adds a new session to the directory, which then has it in the cluster.
  ///
  /// - Parameter id: The id of the session; `nil` if the session was claimed.
  /// - Throws: ``SessionError/storage(_:)`` while the node belongs to no cluster.
  func creating(
    _ id: SessionID?, _ create: () throws(SessionError) -> SessionRegistry.Entry
  ) throws(SessionError) -> SessionRegistry.Entry {
    guard let places, let id else { return try create() }
    guard let number = places.number else { throw Self.notMember }
    places.noteCreation(of: id, epoch: 1, at: number)
    let entry: SessionRegistry.Entry
    do throws(SessionError) {
      entry = try create()
    } catch {
      places.notePassivation(of: id)
      throw error
    }
    // Otherwise all sessions were dropped while this one was not in memory yet.
    guard places.node(of: id) == number else {
      drop(id)
      throw Self.notMember
    }
    return entry
  }

  private static var notMember: SessionError {
    .storage(.unavailable("the node is not a member of its cluster now"))
  }

  private static let mostDraws = 1000
}

extension Destination {
  /// The error of a caller that can't follow a session to another node.
  package var error: SessionError {
    switch self {
    case .node(let number, .owner(let epoch)): .storage(.owned(node: number, epoch: epoch))
    case .node(let number, _): .storage(.owned(node: number, epoch: 0))
    case .anywhere: .storage(.unavailable("no node has the session now"))
    }
  }
}

extension SessionRegistry.Lookup {
  fileprivate var isHidden: Bool { if case .hidden = self { true } else { false } }
}
