import Backstack
import BackstackPlatform
import Testing

@testable import BackstackSessions

@Suite("The order of large work")
struct LargeWorkQueueTests {
  private var queue = LargeWorkQueue(limits: LargeWorkLimits())
  private let done = LockIsolated<[String]>([])

  private func work(_ text: String) -> LargeWorkQueue.Work {
    { [done] in done.withValue { $0.append(text) } }
  }

  private mutating func add(_ text: String, _ client: Int, _ subject: Int) {
    queue.append(work(text), from: LargeWorkSource(client: client, subject: subject))
  }

  /// Does all work that can be done, one after the other.
  private mutating func finish() -> [String] {
    while let next = queue.next() {
      next.work()
      queue.finish(next.source)
    }
    defer { done.setValue([]) }
    return done.value
  }

  @Test("Clients take turns, and so do a client's sessions, each with its work in order")
  mutating func turns() {
    for number in 1...3 { add("a\(number)", 1, 1) }
    add("A1", 1, 2)
    add("b1", 2, 3)
    add("b2", 2, 3)
    #expect(queue.count == 6 && queue.readyCount == 3)
    #expect(finish() == ["a1", "b1", "A1", "b2", "a2", "a3"])
    #expect(queue.count == 0 && queue.readyCount == 0)
    add("a4", 1, 1)
    #expect(finish() == ["a4"])
  }

  @Test("A client with one piece of work waits for one piece of another, however many that has")
  mutating func fairness() {
    for number in 0..<300 { add("\(number)", 1, number) }
    let running = queue.next()
    add("other", 2, 1)
    running?.work()
    if let running { queue.finish(running.source) }
    #expect(finish().firstIndex(of: "other") ?? 99 <= 2)
  }

  @Test("Work of one source is done one at a time")
  mutating func exclusion() throws {
    for number in 1...2 { add("a\(number)", 1, 1) }
    add("b", 1, 2)
    let first = queue.next()
    #expect(queue.readyCount == 1)
    let second = queue.next()
    #expect(queue.next() == nil)
    queue.finish(try #require(second?.source))
    #expect(queue.next() == nil)
    queue.finish(try #require(first?.source))
    #expect(finish() == ["a2"])
  }

  @Test("Requests above a limit are refused, and other work is not")
  mutating func limits() throws {
    func refusals(_ change: (inout LargeWorkLimits) -> Void) -> [Bool] {
      var limits = LargeWorkLimits()
      change(&limits)
      var queue = LargeWorkQueue(limits: limits)
      var taken: [Bool] = []
      for (client, subject) in [(1, 1), (1, 2), (1, 1), (2, 1)] {
        let source = LargeWorkSource(client: client, subject: subject)
        taken.append(queue.append({}, from: source, request: 10))
      }
      #expect(queue.refusedCount == taken.count { !$0 })
      queue.append({}, from: LargeWorkSource(client: 1, subject: 1))
      while let next = queue.next() { queue.finish(next.source) }
      // There is room again.
      taken.append(queue.append({}, from: LargeWorkSource(client: 1, subject: 1), request: 10))
      return taken
    }
    #expect(refusals { _ in } == [true, true, true, true, true])
    #expect(refusals { $0.requestsPerClient = 2 } == [true, true, false, true, true])
    #expect(refusals { $0.bytesPerClient = 15 } == [true, true, false, true, true])
    #expect(refusals { $0.requests = 2 } == [true, true, false, false, true])
    #expect(refusals { $0.bytes = 15 } == [true, true, false, false, true])
  }

  @Test("The weight of work is the time of the slowest, which loses an eighth each time")
  func learnedWeight() {
    let elapsed = LockIsolated<Int64>(0)
    let used = LockIsolated<Int64>(0)
    let clocks = LearnedWeight.Clocks(
      elapsed: { MonotonicInstant(nanoseconds: elapsed.value) },
      used: { MonotonicInstant(nanoseconds: used.value) })
    let weight = LearnedWeight()
    func measure(_ time: Int64, _ use: Int64) -> Int {
      weight.measure(clocks) {
        elapsed.withValue { $0 &+= time }
        used.withValue { $0 &+= use }
      }
      return weight.weight
    }
    let millisecond: Int64 = 1_000_000
    #expect(measure(2 * millisecond, 0) == 0)
    // A thread that waited for a processor has not worked long.
    #expect(measure(50 * millisecond, millisecond) == 16)
    // It may have: what the thread uses is measured for some time.
    #expect((0..<16).map { _ in measure(50 * millisecond, 0) } == (0..<16).reversed())
    #expect(measure(50 * millisecond, 0) == 16)
    #expect(measure(0, 3200 * millisecond) == 100_000_000)
    #expect(measure(0, 0) == 87_500_000)
    #expect(measure(0, -5) == 76_562_500)
    #expect(measure(0, 6400 * millisecond) == 200_000_000)
    #expect((0..<100).map { _ in measure(0, 0) }.last == 0)
    // However long it takes.
    _ = measure(50 * millisecond, 0)
    #expect(measure(0, .max / 2) == Int(UInt32.max))
  }

  @Test("There are as many threads at work as there may be, and one for each source")
  func threads() {
    let calls = LockIsolated<[(thread: Int, work: @Sendable () -> Void)]>([])
    let large = LargeWork(threads: 2) { thread, work in
      calls.withValue { $0.append((thread, work)) }
    }
    func add(_ subject: Int, _ text: String) {
      large.offload(.max, from: LargeWorkSource(client: subject, subject: subject), work(text))
    }
    func run() { calls.withValue { $0.isEmpty ? nil : $0.removeFirst() }?.work() }
    add(1, "a1")
    add(1, "a2")
    #expect(calls.value.count == 1)
    add(2, "b")
    add(3, "c")
    #expect(Set(calls.value.map(\.thread)) == [0, 1])
    #expect(calls.value.count == 2)
    while !calls.value.isEmpty { run() }
    #expect(done.value == ["a1", "b", "c", "a2"])
    #expect(large.waitingCount == 0)
  }
}
