import BackstackTestSupport

/// The events of a simulated cluster from outside: the requests of clients, and the faults.
struct Schedule: Sendable {
  /// Something that happens.
  enum Step: Sendable, Hashable {
    /// A client sends an action, with an idempotency key or without one, or reads the session.
    case add(session: Int, machine: Int, isKeyed: Bool)
    case read(session: Int, machine: Int)
    /// A process ends without a word, and another one starts later.
    case kill(machine: Int, milliseconds: Int)
    /// A process stands still, while time passes.
    case pause(machine: Int, milliseconds: Int)
    /// A process is told to end: it drains, and another one starts later.
    case drain(machine: Int, milliseconds: Int)
    /// A machine's connection to the database breaks.
    case cutDatabase(machine: Int, milliseconds: Int)
    /// The connection between two machines breaks.
    case cutLink(machine: Int, other: Int, milliseconds: Int)
    /// The database stands still.
    case stallDatabase(milliseconds: Int)
    /// Nobody uses a session any more.
    case passivate(session: Int)

    /// How long it lasts, if it does.
    var milliseconds: Int {
      switch self {
      case .add, .read, .passivate: 0
      case .kill(_, let time), .pause(_, let time), .drain(_, let time), .cutDatabase(_, let time),
        .cutLink(_, _, let time), .stallDatabase(let time):
        time
      }
    }
  }

  struct Event: Sendable, Hashable {
    /// When it happens, in milliseconds since the beginning.
    let time: Int
    let step: Step
  }

  /// The seed of delays, clocks and losses.
  let seed: UInt64
  let machines: Int
  let sessions: Int
  /// How many of the machines have a build that writes a newer shape.
  let newMachines: Int
  var events: [Event]

  /// Makes a random schedule.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    machines = 2 + random.below(3)
    sessions = 1 + random.below(2)
    newMachines = random.percent(30) ? 1 + random.below(machines) : 0
    let length = 2_000 + random.below(6_000)
    var faults: [Event] = []
    for _ in 0..<random.below(5) {
      let step = Self.fault(machines, sessions, &random)
      faults.append(Event(time: 600 + random.below(length), step: step))
    }
    events = faults
    for _ in 0..<(4 + random.below(16)) {
      let session = random.below(sessions)
      let machine = random.below(machines)
      let step: Step =
        random.percent(60)
        ? .add(session: session, machine: machine, isKeyed: random.percent(60))
        : .read(session: session, machine: machine)
      var time = 600 + random.below(length)
      // Most can go wrong when others notice that something broke, and when it is whole again.
      if !faults.isEmpty, random.percent(60) {
        let fault = random.pick(faults)
        let offsets = [0, 1_000, fault.step.milliseconds - 200, fault.step.milliseconds]
        time = max(600, fault.time + random.pick(offsets) + random.below(500))
      }
      events.append(Event(time: time, step: step))
    }
    events.sort { $0.time < $1.time }
  }

  /// Makes a schedule in which a write of a node that is dead without knowing it is stored shortly
  /// before another node takes the session, and the session is read at both.
  static func lastWrite(seed: UInt64) -> Schedule {
    let add = { Step.add(session: 0, machine: $0, isKeyed: true) }
    let read = Step.read(session: 0, machine: 0)
    return Schedule(
      seed: seed, machines: 3, sessions: 1, newMachines: 0,
      events: [
        Event(time: 700, step: add(0)),
        Event(time: 1_000, step: .cutDatabase(machine: 0, milliseconds: 1_500)),
        Event(time: 1_100, step: add(0)), Event(time: 2_510, step: add(1)),
      ] + stride(from: 2_530, to: 2_800, by: 30).map { Event(time: $0, step: read) })
  }

  /// Makes a schedule in which a node stands still for about as long as others wait for its beat, and
  /// its session is read at it while others change it.
  static func lateDeath(seed: UInt64) -> Schedule {
    let pause = 1_200 + Int(seed % 400)
    return Schedule(
      seed: seed, machines: 2, sessions: 1, newMachines: 0,
      events: [
        Event(time: 700, step: .add(session: 0, machine: 0, isKeyed: true)),
        Event(time: 1_000, step: .pause(machine: 0, milliseconds: pause)),
      ]
        + stride(from: 900 + pause, to: 2_000 + pause, by: 30).flatMap { time in
          [
            Event(time: time, step: .add(session: 0, machine: 1, isKeyed: true)),
            Event(time: time + 15, step: .read(session: 0, machine: 0)),
          ]
        })
  }

  private init(seed: UInt64, machines: Int, sessions: Int, newMachines: Int, events: [Event]) {
    self.seed = seed
    self.machines = machines
    self.sessions = sessions
    self.newMachines = newMachines
    self.events = events
  }

  private static func fault(
    _ machines: Int, _ sessions: Int, _ random: inout SeededGenerator
  ) -> Step {
    let machine = random.below(machines)
    let short = 20 + random.below(1_500)
    let long = 200 + random.below(4_000)
    return switch random.below(10) {
    case 0: .kill(machine: machine, milliseconds: long)
    case 1, 2: .pause(machine: machine, milliseconds: random.percent(50) ? short : long)
    case 3, 4: .drain(machine: machine, milliseconds: short)
    case 5, 6: .cutDatabase(machine: machine, milliseconds: long)
    case 7:
      .cutLink(
        machine: machine, other: (machine + 1 + random.below(machines - 1)) % machines,
        milliseconds: long)
    case 8: .stallDatabase(milliseconds: short)
    default: .passivate(session: random.below(sessions))
    }
  }

  /// Returns the smallest schedule found that still fails, by leaving events out.
  func shrunk(while fails: (Schedule) -> Bool) -> Schedule {
    var best = self
    var size = max(1, events.count / 2)
    while size >= 1 {
      var start = 0
      while start < best.events.count {
        var next = best
        next.events.removeSubrange(start..<min(start + size, next.events.count))
        if fails(next) { best = next } else { start += size }
      }
      if size == 1 { break }
      size /= 2
    }
    return best
  }
}

extension Schedule: CustomStringConvertible {
  var description: String {
    "seed \(seed), \(machines) machines (\(newMachines) newer), \(sessions) sessions\n"
      + events.map { "  \($0.time) ms: \($0.step)" }.joined(separator: "\n")
  }
}
