import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("The queue of sessions that need a write")
struct WriteLineTests {
  private static func limits(
    clients: Int = 2, effects: Int = 2, bytes: Int = 1000, share: Int = 3, waiting: Int = 5
  ) -> WriteLimits {
    WriteLimits(
      clientWrites: clients, effectWrites: effects, bytes: bytes, clientsPerEffect: share,
      waitingClients: waiting)
  }

  /// Gives all waiting members their turns, each of which ends before the next.
  private func drain(_ line: inout WriteLine<Int>) -> [Int] {
    var order: [Int] = []
    while let (member, turn) = line.next() {
      order.append(member)
      line.finish(turn)
    }
    return order
  }

  @Test("While the limits allow it, a member gets its turn at once")
  func room() {
    var line = WriteLine<Int>(limits: Self.limits())
    let turns = [
      line.enter(1, for: .client), line.enter(2, for: .client), line.enter(3, for: .client),
      line.enter(4, for: .effect), line.enter(5, for: .effect), line.enter(6, for: .effect),
    ]
    #expect(turns.map { $0 != nil } == [true, true, false, true, true, false])
    #expect(!line.hasNext)
    let next = line.next()
    #expect(next == nil)
  }

  @Test("Members that clients wait for come first, the others in order of arrival")
  func order() {
    var line = WriteLine<Int>(limits: Self.limits(clients: 1, effects: 1))
    let (client, effect) = (line.enter(0, for: .client), line.enter(1, for: .effect))
    for member in 10..<13 { _ = line.enter(member, for: .effect) }
    for member in 20..<23 {
      let turn1 = line.enter(member, for: .client)
      #expect(turn1 == nil)
    }
    line.finish(client!)
    line.finish(effect!)
    let rest = drain(&line)
    #expect(rest == [20, 21, 22, 10, 11, 12])
  }

  @Test("A member is in the queue once, and moves forward when a client waits for it")
  func once() {
    var line = WriteLine<Int>(limits: Self.limits(clients: 1, effects: 1))
    let (client, effect) = (line.enter(0, for: .client), line.enter(1, for: .effect))
    for member in [10, 11, 10, 12] { _ = line.enter(member, for: .effect) }
    _ = line.enter(20, for: .client)
    _ = line.enter(11, for: .client)
    _ = line.enter(20, for: .effect)
    _ = line.enter(11, for: .effect)
    #expect(line.waitingCount(for: .effect) == 2 && line.waitingCount(for: .client) == 2)
    line.finish(client!)
    line.finish(effect!)
    let rest = drain(&line)
    #expect(rest == [20, 11, 10, 12])
    #expect(line.waitingCount(for: .effect) == 0 && line.waitingCount(for: .client) == 0)
  }

  @Test("The queue does not grow when members keep moving forward")
  func movingUp() {
    var line = WriteLine<Int>(limits: Self.limits(clients: 1, effects: 1))
    let effect = line.enter(-1, for: .effect)
    for round in 0..<10_000 {
      let client = line.enter(-2, for: .client)
      _ = line.enter(round % 10, for: .effect)
      _ = line.enter(round % 10, for: .client)
      line.finish(client!)
      let (member, turn) = line.next()!
      #expect(member == round % 10)
      line.finish(turn)
    }
    #expect(line.storedCount <= 64 + 2)
    line.finish(effect!)
    let rest = drain(&line)
    #expect(rest == [])
  }

  @Test("When the storage accepts few writes at a time, effects get a share")
  func share() {
    var line = WriteLine<Int>(limits: Self.limits(clients: 9, effects: 9, share: 3))
    // The storage refuses the second of two.
    let first = line.enter(0, for: .client)!
    let second = line.enter(1, for: .client)!
    let isStuck = line.refuse(1, second)
    #expect(!isStuck)
    for member in 10..<18 { _ = line.enter(member, for: .client) }
    for member in 20..<23 { _ = line.enter(member, for: .effect) }
    line.finish(first)
    // The lower limit stays while turns are in progress.
    var turns: [WriteTurn] = []
    var order: [Int] = []
    while let (member, turn) = line.next() {
      order.append(member)
      turns.append(turn)
    }
    #expect(order == [1, 10])
    for turn in turns { line.finish(turn) }
    order = []
    while let (member, turn) = line.next() {
      order.append(member)
      line.finish(turn)
    }
    #expect(order == [11, 20, 12, 13, 14, 21, 15, 16, 17, 22])
  }

  @Test("A storage that refuses everything is tried again after a pause, with one write")
  func refusal() {
    var line = WriteLine<Int>(limits: Self.limits())
    let turn = line.enter(0, for: .effect)!
    let isOver = line.refuse(0, turn)
    #expect(isOver)
    let turn2 = line.enter(1, for: .client)
    #expect(turn2 == nil)
    #expect(!line.hasNext)
    line.tryAgain()
    let (client, its) = line.next()!
    #expect(client == 1 && !line.hasNext)
    line.finish(its)
    let rest = drain(&line)
    #expect(rest == [0])
  }

  @Test("Fewer large writes are in progress at a time")
  func bytes() {
    var line = WriteLine<Int>(limits: Self.limits(clients: 9, effects: 9, bytes: 1000))
    var first = line.enter(0, for: .client)!
    line.note(999, in: &first)
    var second = line.enter(1, for: .client)!
    line.note(5000, in: &second)
    let turn3 = line.enter(2, for: .client)
    #expect(turn3 == nil)
    // The writes of effects have a separate limit of bytes.
    let turn4 = line.enter(3, for: .effect)
    #expect(turn4 != nil)
    line.finish(first)
    #expect(!line.hasNext)
    line.finish(second)
    let rest = drain(&line)
    #expect(rest == [2])
  }

  @Test("The queue is full when too many clients wait")
  func full() {
    var line = WriteLine<Int>(limits: Self.limits(clients: 1, waiting: 2))
    let turn = line.enter(0, for: .client)!
    _ = line.enter(1, for: .client)
    _ = line.enter(9, for: .effect)
    #expect(!line.isFull)
    _ = line.enter(2, for: .client)
    #expect(line.isFull)
    line.finish(turn)
    _ = line.next()
    #expect(!line.isFull)
  }

  @Test(
    "In a random run all members get their turns, in order, within the limits",
    arguments: 0..<40 as Range<UInt64>)
  func model(_ seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let limits = Self.limits(
      clients: .random(in: 1...4, using: &numbers), effects: .random(in: 1...4, using: &numbers),
      bytes: 100, share: .random(in: 1...4, using: &numbers))
    var line = WriteLine<Int>(limits: limits)
    var model = LineModel(limits: limits)
    for _ in 0..<2000 {
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0..<4:
        let member = Int.random(in: 0..<20, using: &numbers)
        let priority = Bool.random(using: &numbers) ? WritePriority.client : .effect
        let hadNext = line.hasNext
        model.entered(member, priority, line.enter(member, for: priority))
        // No member has to wait while a turn is free.
        #expect(!line.hasNext || hadNext)
      case 4..<7: model.called(line.next())
      case 7..<9:
        guard let (member, turn) = model.end(using: &numbers) else { continue }
        if Int.random(in: 0..<8, using: &numbers) == 0 {
          if line.refuse(member, turn) { line.tryAgain() }
          model.refused(member, turn.priority)
        } else {
          line.finish(turn)
        }
      default: model.note(.random(in: 0...80, using: &numbers), in: &line, using: &numbers)
      }
      model.check(line)
    }
    // All waiting members get their turns in the end.
    while let (_, turn) = model.end(using: &numbers) { line.finish(turn) }
    while let next = line.next() {
      model.called(next)
      while let (_, turn) = model.end(using: &numbers) { line.finish(turn) }
    }
    #expect(model.isEmpty)
  }
}

/// A simple model of the queue, made of lists.
private struct LineModel {
  let limits: WriteLimits
  private var waiting: [WritePriority: [Int]] = [.client: [], .effect: []]
  private var underway: [(member: Int, turn: WriteTurn)] = []

  init(limits: WriteLimits) { self.limits = limits }

  var isEmpty: Bool { waiting.values.allSatisfy(\.isEmpty) && underway.isEmpty }

  mutating func entered(_ member: Int, _ priority: WritePriority, _ turn: WriteTurn?) {
    if let turn {
      #expect(turn.priority == priority)
      // A member that waited as an effect may move forward and get its turn at once.
      if priority == .client { waiting[.effect]!.removeAll { $0 == member } }
      #expect(!isWaiting(member))
      // No member of the same priority is overtaken.
      #expect(waiting[priority]! == [])
      return begin(member, turn)
    }
    if waiting[.client]!.contains(member) { return }
    if waiting[.effect]!.contains(member) {
      guard priority == .client else { return }
      waiting[.effect]!.removeAll { $0 == member }
    }
    waiting[priority]!.append(member)
  }

  mutating func called(_ next: (member: Int, turn: WriteTurn)?) {
    guard let (member, turn) = next else { return }
    #expect(waiting[turn.priority]!.first == member)
    waiting[turn.priority]!.removeFirst()
    begin(member, turn)
  }

  mutating func refused(_ member: Int, _ priority: WritePriority) {
    // It may have been added again meanwhile.
    if !isWaiting(member) { waiting[priority]!.insert(member, at: 0) }
  }

  mutating func end(using numbers: inout SeededGenerator) -> (Int, WriteTurn)? {
    guard !underway.isEmpty else { return nil }
    return underway.remove(at: .random(in: 0..<underway.count, using: &numbers))
  }

  mutating func note(
    _ bytes: Int, in line: inout WriteLine<Int>, using numbers: inout SeededGenerator
  ) {
    guard !underway.isEmpty else { return }
    line.note(bytes, in: &underway[.random(in: 0..<underway.count, using: &numbers)].turn)
  }

  func check(_ line: WriteLine<Int>) {
    for (priority, members) in waiting {
      #expect(line.waitingCount(for: priority) == members.count)
    }
    for (priority, limit) in [
      (WritePriority.client, limits.clientWrites), (.effect, limits.effectWrites),
    ] {
      #expect(underway.count { $0.turn.priority == priority } <= limit)
    }
    var copy = line
    let next = copy.next()
    #expect(line.hasNext == (next != nil))
    // While a member waits, some turn is in progress or available.
    if underway.isEmpty { #expect(line.hasNext == waiting.values.contains { !$0.isEmpty }) }
  }

  private func isWaiting(_ member: Int) -> Bool {
    waiting.values.contains { $0.contains(member) }
  }

  private mutating func begin(_ member: Int, _ turn: WriteTurn) {
    underway.append((member, turn))
  }
}
