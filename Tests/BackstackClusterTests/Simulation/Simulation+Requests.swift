import BackstackCluster
import BackstackPlatform
import BackstackStorage

extension Simulation {
  /// Takes a client's request at its entry.
  func enter(_ operation: Int, attempt: Int, on machine: Int) {
    nodes[machine].serial += 1
    let id = nodes[machine].serial
    let isRepeatable =
      operations[operation].isKeyed || operations[operation].kind == .read
      || mutant == .everythingIsSentAgain
    nodes[machine].entries[id] = SimulatedNode.Entry(
      operation: operation, attempt: attempt,
      dispatch: RoutingPlan(
        isRepeatable: isRepeatable, timing: timing, at: clock(of: machine)))
    // What waits here for long gets a response, too.
    later(6_000_000_000, on: machine) { $0.finish(id, on: machine, isCertain: false) }
    resume(id, serial: 0, on: machine)
  }

  private func take(_ step: RoutingPlan.Step, _ id: Int, on machine: Int) {
    guard var entry = nodes[machine].entries[id] else { return }
    record(machine, "request \(entry.operation): \(step)")
    entry.serial += 1
    entry.isWaiting = false
    entry.sentTo = nil
    let serial = entry.serial
    defer { if nodes[machine].entries[id] != nil { nodes[machine].entries[id] = entry } }
    switch step {
    case .here(let referral):
      let visit = Visit(
        session: operations[entry.operation].session, operation: entry.operation,
        origin: .entry(id, serial: serial))
      later(0, on: machine) { $0.receive(visit, referral, on: machine) }
    case .forward(let target, let relay, let referral):
      entry.sentTo = target
      forward(entry.operation, id, serial, to: target, through: relay, referral, from: machine)
    case .wait(let time):
      entry.isWaiting = true
      later(delay(until: time, on: machine), on: machine) {
        $0.resume(id, serial: serial, on: machine)
      }
    case .refuse(let refusal):
      finish(id, on: machine, isCertain: refusal == .unreachable)
    }
  }

  private func forward(
    _ operation: Int, _ id: Int, _ serial: Int, to target: UInt64, through: UInt64?,
    _ referral: Referral, from machine: Int
  ) {
    let incarnation = nodes[machine].incarnation
    let relay = through.flatMap { self.machine(of: $0) }
    func fail(mayBeProcessed: Bool) -> Action {
      { $0.linkFailed(id, serial: serial, mayBeProcessed: mayBeProcessed, on: machine) }
    }
    guard let other = self.machine(of: target), through == nil || relay != nil else {
      return later(200_000, on: machine, fail(mayBeProcessed: false))
    }
    let visit = Visit(
      session: operations[operation].session, operation: operation,
      origin: .link(
        machine: machine, incarnation: incarnation, entry: id, serial: serial, through: relay))
    send(from: machine, to: other, through: relay) { simulation in
      // A process that has another number by now is not the one that was meant.
      guard simulation.nodes[other].life.number == target else {
        return simulation.conclude(visit, .forward(.anywhere), on: other)
      }
      simulation.receive(visit, referral, on: other)
    } refused: {
      fail(mayBeProcessed: false)($0)
    }
    // The link says nothing for so long that it is taken to be broken.
    later(2_000_000_000, on: machine, fail(mayBeProcessed: true))
  }

  /// Begins a request, or continues with one that has waited.
  func resume(_ id: Int, serial: Int, on machine: Int) {
    guard var entry = nodes[machine].entries[id], entry.serial == serial else { return }
    let step = entry.dispatch.start(
      at: nodes[machine].life.number, view: nodes[machine].view, at: clock(of: machine))
    nodes[machine].entries[id] = entry
    take(step, id, on: machine)
  }

  /// Continues with a request after the connection on which it was sent is lost.
  func linkFailed(_ id: Int, serial: Int, mayBeProcessed: Bool, on machine: Int) {
    guard var entry = nodes[machine].entries[id], entry.serial == serial else { return }
    let step = entry.dispatch.linkFailed(
      mayBeProcessed: mayBeProcessed, view: nodes[machine].view, at: clock(of: machine))
    nodes[machine].entries[id] = entry
    take(step, id, on: machine)
  }

  /// Passes what a node says about a request to where it came from.
  func conclude(_ visit: Visit, _ outcome: Outcome, on machine: Int) {
    switch visit.origin {
    case .entry(let id, let serial): conclude(id, serial, outcome, on: machine)
    case .offer(let other, let serial, let owner, let epoch):
      concludeOffer(
        visit, to: other, serial: serial, owner: owner, epoch: epoch, outcome, on: machine)
    case .link(let other, let incarnation, let id, let serial, let relay):
      send(from: machine, to: other, through: relay) { simulation in
        guard simulation.nodes[other].incarnation == incarnation else { return }
        simulation.conclude(id, serial, outcome, on: other)
      }
    }
  }

  private func conclude(_ id: Int, _ serial: Int, _ outcome: Outcome, on machine: Int) {
    guard var entry = nodes[machine].entries[id], entry.serial == serial else { return }
    switch outcome {
    case .response(let version, let state):
      nodes[machine].entries[id] = nil
      later(200_000) {
        $0.respond(entry.operation, attempt: entry.attempt, version: version, state: state)
      }
    case .forward(let destination):
      let step = entry.dispatch.redirect(
        to: destination, view: nodes[machine].view, at: clock(of: machine))
      nodes[machine].entries[id] = entry
      take(step, id, on: machine)
    case .unavailable: finish(id, on: machine, isCertain: false)
    }
  }

  /// Responds that a request was not processed, or that nobody knows.
  private func finish(_ id: Int, on machine: Int, isCertain: Bool) {
    guard let entry = nodes[machine].entries.removeValue(forKey: id) else { return }
    later(200_000) {
      $0.fail(entry.operation, attempt: entry.attempt, isCertain: isCertain)
    }
  }
}
