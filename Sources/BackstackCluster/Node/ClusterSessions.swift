import BackstackPlatform
package import BackstackSessions
import BackstackStorage
import Dispatch

/// The sessions of a node of a cluster: a session is in the memory of one node at most.
package struct ClusterSessions: Sendable {
  package let directory: SessionDirectory
  package let ownership: OwnershipTable

  /// Creates the directory of a node.
  ///
  /// - Parameter node: The node; `nil` if the process has the storage for itself, or shares it with
  ///   others that are not nodes.
  package static func makeDirectory(
    features: [Feature], configuration: SessionConfiguration, streams: EventStreams,
    large: LargeWork, as node: ClusterConfiguration?
  ) -> SessionDirectory {
    let reference = DirectoryReference()
    let ownership = node.map { node in
      OwnershipTable(
        node, reading: features.reduce(into: []) { $0.formUnion($1.readableShapes) },
        in: reference, now: configuration.steady)
    }
    let directory = SessionDirectory(
      features: features, configuration: configuration, streams: streams, large: large,
      placing: ownership)
    reference.refer(to: directory)
    return directory
  }

  init(directory: SessionDirectory, ownership: OwnershipTable) {
    self.directory = directory
    self.ownership = ownership
  }

  /// Creates the sessions of a directory; `nil` if it is not that of a node, or does not exist.
  package init?(_ directory: SessionDirectory?) {
    guard let directory, let ownership = directory.placing as? OwnershipTable else { return nil }
    self.init(directory: directory, ownership: ownership)
  }

  /// Calls a closure with a session that a request may use, or with where the request has to go.
  ///
  /// The lease is checked after the request has come in: at that time no other node had taken the
  /// session, so that what is read from memory afterwards contains all that was acknowledged before
  /// the request was sent.
  ///
  /// - Parameters:
  ///   - referral: Why the request comes to this node.
  ///   - body: Called at once, or on any thread once more is known.
  func find(
    _ id: SessionID, for access: SessionAccess, _ referral: Referral,
    _ body: @escaping @Sendable (RouteDecision) -> Void
  ) {
    guard !directory.isReleased, let node = ownership.number else {
      return body(.forward(ownership.anywhere))
    }
    switch ownership.decision(on: id, referral, at: node) {
    case .process: body(lookUp(id, access))
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
      guard isClaiming else { return receive(id, for: access, referral, at: node, body) }
      let lookup = directory.find(id, access)
      switch lookup {
      case .ended, .ending: body(lookUp(lookup))
      case .found, .hidden, .unknown:
        directory.activation.confirm(id, for: access, isHidden: lookup.isHidden) { error in
          if let error { return body(.local(.failure(SessionRefusal(error)))) }
          receive(id, for: access, referral, at: node, body)
        }
      }
    }
  }

  /// Receives a request that may use a session.
  private func receive(
    _ id: SessionID, for access: SessionAccess, _ referral: Referral, at node: UInt64,
    _ body: @escaping @Sendable (RouteDecision) -> Void
  ) {
    ownership.receive(id, referral, at: node) { admission in
      switch admission {
      case .admitted: body(lookUp(id, access))
      case .forward(let destination): body(.forward(SessionDestination(destination)))
      case .refused(let error): body(.local(.failure(SessionRefusal(error))))
      }
    }
  }

  /// Returns a session that is in memory. If it has just left, the request is routed again.
  private func lookUp(_ id: SessionID, _ access: SessionAccess) -> RouteDecision {
    lookUp(directory.find(id, access))
  }

  private func lookUp(_ lookup: SessionRegistry.Lookup) -> RouteDecision {
    if case .unknown = lookup { return .forward(ownership.anywhere) }
    return .local(lookup.result(else: .unknownSession))
  }

  /// Whether requests may be answered from memory.
  package var mayAnswer: Bool { ownership.number != nil }

  // MARK: Membership

  /// Leaves the cluster, once no session is in memory.
  package func leave() {
    ownership.member.handle(.drain)
    ownership.member.handle(.emptied)
    ownership.member.awaitEnd(seconds: Self.leavingTimeout)
  }

  private static let leavingTimeout = 2.0

  /// Drops all sessions: other nodes may have claimed them.
  func dropAll() {
    ownership.forgetAll()
    directory.dropAll()
    ownership.handOvers.withLock { $0.isAwaited = false }
    ownership.handOversEnd.signal()
  }

  /// Uses the new view of the cluster.
  func adopt(_ view: ClusterView) {
    ownership.noteChange(view)
    handOverMisplacedSessions(in: view)
    // A node that is dead may have had sessions with pending effects.
    directory.searchPending()
  }
}

extension SessionReferral {
  /// - Returns: `nil` for a request that begins at the node where it is.
  package convenience init?(_ referral: Referral) {
    guard referral != .home else { return nil }
    self.init(referral as any Sendable)
  }
}

extension SessionDestination {
  convenience init(_ destination: Destination) {
    let error: StorageError =
      switch destination {
      case .node(let number, .owner(let epoch)): .owned(node: number, epoch: epoch)
      case .node(let number, _): .owned(node: number, epoch: 0)
      case .anywhere: .unavailable("no node has the session now")
      }
    self.init(destination, .storage(error))
  }

  /// The destination that a node has named; `nil` if no node has.
  package var inCluster: Destination? { content as? Destination }
}

extension SessionRegistry.Lookup {
  fileprivate var isHidden: Bool { if case .hidden = self { true } else { false } }
}
