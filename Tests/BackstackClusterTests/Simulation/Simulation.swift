import BackstackCluster
import BackstackPlatform
import BackstackStorage
import BackstackTestSupport

/// A cluster in which time, the network, the database and the processes are simulated, and the
/// decisions are those of the values that real nodes use.
///
/// One schedule has one course. When it ends, everything that broke is whole again, and
/// `violations` says which invariants did not hold.
final class Simulation {
  typealias Action = (Simulation) -> Void

  struct Event {
    /// The machine on which it happens, with the process that it is for.
    let ownership: (machine: Int, incarnation: Int)?
    let action: Action
  }

  let schedule: Schedule
  let mutant: Mutant?
  let timing: ClusterTiming
  /// The time in nanoseconds, which no node knows.
  private(set) var now: Int64 = 0
  private var queue = EventQueue<Event>()
  var random: SeededGenerator
  var database: SimulatedDatabase
  var nodes: [SimulatedNode] = []
  var operations: [Operation] = []
  /// The versions that clients were told last, by session.
  var known: [Int]
  private var clocks: [(rate: Double, offset: Int64)] = []
  private var databaseCutUntil: [Int64]
  private var databaseStalledUntil: Int64 = 0
  private var isHealed = false
  private var linkCutUntil: [[Int64]]
  private(set) var violations: [String] = []
  /// Whether nothing more is of interest.
  var isOver = false
  /// The events, if they are recorded.
  private(set) var course: [String] = []
  private let isRecording: Bool

  init(_ schedule: Schedule, mutant: Mutant? = nil, isRecording: Bool = false) {
    self.schedule = schedule
    self.isRecording = isRecording
    self.mutant = mutant
    timing = ClusterTiming()
    random = SeededGenerator(seed: schedule.seed ^ 0xC1A5)
    database = SimulatedDatabase(sessions: schedule.sessions, mutant: mutant)
    known = Array(repeating: 0, count: schedule.sessions)
    databaseCutUntil = Array(repeating: 0, count: schedule.machines)
    linkCutUntil = Array(
      repeating: Array(repeating: 0, count: schedule.machines), count: schedule.machines)
    for machine in 0..<schedule.machines {
      // Clocks may differ by a twentieth.
      let rate = 0.975 + Double(random.below(50)) / 1_000
      clocks.append((rate, Int64(random.below(1 << 40))))
      nodes.append(
        SimulatedNode(
          life: MembershipState(timing: timing(of: machine), at: clock(of: machine)),
          isNew: machine < schedule.newMachines))
    }
  }

  /// Returns the timing of a node's lease.
  private func timing(of machine: Int) -> ClusterTiming {
    var timing = timing
    if mutant == .leaseIsTooLong, machine == 0 { timing.deathDelay = .seconds(3) }
    return timing
  }

  /// Runs the schedule, and then the cluster until each machine has all sessions again.
  func run() -> [String] {
    for machine in nodes.indices { boot(machine) }
    for event in schedule.events {
      later(Int64(event.time) * 1_000_000) { $0.perform(event.step) }
    }
    let end = Int64((schedule.events.last?.time ?? 0) + 4_500) * 1_000_000
    later(end) { $0.heal() }
    later(end + 2_500_000_000) { $0.readEverywhere() }
    later(end + 20_000_000_000) { $0.isOver = true }
    while !isOver, let (time, event) = queue.removeFirst() {
      now = time
      if let ownership = event.ownership {
        let node = nodes[ownership.machine]
        guard node.isRunning, node.incarnation == ownership.incarnation else { continue }
        if node.pausedUntil > now {
          queue.add(event, at: node.pausedUntil)
          continue
        }
      }
      event.action(self)
      if !violations.isEmpty || !database.violations.isEmpty { break }
    }
    database.checkSessions()
    checkOperations()
    return database.violations + violations
  }

  func require(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition { violations.append(violation()) }
  }

  /// Records what happens on a machine, or at a client.
  func record(_ machine: Int?, _ what: @autoclosure () -> String) {
    guard isRecording else { return }
    course.append("\(now / 1_000_000) ms: \(machine.map { "machine \($0)" } ?? "client") \(what())")
  }

  // MARK: Time

  /// Does something later: on a machine, unless its process has ended by then, and not while it is
  /// paused.
  func later(_ delay: Int64, on machine: Int? = nil, _ action: @escaping Action) {
    let ownership = machine.map { ($0, nodes[$0].incarnation) }
    queue.add(Event(ownership: ownership, action: action), at: now + delay)
  }

  /// Returns the time by a machine's own clock.
  func clock(of machine: Int) -> MonotonicInstant {
    let (rate, offset) = clocks[machine]
    return MonotonicInstant(nanoseconds: offset + Int64(Double(now) * rate))
  }

  /// Returns how long it takes until a machine's clock shows a time.
  func delay(until instant: MonotonicInstant, on machine: Int) -> Int64 {
    let wait = instant.nanoseconds - clock(of: machine).nanoseconds
    return max(0, Int64(Double(wait) / clocks[machine].rate) + 1)
  }

  /// Returns how long a message takes: rarely, very long.
  private func messageDelay() -> Int64 {
    switch random.below(200) {
    case 0 where !isHealed: Int64(random.below(1_000_000_000))
    case 1...5 where !isHealed: Int64(random.below(60_000_000))
    default: 50_000 + Int64(random.below(600_000))
    }
  }

  // MARK: The database

  /// Asks the database to do something.
  ///
  /// - Parameters:
  ///   - patience: The time in milliseconds after which the node gives up.
  ///   - work: What the database does once the request arrives. It does so even if the node has
  ///     given up, or has ended.
  ///   - completion: What the node does with the result; `nil` if nobody knows whether the work was
  ///     or will be done.
  func ask<Result>(
    _ machine: Int, patience: Int64, _ work: @escaping (Simulation) -> Result,
    then completion: @escaping (Simulation, Result?) -> Void
  ) {
    let answered = Flag()
    func complete(_ result: Result?) -> Action {
      { simulation in if answered.set() { completion(simulation, result) } }
    }
    later(patience * 1_000_000, on: machine, complete(nil))
    var arrival = messageDelay()
    let cut = databaseCutUntil[machine]
    if now < cut {
      // Half of what was sent into a broken connection arrives when it is whole again.
      guard random.percent(50) else { return }
      arrival += cut - now
    }
    func arrive(_ simulation: Simulation) {
      if simulation.now < simulation.databaseStalledUntil {
        let wait = simulation.databaseStalledUntil - simulation.now
        return simulation.later(
          wait + Int64(simulation.random.below(1_000_000)), arrive)
      }
      let result = work(simulation)
      guard simulation.now >= simulation.databaseCutUntil[machine] else { return }
      guard simulation.nodes[machine].isRunning else { return }
      simulation.later(simulation.messageDelay(), on: machine, complete(result))
    }
    later(arrival, arrive)
  }

  /// A flag that can be set once.
  private final class Flag {
    private var isSet = false

    func set() -> Bool {
      defer { isSet = true }
      return !isSet
    }
  }

  // MARK: Links

  /// Sends a message from one machine to another.
  ///
  /// - Parameters:
  ///   - through: A machine that passes it on.
  ///   - refused: What the sender does if the message certainly did not arrive.
  func send(
    from machine: Int, to other: Int, through relay: Int? = nil, _ arrive: @escaping Action,
    refused: @escaping Action = { _ in }
  ) {
    let path = [machine] + (relay.map { [$0] } ?? []) + [other]
    let isWhole = zip(path, path.dropFirst()).allSatisfy { linkCutUntil[$0][$1] <= now }
    guard isWhole, path.dropFirst().allSatisfy({ nodes[$0].isRunning }) else {
      return later(messageDelay(), on: machine, refused)
    }
    var delay = messageDelay() + (relay == nil ? 0 : messageDelay())
    if let relay { delay += max(0, nodes[relay].pausedUntil - now) }
    later(delay, on: other, arrive)
  }

  // MARK: Faults

  private func perform(_ step: Schedule.Step) {
    switch step {
    case .add(let session, let machine, let isKeyed):
      begin(.add, session, at: machine, isKeyed: isKeyed)
    case .read(let session, let machine): begin(.read, session, at: machine, isKeyed: true)
    case .kill(let machine, let milliseconds):
      guard nodes[machine].isRunning else { return }
      end(machine)
      later(Int64(milliseconds) * 1_000_000) { $0.restart(machine) }
    case .pause(let machine, let milliseconds):
      nodes[machine].pausedUntil = max(
        nodes[machine].pausedUntil, now + Int64(milliseconds) * 1_000_000)
    case .drain(let machine, let milliseconds):
      guard nodes[machine].isRunning else { return }
      nodes[machine].restartDelay = Int64(milliseconds) * 1_000_000
      later(0, on: machine) { $0.live(.drain, on: machine) }
    case .cutDatabase(let machine, let milliseconds):
      databaseCutUntil[machine] = max(
        databaseCutUntil[machine], now + Int64(milliseconds) * 1_000_000)
    case .cutLink(let machine, let other, let milliseconds):
      linkCutUntil[machine][other] = now + Int64(milliseconds) * 1_000_000
      linkCutUntil[other][machine] = linkCutUntil[machine][other]
    case .stallDatabase(let milliseconds):
      databaseStalledUntil = now + Int64(milliseconds) * 1_000_000
    case .passivate(let session):
      for machine in nodes.indices { later(0, on: machine) { $0.passivate(session, on: machine) } }
    }
  }

  /// Ends a process.
  func end(_ machine: Int) {
    nodes[machine].isRunning = false
    nodes[machine].pausedUntil = 0
  }

  /// Begins a process on a machine whose last one has ended.
  func restart(_ machine: Int) {
    guard !nodes[machine].isRunning else { return }
    let last = nodes[machine]
    nodes[machine] = SimulatedNode(
      life: MembershipState(timing: timing(of: machine), at: clock(of: machine)), isNew: last.isNew)
    nodes[machine].incarnation = last.incarnation + 1
    boot(machine)
  }

  /// Makes whole what is broken; from now on nothing breaks, and no message takes long.
  private func heal() {
    isHealed = true
    databaseStalledUntil = 0
    for machine in nodes.indices {
      databaseCutUntil[machine] = 0
      linkCutUntil[machine] = Array(repeating: 0, count: nodes.count)
      nodes[machine].pausedUntil = min(nodes[machine].pausedUntil, now)
      restart(machine)
    }
  }
}
