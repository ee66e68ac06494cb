import BackstackDependencies
import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

@Suite("Test clocks")
struct ClockTests {
  /// The events of a test, in order.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  /// Waits until `count` tasks sleep on a clock.
  private func sleepers(_ count: Int, on clock: TestClock<Duration>) async {
    while clock.sleeperCount != count { await letOthersWork() }
  }

  @Test("Advancing a test clock by nothing wakes the tasks that sleep until now")
  func advance() async throws {
    let clock = TestClock()
    let start = clock.now
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await sleepers(1, on: clock)
    await clock.advance()
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(1))
    await clock.advance()
    try await sleeper.value
    #expect(start.duration(to: clock.now) == .seconds(1))
  }

  @Test("advance waits for tasks that were created before it, and for what they do when they wake")
  func tasksOutsideOfStores() async {
    for _ in 1...20 {
      let clock = TestClock()
      let log = Log()
      let task = Task {
        try await clock.sleep(for: .seconds(1))
        log.note("woke")
        try await clock.sleep(for: .seconds(1))
        log.note("woke again")
      }
      await clock.advance(by: .seconds(1))
      #expect(log.all == ["woke"])
      await clock.advance(by: .seconds(1))
      #expect(log.all == ["woke", "woke again"])
      task.cancel()
    }
  }

  @Test("A sleep until now lasts until the next advance; one until the past returns at once")
  func sleepUntilNow() async throws {
    let clock = TestClock()
    let start = clock.now
    let log = Log()
    let task = Task {
      try await clock.sleep(for: .zero)
      log.note("woke")
    }
    await sleepers(1, on: clock)
    #expect(log.all.isEmpty)
    await clock.advance()
    #expect(log.all == ["woke"])
    try await task.value
    await clock.advance(by: .seconds(1))
    try await clock.sleep(until: start, tolerance: nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test("An immediate clock can be written as .immediate")
  func immediate() async throws {
    try await withDependencies {
      $0.continuousClock = .immediate
    } operation: {
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(3600))
    }
  }

  @Test("Advancing to an instant wakes only the tasks that sleep until then")
  func advanceTo() async throws {
    let clock = TestClock()
    let start = clock.now
    let early = Task { try await clock.sleep(for: .seconds(1)) }
    let late = Task { try await clock.sleep(for: .seconds(3)) }
    await sleepers(2, on: clock)
    await clock.advance(to: start.advanced(by: .seconds(2)))
    try await early.value
    #expect(clock.sleeperCount == 1)
    #expect(start.duration(to: clock.now) == .seconds(2))
    await clock.advance(to: start)
    #expect(start.duration(to: clock.now) == .seconds(2))
    await clock.advance(to: start.advanced(by: .seconds(3)))
    try await late.value
  }

  @Test("run advances a test clock until no task sleeps, even if tasks sleep again")
  func run() async throws {
    let clock = TestClock()
    let log = Log()
    let start = clock.now
    let task = Task {
      for number in 1...3 {
        try await clock.sleep(for: .seconds(number))
        log.note("\(number)")
      }
    }
    await sleepers(1, on: clock)
    await clock.run(timeout: .seconds(patience)) {
      // Returns when the task sleeps again or has ended.
      while log.all.count < 3, clock.sleeperCount == 0 { await letOthersWork() }
    }
    try await task.value
    #expect(log.all == ["1", "2", "3"])
    #expect(start.duration(to: clock.now) == .seconds(6))
  }

  @Test("run reports an issue and returns at its timeout when tasks keep sleeping")
  func endless() async {
    let clock = TestClock()
    let log = Log()
    let task = Task { for await _ in clock.timer(interval: .seconds(1)) {} }
    await sleepers(1, on: clock)
    await withDependencies {
      $0.issueReporter = IssueReporter { log.note($0.message) }
    } operation: {
      await clock.run(timeout: .zero)
    }
    #expect(log.all.count == 1)
    #expect(log.all.first?.contains("still sleep on it: 1") == true)
    task.cancel()
    await task.value
  }

  @Test("checkSuspension throws while tasks sleep on the clock")
  func checkSuspension() async throws {
    let clock = TestClock()
    try await clock.checkSuspension()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await sleepers(1, on: clock)
    let error = await #expect(throws: ClockSuspensionError.self) {
      try await clock.checkSuspension()
    }
    #expect(error?.sleeperCount == 1)
    await clock.advance(by: .seconds(1))
    try await task.value
    try await clock.checkSuspension()
  }

  @Test("An unimplemented clock reports each use as an issue, and does not wait")
  func unimplemented() async throws {
    let log = Log()
    let clock = UnimplementedClock()
    try await withDependencies {
      $0.issueReporter = IssueReporter { log.note($0.message) }
    } operation: {
      try await clock.sleep(for: .seconds(3600))
    }
    #expect(log.all.contains { $0.contains("a sleep") })
  }
}
