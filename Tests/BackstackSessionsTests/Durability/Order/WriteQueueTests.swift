import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("The queue of sessions that need a write")
struct WriteQueueTests {
  private static func limits(
    clients: Int = 2, effects: Int = 2, bytes: Int = 1000, share: Int = 3, waiting: Int = 5
  ) -> WriteLimits {
    WriteLimits(
      clientWrites: clients, effectWrites: effects, bytes: bytes, clientsPerEffect: share,
      waitingClients: waiting)
  }

  /// Gives all waiting members their permits, each of which ends before the next.
  private func drain(_ queue: inout WriteQueue<Int>) -> [Int] {
    var order: [Int] = []
    while let (member, permit) = queue.next() {
      order.append(member)
      queue.finish(permit)
    }
    return order
  }

  @Test("While the limits allow it, a member gets its permit at once")
  func room() {
    var queue = WriteQueue<Int>(limits: Self.limits())
    let permits = [
      queue.enter(1, for: .client), queue.enter(2, for: .client), queue.enter(3, for: .client),
      queue.enter(4, for: .effect), queue.enter(5, for: .effect), queue.enter(6, for: .effect),
    ]
    #expect(permits.map { $0 != nil } == [true, true, false, true, true, false])
    #expect(!queue.hasNext)
    let next = queue.next()
    #expect(next == nil)
  }

  @Test("Members that clients wait for come first, the others in order of arrival")
  func order() {
    var queue = WriteQueue<Int>(limits: Self.limits(clients: 1, effects: 1))
    let (client, effect) = (queue.enter(0, for: .client), queue.enter(1, for: .effect))
    for member in 10..<13 { _ = queue.enter(member, for: .effect) }
    for member in 20..<23 {
      let turn1 = queue.enter(member, for: .client)
      #expect(turn1 == nil)
    }
    queue.finish(client!)
    queue.finish(effect!)
    let rest = drain(&queue)
    #expect(rest == [20, 21, 22, 10, 11, 12])
  }

  @Test("A member is in the queue once, and moves forward when a client waits for it")
  func once() {
    var queue = WriteQueue<Int>(limits: Self.limits(clients: 1, effects: 1))
    let (client, effect) = (queue.enter(0, for: .client), queue.enter(1, for: .effect))
    for member in [10, 11, 10, 12] { _ = queue.enter(member, for: .effect) }
    _ = queue.enter(20, for: .client)
    _ = queue.enter(11, for: .client)
    _ = queue.enter(20, for: .effect)
    _ = queue.enter(11, for: .effect)
    #expect(queue.waitingCount(for: .effect) == 2 && queue.waitingCount(for: .client) == 2)
    queue.finish(client!)
    queue.finish(effect!)
    let rest = drain(&queue)
    #expect(rest == [20, 11, 10, 12])
    #expect(queue.waitingCount(for: .effect) == 0 && queue.waitingCount(for: .client) == 0)
  }

  @Test("The queue does not grow when members keep moving forward")
  func movingUp() {
    var queue = WriteQueue<Int>(limits: Self.limits(clients: 1, effects: 1))
    let effect = queue.enter(-1, for: .effect)
    for round in 0..<10_000 {
      let client = queue.enter(-2, for: .client)
      _ = queue.enter(round % 10, for: .effect)
      _ = queue.enter(round % 10, for: .client)
      queue.finish(client!)
      let (member, permit) = queue.next()!
      #expect(member == round % 10)
      queue.finish(permit)
    }
    #expect(queue.storedCount <= 64 + 2)
    queue.finish(effect!)
    let rest = drain(&queue)
    #expect(rest == [])
  }

  @Test("When the storage accepts few writes at a time, effects get a share")
  func share() {
    var queue = WriteQueue<Int>(limits: Self.limits(clients: 9, effects: 9, share: 3))
    // The storage refuses the second of two.
    let first = queue.enter(0, for: .client)!
    let second = queue.enter(1, for: .client)!
    let isStuck = queue.refuse(1, second)
    #expect(!isStuck)
    for member in 10..<18 { _ = queue.enter(member, for: .client) }
    for member in 20..<23 { _ = queue.enter(member, for: .effect) }
    queue.finish(first)
    // The lower limit stays while permits are in progress.
    var permits: [WritePermit] = []
    var order: [Int] = []
    while let (member, permit) = queue.next() {
      order.append(member)
      permits.append(permit)
    }
    #expect(order == [1, 10])
    for permit in permits { queue.finish(permit) }
    order = []
    while let (member, permit) = queue.next() {
      order.append(member)
      queue.finish(permit)
    }
    #expect(order == [11, 20, 12, 13, 14, 21, 15, 16, 17, 22])
  }

  @Test("A storage that refuses everything is tried again after a pause, with one write")
  func refusal() {
    var queue = WriteQueue<Int>(limits: Self.limits())
    let permit = queue.enter(0, for: .effect)!
    let isOver = queue.refuse(0, permit)
    #expect(isOver)
    let turn2 = queue.enter(1, for: .client)
    #expect(turn2 == nil)
    #expect(!queue.hasNext)
    queue.tryAgain()
    let (client, its) = queue.next()!
    #expect(client == 1 && !queue.hasNext)
    queue.finish(its)
    let rest = drain(&queue)
    #expect(rest == [0])
  }

  @Test("Fewer large writes are in progress at a time")
  func bytes() {
    var queue = WriteQueue<Int>(limits: Self.limits(clients: 9, effects: 9, bytes: 1000))
    var first = queue.enter(0, for: .client)!
    queue.note(999, in: &first)
    var second = queue.enter(1, for: .client)!
    queue.note(5000, in: &second)
    let turn3 = queue.enter(2, for: .client)
    #expect(turn3 == nil)
    // The writes of effects have a separate limit of bytes.
    let turn4 = queue.enter(3, for: .effect)
    #expect(turn4 != nil)
    queue.finish(first)
    #expect(!queue.hasNext)
    queue.finish(second)
    let rest = drain(&queue)
    #expect(rest == [2])
  }

  @Test("The queue is full when too many clients wait")
  func full() {
    var queue = WriteQueue<Int>(limits: Self.limits(clients: 1, waiting: 2))
    let permit = queue.enter(0, for: .client)!
    _ = queue.enter(1, for: .client)
    _ = queue.enter(9, for: .effect)
    #expect(!queue.isFull)
    _ = queue.enter(2, for: .client)
    #expect(queue.isFull)
    queue.finish(permit)
    _ = queue.next()
    #expect(!queue.isFull)
  }

  @Test(
    "In a random run all members get their permits, in order, within the limits",
    arguments: 0..<40 as Range<UInt64>)
  func model(_ seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let limits = Self.limits(
      clients: .random(in: 1...4, using: &numbers), effects: .random(in: 1...4, using: &numbers),
      bytes: 100, share: .random(in: 1...4, using: &numbers))
    var queue = WriteQueue<Int>(limits: limits)
    var model = LineModel(limits: limits)
    for _ in 0..<2000 {
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0..<4:
        let member = Int.random(in: 0..<20, using: &numbers)
        let priority = Bool.random(using: &numbers) ? WritePriority.client : .effect
        let hadNext = queue.hasNext
        model.entered(member, priority, queue.enter(member, for: priority))
        // No member has to wait while a permit is free.
        #expect(!queue.hasNext || hadNext)
      case 4..<7: model.called(queue.next())
      case 7..<9:
        guard let (member, permit) = model.end(using: &numbers) else { continue }
        if Int.random(in: 0..<8, using: &numbers) == 0 {
          if queue.refuse(member, permit) { queue.tryAgain() }
          model.refused(member, permit.priority)
        } else {
          queue.finish(permit)
        }
      default: model.note(.random(in: 0...80, using: &numbers), in: &queue, using: &numbers)
      }
      model.check(queue)
    }
    // All waiting members get their permits in the end.
    while let (_, permit) = model.end(using: &numbers) { queue.finish(permit) }
    while let next = queue.next() {
      model.called(next)
      while let (_, permit) = model.end(using: &numbers) { queue.finish(permit) }
    }
    #expect(model.isEmpty)
  }
}

/// A simple model of the queue, made of lists.
private struct LineModel {
  let limits: WriteLimits
  private var waiting: [WritePriority: [Int]] = [.client: [], .effect: []]
  private var underway: [(member: Int, permit: WritePermit)] = []

  init(limits: WriteLimits) { self.limits = limits }

  var isEmpty: Bool { waiting.values.allSatisfy(\.isEmpty) && underway.isEmpty }

  mutating func entered(_ member: Int, _ priority: WritePriority, _ permit: WritePermit?) {
    if let permit {
      #expect(permit.priority == priority)
      // A member that waited as an effect may move forward and get its permit at once.
      if priority == .client { waiting[.effect]!.removeAll { $0 == member } }
      #expect(!isWaiting(member))
      // No member of the same priority is overtaken.
      #expect(waiting[priority]! == [])
      return begin(member, permit)
    }
    if waiting[.client]!.contains(member) { return }
    if waiting[.effect]!.contains(member) {
      guard priority == .client else { return }
      waiting[.effect]!.removeAll { $0 == member }
    }
    waiting[priority]!.append(member)
  }

  mutating func called(_ next: (member: Int, permit: WritePermit)?) {
    guard let (member, permit) = next else { return }
    #expect(waiting[permit.priority]!.first == member)
    waiting[permit.priority]!.removeFirst()
    begin(member, permit)
  }

  mutating func refused(_ member: Int, _ priority: WritePriority) {
    // It may have been added again meanwhile.
    if !isWaiting(member) { waiting[priority]!.insert(member, at: 0) }
  }

  mutating func end(using numbers: inout SeededGenerator) -> (Int, WritePermit)? {
    guard !underway.isEmpty else { return nil }
    return underway.remove(at: .random(in: 0..<underway.count, using: &numbers))
  }

  mutating func note(
    _ bytes: Int, in queue: inout WriteQueue<Int>, using numbers: inout SeededGenerator
  ) {
    guard !underway.isEmpty else { return }
    queue.note(bytes, in: &underway[.random(in: 0..<underway.count, using: &numbers)].permit)
  }

  func check(_ queue: WriteQueue<Int>) {
    for (priority, members) in waiting {
      #expect(queue.waitingCount(for: priority) == members.count)
    }
    for (priority, limit) in [
      (WritePriority.client, limits.clientWrites), (.effect, limits.effectWrites),
    ] {
      #expect(underway.count { $0.permit.priority == priority } <= limit)
    }
    var copy = queue
    let next = copy.next()
    #expect(queue.hasNext == (next != nil))
    // While a member waits, some permit is in progress or available.
    if underway.isEmpty { #expect(queue.hasNext == waiting.values.contains { !$0.isEmpty }) }
  }

  private func isWaiting(_ member: Int) -> Bool {
    waiting.values.contains { $0.contains(member) }
  }

  private mutating func begin(_ member: Int, _ permit: WritePermit) {
    underway.append((member, permit))
  }
}
