import BackstackCluster
import BackstackPlatform
import BackstackStorage
import BackstackTestSupport

extension Simulation {
  /// Begins the life of a process.
  func boot(_ machine: Int) {
    later(0, on: machine) { simulation in
      simulation.live(.timer, on: machine)
      simulation.live(.becameUsable, on: machine)
    }
  }

  /// Passes an event to the life of a node, and takes the steps that follow.
  func live(_ event: MembershipState.Event, on machine: Int) {
    let timer = nodes[machine].life.nextTimer
    let steps = nodes[machine].life.handle(event, at: clock(of: machine))
    for step in steps { take(step, on: machine) }
    let next = nodes[machine].life.nextTimer
    if next != timer, next != .never, nodes[machine].isRunning {
      later(delay(until: next, on: machine), on: machine) { $0.live(.timer, on: machine) }
    }
  }

  private func take(_ step: MembershipState.Step, on machine: Int) {
    let sent = clock(of: machine)
    if case .beat = step {} else { record(machine, "\(step)") }
    switch step {
    case .join:
      let profile = NodeProfile(
        name: "\(machine)", address: "\(machine)", shapes: nodes[machine].shapes)
      ask(machine, patience: 1_000) { simulation in
        let number = simulation.database.table.join(profile)
        return (number, simulation.database.table.reading)
      } then: { simulation, result in
        let event =
          result.map { MembershipState.Event.joined($0.0, $0.1, sent: sent) } ?? .joinFailed
        simulation.live(event, on: machine)
      }
    case .beat(let number, let state):
      ask(machine, patience: 1_000) { simulation in
        simulation.database.beat(number, state, at: simulation.now)
      } then: { simulation, result in
        let event: MembershipState.Event =
          switch result {
          case .some(.some(let reading)): .beatStored(reading, sent: sent)
          case .some(.none): .beatRefused
          case .none: .beatFailed
          }
        if event == .beatRefused, simulation.mutant == .deathIsNotNoticed {
          let reading = simulation.database.table.reading
          let mine = NodeRow(
            number: number, profile: NodeProfile(name: "", address: ""), state: .ready, beat: 0)
          let rows = reading.rows + [mine]
          let all = NodeReading(rows: rows, next: reading.next)
          return simulation.live(.beatStored(all, sent: sent), on: machine)
        }
        simulation.live(event, on: machine)
        simulation.releaseReads(on: machine)
      }
    case .declareDead(let number, let beat):
      // That a beat comes in between is rare; the mutant gives it time.
      let gap = mutant == .deathHasNoCondition ? Int64(random.below(500_000_000)) : 0
      later(gap, on: machine) { $0.declareDead(number, since: beat, on: machine) }
    case .endConnections: break
    case .adopt(let view): adopt(view, on: machine)
    case .dropSessions:
      for session in nodes[machine].ownerships.keys.sorted() {
        pass(.dropped, to: session, on: machine)
        nodes[machine].ownerships[session] = nil
      }
    case .finish:
      end(machine)
      later(nodes[machine].restartDelay) { $0.restart(machine) }
    }
  }

  private func declareDead(_ number: UInt64, since beat: UInt64, on machine: Int) {
    ask(machine, patience: 1_000) { simulation in
      simulation.database.declareDead(number, since: beat)
    } then: { simulation, result in
      simulation.live(result == true ? .foundDead(number) : .foundAlive(number), on: machine)
    }
  }

  /// Uses a new view: the requests that wait for it continue, and sessions move to their homes.
  private func adopt(_ view: ClusterView, on machine: Int) {
    nodes[machine].view = view
    for (id, entry) in nodes[machine].entries.sorted(by: { $0.key < $1.key }) {
      if let target = entry.sentTo, view.isDead(target) {
        linkFailed(id, serial: entry.serial, mayBeProcessed: true, on: machine)
      } else if entry.isWaiting {
        resume(id, serial: entry.serial, on: machine)
      }
    }
    if nodes[machine].life.isDraining { return empty(machine) }
    for session in nodes[machine].ownerships.keys.sorted() {
      later(Int64(random.below(400)) * 1_000_000, on: machine) {
        $0.rebalance(session, on: machine)
      }
    }
  }

  /// Hands a session over whose home is elsewhere.
  private func rebalance(_ session: Int, on machine: Int) {
    guard let ownership = nodes[machine].ownerships[session], let memory = ownership.memory,
      let home = nodes[machine].view.home(of: key(session), shape: memory.shape)
    else { return }
    pass(.handOver(to: home), to: session, on: machine)
  }

  /// Hands over what a draining node has, until nothing is left.
  private func empty(_ machine: Int) {
    guard nodes[machine].isRunning, nodes[machine].life.isDraining else { return }
    let ownerships = nodes[machine].ownerships
    for session in ownerships.keys.sorted() { rebalance(session, on: machine) }
    if ownerships.values.allSatisfy({ $0.memory == nil && $0.waiting.isEmpty }) {
      return live(.emptied, on: machine)
    }
    // Without another node that is ready, the storage has the sessions.
    for session in ownerships.keys.sorted() where random.percent(20) {
      passivate(session, on: machine)
    }
    later(100_000_000, on: machine) { $0.empty(machine) }
  }
}
