import BackstackDependencies
import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

@Suite("Observed clocks")
struct ObservedClockTests {
  private final class Log: SleepObserver {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }

    func willSleep(for duration: Duration) -> Int {
      entries.withLock { entries in
        entries.append("sleeps \(duration.components.seconds) s")
        return entries.count
      }
    }

    func didSleep(_ id: Int) { entries.withLock { $0.append("ended \(id)") } }
  }

  private let base = TestClock()
  private let log = Log()

  /// Runs work whose sleeps are observed.
  private func observed(
    _ work: @escaping @Sendable (any Clock<Duration>) async throws -> Void
  ) -> Task<Void, any Error> {
    Task { [base, log] in
      try await DependencyValues.$sleepObserver.withValue(log) {
        try await work(ObservedClock(base))
      }
    }
  }

  @Test("Each tick of a timer is a sleep")
  func timer() async throws {
    let task = observed { clock in
      for await _ in clock.timer(interval: .seconds(2)) {}
    }
    while base.sleeperCount == 0 { await letOthersWork() }
    #expect(log.all == ["sleeps 2 s"])
    await base.advance(by: .seconds(2))
    while log.all.count < 3 { await letOthersWork() }
    #expect(log.all == ["sleeps 2 s", "ended 1", "sleeps 2 s"])
    task.cancel()
    try await task.value
    #expect(log.all.count == 4)
  }

  @Test("A sleep that is cancelled ends")
  func cancel() async {
    let task = observed { try await $0.sleep(for: .seconds(5)) }
    while base.sleeperCount == 0 { await letOthersWork() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.all == ["sleeps 5 s", "ended 1"])
  }

  @Test("The clocks of the live context are observed; without an observer they just sleep")
  func live() async throws {
    try await DependencyValues.$sleepObserver.withValue(log) {
      let values = DependencyValues(context: .live)
      try await values.continuousClock.sleep(for: .zero)
      try await values.suspendingClock.sleep(for: .zero)
    }
    #expect(log.all.count == 4)
    try await DependencyValues(context: .live).continuousClock.sleep(for: .zero)
    #expect(log.all.count == 4)
  }
}
