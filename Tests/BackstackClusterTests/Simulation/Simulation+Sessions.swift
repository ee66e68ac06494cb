import BackstackCluster
import BackstackPlatform
import BackstackStorage
import BackstackTestSupport

extension Simulation {
  /// Returns the bits of a session's id by which its home is chosen.
  func key(_ session: Int) -> UInt64 { schedule.seed &* 31 &+ UInt64(session) }

  /// Returns what a node has of a session.
  private func ownership(_ session: Int, on machine: Int) -> SimulatedNode.Ownership {
    nodes[machine].ownerships[session]
      ?? SimulatedNode.Ownership(
        local: OwnershipState(
          key: key(session), at: nodes[machine].life.number ?? 0))
  }

  // MARK: Requests

  /// Passes a request that has reached a node to the session.
  func receive(_ visit: Visit, _ referral: Referral, on machine: Int) {
    let session = visit.session
    guard let number = nodes[machine].life.number else {
      return conclude(visit, .forward(.anywhere), on: machine)
    }
    var ownership = ownership(session, on: machine)
    let decision = ownership.local.receive(
      referral, view: nodes[machine].view, at: clock(of: machine))
    if case .forward(.node(_, .consent(_, let epoch))) = decision {
      database.consent(.init(session: session, node: number, epoch: epoch))
    }
    nodes[machine].ownerships[session] = ownership
    record(machine, "session \(session): request \(visit.name) \(referral) → \(decision)")
    switch decision {
    case .process: process(visit, on: machine)
    case .wait(let steps):
      nodes[machine].ownerships[session]?.waiting.append(visit)
      for step in steps { take(step, session, on: machine) }
    case .forward(let destination):
      conclude(visit, .forward(destination), on: machine)
    }
  }

  /// Processes a request for a session that is active here.
  private func process(_ visit: Visit, on machine: Int) {
    // An offer asks for nothing but the claim.
    guard let number = visit.operation else {
      return conclude(visit, .response(version: 0, state: []), on: machine)
    }
    let operation = operations[number]
    guard var memory = nodes[machine].ownerships[operation.session]?.memory else { return }
    var version = memory.state.count
    if operation.kind == .add {
      if operation.isKeyed, let known = memory.state.firstIndex(of: number) {
        version = known + 1
      } else {
        memory.state.append(number)
        version = memory.state.count
      }
    }
    if version > memory.stored {
      let isProven = version > memory.writing ?? 0 || mutant == .writesProveTooMuch
      memory.unstored.append((visit, version, isProven))
    } else {
      memory.unleased.append((visit, version))
    }
    nodes[machine].ownerships[operation.session]?.memory = memory
    write(operation.session, on: machine)
    releaseReads(on: machine)
  }

  /// Responds to what rests on memory alone, if the node holds its lease.
  func releaseReads(on machine: Int) {
    let isHeld =
      nodes[machine].life.holdsLease(at: clock(of: machine)) || mutant == .readsNeedNoLease
    guard isHeld else { return }
    for session in nodes[machine].ownerships.keys.sorted() {
      guard let memory = nodes[machine].ownerships[session]?.memory, !memory.unleased.isEmpty,
        nodes[machine].ownerships[session]?.local.epoch != nil
      else { continue }
      nodes[machine].ownerships[session]?.memory?.unleased = []
      for (visit, version) in memory.unleased {
        let state = Array(memory.state.prefix(version))
        conclude(visit, .response(version: version, state: state), on: machine)
      }
    }
  }

  // MARK: Writes

  /// Stores what is not stored yet, one write after the other.
  private func write(_ session: Int, on machine: Int) {
    guard let number = nodes[machine].life.number,
      var memory = nodes[machine].ownerships[session]?.memory, memory.writing == nil
    else { return }
    guard memory.stored < memory.state.count else { return drain(session, on: machine) }
    if nodes[machine].isNew { memory.shape = "new" }
    memory.writing = memory.state.count
    nodes[machine].ownerships[session]?.memory = memory
    send(
      SimulatedDatabase.Update(
        session: session, node: number, epoch: memory.epoch, base: memory.stored,
        marks: Array(memory.state[memory.stored...]), shape: memory.shape), on: machine)
  }

  /// Sends a write, again and again until its result is known.
  private func send(_ update: SimulatedDatabase.Update, on machine: Int) {
    ask(machine, patience: 700) {
      $0.database.update(update)
    } then: { simulation, result in
      // That a result comes very late is rare; the mutant makes it usual.
      let isLate = simulation.mutant == .writesProveTooMuch
      let gap = isLate ? Int64(simulation.random.below(1_500_000_000)) : 0
      simulation.later(gap, on: machine) { $0.finish(update, result, on: machine) }
    }
  }

  private func finish(
    _ update: SimulatedDatabase.Update, _ result: Result<Void, StorageError>?, on machine: Int
  ) {
    guard let memory = nodes[machine].ownerships[update.session]?.memory,
      memory.epoch == update.epoch, nodes[machine].life.number == update.node
    else { return }
    switch result {
    case .none: send(update, on: machine)
    case .success: wrote(update, on: machine)
    case .failure:
      // Another node has claimed the session, so what this one was writing is certainly not stored.
      drop(update.session, isCertain: true, on: machine)
      pass(.removed, to: update.session, on: machine)
    }
  }

  private func wrote(_ update: SimulatedDatabase.Update, on machine: Int) {
    let session = update.session
    guard var memory = nodes[machine].ownerships[session]?.memory else { return }
    memory.writing = nil
    memory.stored = update.base + update.marks.count
    let responses = memory.unstored.filter { $0.version <= memory.stored }
    memory.unstored.removeAll { $0.version <= memory.stored }
    memory.unleased += responses.filter { !$0.isProven }.map { ($0.visit, $0.version) }
    nodes[machine].ownerships[session]?.memory = memory
    for (visit, version, _) in responses.filter(\.isProven) {
      let state = Array(memory.state.prefix(version))
      conclude(visit, .response(version: version, state: state), on: machine)
    }
    write(session, on: machine)
    releaseReads(on: machine)
  }

  private func drain(_ session: Int, on machine: Int) {
    guard nodes[machine].ownerships[session]?.isDrainingSession == true else { return }
    nodes[machine].ownerships[session]?.isDrainingSession = false
    if mutant != .offersAreForgotten {
      let unleased = nodes[machine].ownerships[session]?.memory?.unleased ?? []
      nodes[machine].ownerships[session]?.waiting += unleased.map(\.visit)
      nodes[machine].ownerships[session]?.memory = nil
    }
    pass(.drained, to: session, on: machine)
  }

  /// Removes a session from memory of which all is stored.
  func passivate(_ session: Int, on machine: Int) {
    guard let ownership = nodes[machine].ownerships[session], let memory = ownership.memory,
      ownership.local.epoch != nil, !ownership.local.isLeaving, memory.stored == memory.state.count,
      memory.unleased.isEmpty
    else { return }
    nodes[machine].ownerships[session]?.memory = nil
    pass(.removed, to: session, on: machine)
  }

  // MARK: Steps

  /// Passes an event to what a node has of a session, and takes the steps that follow.
  func pass(_ event: OwnershipState.Event, to session: Int, on machine: Int) {
    var ownership = ownership(session, on: machine)
    let steps = ownership.local.handle(
      event, view: nodes[machine].view, at: clock(of: machine))
    nodes[machine].ownerships[session] = ownership
    record(machine, "session \(session): \(event) → \(steps)")
    for step in steps { take(step, session, on: machine) }
  }

  private func take(_ step: OwnershipState.Step, _ session: Int, on machine: Int) {
    switch step {
    case .claim(let right, let avoided):
      claim(session, by: right, avoiding: avoided, on: machine)
    case .admitRequests:
      let waiting = nodes[machine].ownerships[session]?.waiting ?? []
      nodes[machine].ownerships[session]?.waiting = []
      for visit in waiting { process(visit, on: machine) }
    case .sendRequestsOn(let destination):
      if case .node(_, .consent(let owner, let epoch)) = destination {
        database.consent(.init(session: session, node: owner, epoch: epoch))
      }
      let waiting = nodes[machine].ownerships[session]?.waiting ?? []
      nodes[machine].ownerships[session]?.waiting = []
      for visit in waiting { conclude(visit, .forward(destination), on: machine) }
    case .refuseRequests:
      let waiting = nodes[machine].ownerships[session]?.waiting ?? []
      nodes[machine].ownerships[session]?.waiting = []
      for visit in waiting { conclude(visit, .unavailable, on: machine) }
    case .drain:
      nodes[machine].ownerships[session]?.isDrainingSession = true
      write(session, on: machine)
    case .offer(let target, let epoch): offer(session, to: target, epoch, on: machine)
    case .drop: drop(session, isCertain: false, on: machine)
    }
  }

  /// Removes a session from memory that belongs to another node.
  ///
  /// - Parameter isCertain: Whether what this node was writing is certainly not stored.
  private func drop(_ session: Int, isCertain: Bool, on machine: Int) {
    guard let memory = nodes[machine].ownerships[session]?.memory else { return }
    nodes[machine].ownerships[session]?.memory = nil
    nodes[machine].ownerships[session]?.isDrainingSession = false
    for (visit, version, _) in memory.unstored {
      let isKeyed = visit.operation.map { operations[$0].isKeyed } ?? true
      let isSent = version <= memory.writing ?? 0
      if isKeyed || isCertain || !isSent {
        nodes[machine].ownerships[session]?.waiting.append(visit)
      } else {
        conclude(visit, .unavailable, on: machine)
      }
    }
    nodes[machine].ownerships[session]?.waiting += memory.unleased.map(\.visit)
  }

  private func claim(
    _ session: Int, by right: SessionClaim.Right, avoiding avoided: Set<String>, on machine: Int
  ) {
    guard let number = nodes[machine].life.number else { return }
    if right.isOwn(number), mutant == .offersAreForgotten, case .consented(_, let epoch) = right {
      return later(0, on: machine) { $0.pass(.claimed(epoch: epoch), to: session, on: machine) }
    }
    let claim = SessionClaim(
      "\(session)", for: number, by: mutant == .claimsHaveNoCondition ? .any : right,
      avoiding: mutant == .shapesAreIgnored ? [] : avoided)
    let earlier = database.load(session)
    let isEarly = mutant == .stateIsReadBeforeClaim
    let gap = Int64(isEarly ? random.below(300_000_000) : 0)
    later(gap, on: machine) { simulation in
      simulation.claim(session, claim, earlier: isEarly ? earlier : nil, on: machine)
    }
  }

  private func claim(
    _ session: Int, _ claim: SessionClaim, earlier: SimulatedDatabase.Loaded?, on machine: Int
  ) {
    let number = claim.node
    ask(machine, patience: 1_000) { simulation in
      simulation.database.claim(session, claim, at: simulation.now)
    } then: { simulation, result in
      guard simulation.nodes[machine].life.number == number else { return }
      switch result {
      case .none:
        simulation.pass(.claimFailed(.unavailable("no answer")), to: session, on: machine)
      case .failure(let error):
        simulation.pass(.claimFailed(error), to: session, on: machine)
      case .success(let loaded):
        guard simulation.nodes[machine].shapes.contains(loaded.header.fingerprint) else {
          let error = StorageError.unreadableRecord(id: claim.id)
          return simulation.pass(.claimFailed(error), to: session, on: machine)
        }
        simulation.nodes[machine].ownerships[session]?.memory = SimulatedNode.Memory(
          epoch: loaded.header.epoch, shape: loaded.header.fingerprint,
          state: earlier?.state ?? loaded.state, stored: Int(loaded.header.version))
        simulation.pass(.claimed(epoch: loaded.header.epoch), to: session, on: machine)
      }
    }
  }

  // MARK: Offers

  /// Returns the machine whose process has a number.
  func machine(of number: UInt64) -> Int? { nodes.firstIndex { $0.life.number == number } }

  private func offer(_ session: Int, to target: UInt64, _ epoch: UInt64, on machine: Int) {
    guard let number = nodes[machine].life.number else { return }
    database.consent(.init(session: session, node: number, epoch: epoch))
    nodes[machine].serial += 1
    let serial = nodes[machine].serial
    nodes[machine].ownerships[session]?.offering = serial
    let timeout = clock(of: machine).advanced(by: timing.offerTimeout)
    later(delay(until: timeout, on: machine), on: machine) { simulation in
      guard simulation.nodes[machine].ownerships[session]?.offering == serial else { return }
      simulation.pass(.offerFailed, to: session, on: machine)
    }
    guard let other = self.machine(of: target) else { return }
    let visit = Visit(
      session: session,
      origin: .offer(machine: machine, serial: serial, owner: number, epoch: epoch))
    send(from: machine, to: other) { simulation in
      guard simulation.nodes[other].life.number == target else { return }
      simulation.receive(visit, .consent(of: number, epoch: epoch), on: other)
    }
  }

  /// Passes the outcome of an offer to the node that has made it.
  func concludeOffer(
    _ visit: Visit, to machine: Int, serial: Int, owner: UInt64, epoch: UInt64,
    _ outcome: Outcome, on other: Int
  ) {
    let session = visit.session
    var isAccepted = false
    switch outcome {
    case .response: isAccepted = true
    // A claim without the consent was under way.
    case .forward(.node(owner, .owner(epoch))):
      return receive(visit, .consent(of: owner, epoch: epoch), on: other)
    case .forward, .unavailable: break
    }
    send(from: other, to: machine) { [isAccepted] simulation in
      guard simulation.nodes[machine].ownerships[session]?.offering == serial else { return }
      simulation.pass(isAccepted ? .offerAccepted : .offerFailed, to: session, on: machine)
    }
  }
}

extension SessionClaim.Right {
  /// Whether a node claims by this right what it has offered to another one.
  fileprivate func isOwn(_ node: UInt64) -> Bool {
    if case .consented(node, _) = self { true } else { false }
  }
}
