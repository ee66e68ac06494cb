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

/// How sessions go to the nodes where they belong.
///
/// An idle session is only passivated: its home claims it when it is used. A session that is used,
/// followed or has effects is offered to its home, which activates it at once.
extension ClusterSessions {
  /// Moves the sessions that have come to a node that leaves, or have stayed.
  func handOverMisplacedSessionsWhileDraining() {
    guard let number = ownership.member.number, !ownership.member.view.isReady(number) else {
      return
    }
    handOverMisplacedSessions(from: number, in: ownership.member.view)
  }

  /// Moves the sessions that belong at another node now, after the cluster has changed.
  func handOverMisplacedSessions(in view: ClusterView) {
    if let number = ownership.member.number { handOverMisplacedSessions(from: number, in: view) }
  }

  private func handOverMisplacedSessions(from number: UInt64, in view: ClusterView) {
    let busy = directory.passivate { id in
      let home = view.home(of: id.placementKey)
      return home != nil && home != number
    }
    let isDraining = !view.isReady(number)
    ownership.handOvers.withLock { plan in
      if isDraining != plan.isDraining { plan = HandOvers(isDraining: isDraining) }
      if isDraining { plan.isAwaited = false }
      var start = ownership.now()
      if !isDraining, !busy.isEmpty {
        // All nodes see a new one at once.
        var generator = directory.configuration.makeRandomNumberGenerator()
        start = start.advanced(
          by: .nanoseconds(Int64.random(in: 0...HandOvers.maximumDelay, using: &generator)))
      }
      plan.sessions.replace(busy, from: start)
    }
    directory.storageQueue { handOverNext() }
  }

  /// Hands over the sessions whose turn it is.
  private func handOverNext() {
    let now = ownership.now()
    let (step, isDone) = ownership.handOvers.withLock { ($0.sessions.next(at: now), $0.isDone) }
    if isDone { ownership.handOversEnd.signal() }
    if step.next != .never {
      let pause = Double(max(0, step.next.nanoseconds - now.nanoseconds)) / 1e9
      _ = directory.timer.schedule(after: pause) { [weak directory] in
        ClusterSessions(directory)?.handOverNext()
      }
    }
    for id in step.sessions {
      let finish: @Sendable () -> Void = { [weak directory] in
        guard let cluster = ClusterSessions(directory) else { return }
        cluster.ownership.handOvers.withLock { $0.sessions.finish(id) }
        cluster.directory.storageQueue { cluster.handOverNext() }
      }
      guard let number = ownership.member.number,
        let home = ownership.member.view.home(of: id.placementKey)
      else {
        finish()
        continue
      }
      ownership.handOver(id, to: home, at: number, finish)
    }
  }

  /// Makes the node leave the cluster once its sessions have: it is nobody's home any more, and
  /// hands its sessions over.
  package func drain() {
    if ownership.member.number != nil { ownership.handOvers.withLock { $0.isAwaited = true } }
    ownership.member.handle(.drain)
  }

  /// Hands a session over to a node, where it stays until it is passivated or the cluster changes.
  ///
  /// - Parameter completion: Called with whether the session has left, on any thread.
  package func move(
    _ id: SessionID, to target: UInt64, _ completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard let number = ownership.member.number, directory.find(id) != nil else {
      return completion(false)
    }
    let finish: @Sendable () -> Void = { completion(directory.find(id) == nil) }
    ownership.handOver(id, to: target, at: number, finish)
  }

  /// Waits until all sessions that have to be handed over were, or stay.
  ///
  /// - Parameter seconds: The longest wait.
  package func awaitHandOvers(seconds: Double) {
    let end = ownership.now().advanced(by: .nanoseconds(Int64(nanosecondsIn: seconds)))
    while !ownership.handOvers.withLock({ $0.isDone }) {
      let left = end.nanoseconds - ownership.now().nanoseconds
      guard ownership.handOversEnd.wait(atMost: .nanoseconds(max(0, left))) else { return }
    }
  }

  /// Activates a session that another node offers.
  ///
  /// - Parameters:
  ///   - consent: The owner's consent to the claim.
  ///   - completion: Called with whether the session is here now, on any thread.
  package func take(
    _ id: SessionID, _ consent: Referral, _ completion: @escaping @Sendable (Bool) -> Void
  ) {
    ownership.find(id, for: .anyone, SessionReferral(consent), in: directory) { decision in
      switch decision {
      case .local(.success): completion(true)
      case .local(.failure): completion(false)
      case .forward(let destination):
        guard case .node(let owner, .owner(let epoch)) = destination.inCluster,
          consent == .consent(of: owner, epoch: epoch)
        else { return completion(false) }
        // A claim without the consent was under way.
        take(id, consent, completion)
      }
    }
  }
}

/// The sessions that a node hands over.
struct HandOvers: Sendable {
  /// Whether the node leaves.
  let isDraining: Bool
  var sessions: HandOverPlan<SessionID>
  /// Whether the sessions of a node that leaves are not known yet.
  var isAwaited = false

  var isDone: Bool { !isAwaited && sessions.isEmpty }

  init(isDraining: Bool) {
    self.isDraining = isDraining
    // A leaving node hands over without pauses.
    sessions =
      isDraining
      ? HandOverPlan(limit: 256, pace: .zero) : HandOverPlan(limit: 32, pace: .milliseconds(5))
  }

  /// The maximum time, in nanoseconds, before a node hands sessions over to a new one.
  static let maximumDelay: Int64 = 5_000_000_000
}
