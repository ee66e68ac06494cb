package import BackstackCluster
import BackstackPlatform
import Dispatch

/// How sessions go to the nodes where they belong.
///
/// An idle session is only passivated: its home claims it when it is used. A session that is used,
/// followed or has effects is offered to its home, which activates it at once.
extension SessionDirectory {
  /// Moves the sessions that have come to a node that leaves, or have stayed.
  func moveStrangersWhileDraining() {
    guard let places, let number = places.member.number, !places.member.view.isReady(number) else {
      return
    }
    moveStrangers(places, number, places.member.view)
  }

  /// Moves the sessions that belong at another node now, after the cluster has changed.
  func moveStrangers(in view: ClusterView) {
    guard let places, let number = places.member.number else { return }
    moveStrangers(places, number, view)
  }

  private func moveStrangers(_ places: SessionPlaces, _ number: UInt64, _ view: ClusterView) {
    let strangers = registry.all.filter { entry in
      let home = view.home(of: entry.session.context.id.placementKey)
      return home != nil && home != number
    }
    passivate(strangers, atMost: .max)
    let busy = strangers.map(\.session.context.id).filter { registry.find($0) != nil }
    let isDraining = !view.isReady(number)
    handOvers.withLock { plan in
      if isDraining != plan.isDraining { plan = HandOvers(isDraining: isDraining) }
      if isDraining { plan.isAwaited = false }
      var start = places.now()
      if !isDraining, !busy.isEmpty {
        // All nodes see a new one at once.
        var generator = configuration.makeRandomNumberGenerator()
        start = start.advanced(
          by: .nanoseconds(Int64.random(in: 0...HandOvers.longestDelay, using: &generator)))
      }
      plan.sessions.replace(busy, from: start)
    }
    storageQueue { [self] in handOverNext() }
  }

  /// Hands over the sessions whose turn it is.
  private func handOverNext() {
    guard let places else { return }
    let now = places.now()
    let (step, isDone) = handOvers.withLock { ($0.sessions.next(at: now), $0.isDone) }
    if isDone { handOversEnd.signal() }
    if step.next != .never {
      let pause = Double(max(0, step.next.nanoseconds - now.nanoseconds)) / 1e9
      _ = timer.schedule(after: pause) { [weak self] in self?.handOverNext() }
    }
    for id in step.sessions {
      let finish: @Sendable () -> Void = { [weak self] in
        guard let self else { return }
        handOvers.withLock { $0.sessions.finish(id) }
        storageQueue { [self] in handOverNext() }
      }
      guard let number = places.member.number,
        let home = places.member.view.home(of: id.placementKey)
      else {
        finish()
        continue
      }
      perform(places.handOver(id, to: home, at: number, finish), of: id, at: number)
    }
  }

  /// Makes the node leave the cluster once its sessions have: it is nobody's home any more, and hands
  /// its sessions over.
  package func drainCluster() {
    guard let member = places?.member else { return }
    if member.number != nil { handOvers.withLock { $0.isAwaited = true } }
    member.handle(.drain)
  }

  /// Hands a session over to a node, where it stays until it is passivated or the cluster changes.
  ///
  /// - Parameter completion: Called with whether the session has left, on any thread.
  package func move(
    _ id: SessionID, to target: UInt64, _ completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard let places, let number = places.member.number, find(id) != nil else {
      return completion(false)
    }
    let finish: @Sendable () -> Void = { [self] in completion(find(id) == nil) }
    perform(places.handOver(id, to: target, at: number, finish), of: id, at: number)
  }

  /// Waits until all sessions that have to be handed over were, or stay.
  ///
  /// - Parameter seconds: The longest wait.
  package func awaitHandOvers(seconds: Double) {
    let end = DispatchTime.now() + seconds
    while !handOvers.withLock({ $0.isDone }) {
      guard handOversEnd.wait(timeout: end) == .success else { return }
    }
  }

  /// Removes a session from memory that is handed over, and has the rest of it stored. Requests wait.
  func settle(_ id: SessionID, at node: UInt64) {
    guard let places else { return }
    // Otherwise it has just ended, or was dropped.
    guard let context = registry.find(id)?.session.context,
      let session = registry.takeAway(context)?.session
    else { return perform(places.handle(.dropped, of: id, at: node) ?? [], of: id, at: node) }
    session.passivate()
    let settled: @Sendable (Bool) -> Void = { [self] isStored in
      // Otherwise the storage has an earlier version, from which any node may go on.
      let event: LocalSession.Event = isStored ? .settled : .dropped
      perform(places.handle(event, of: id, at: node) ?? [], of: id, at: node)
    }
    session.whenStored { [self] failure in storageQueue { settled(failure == nil) } }
  }

  /// Offers a session to another node.
  func offer(_ id: SessionID, to target: UInt64, _ epoch: UInt64, at node: UInt64) {
    guard let places else { return }
    places.offer(id, .consent(of: node, epoch: epoch), to: target) { [self] isTaken in
      places.counters.count(isTaken ? .handedOver : .keptByOffer)
      let event: LocalSession.Event = isTaken ? .offerAccepted : .offerFailed
      perform(places.handle(event, of: id, at: node) ?? [], of: id, at: node)
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
    find(id, for: .anyone, consent) { [self] arrival in
      switch arrival {
      case .here(.success): completion(true)
      // A claim without the consent was under way.
      case .elsewhere(.node(let owner, .owner(let epoch)))
      where consent == .consent(of: owner, epoch: epoch):
        take(id, consent, completion)
      case .here(.failure), .elsewhere: completion(false)
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
    // Nodes that go on have time; one that leaves has not.
    sessions =
      isDraining
      ? HandOverPlan(limit: 256, pace: .zero) : HandOverPlan(limit: 32, pace: .milliseconds(5))
  }

  /// The most nanoseconds for which a node waits before it hands sessions over to a new one.
  static let longestDelay: Int64 = 5_000_000_000
}
