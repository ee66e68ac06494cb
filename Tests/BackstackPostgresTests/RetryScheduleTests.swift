#if PostgreSQL

import BackstackPlatform
import BackstackStorage
import Testing

@testable import BackstackPostgres

@Suite("What is tried again") struct RetryScheduleTests {
  private let start = ContinuousClock.now

  @Test("Pauses grow to a second, until the time is over")
  func pauses() {
    var schedule = RetrySchedule(from: start, for: .seconds(5))
    var pauses: [Duration] = []
    var now = start
    while let pause = schedule.next(at: now) {
      pauses.append(pause)
      now += pause
    }
    let milliseconds = [50, 100, 200, 400, 800, 1000, 1000, 1000, 1000]
    #expect(pauses == milliseconds.map { Duration.milliseconds($0) })
    var none = RetrySchedule(from: start, for: .zero)
    #expect(none.next(at: start) == nil)
  }

  @Test(
    "Nothing waits for the database of a URL that can't be read",
    arguments: [
      "postgres://shop@db/shop?sslmod=require", "host=db user",
    ])
  func url(_ url: String) async {
    var configuration = PostgresConfiguration(url: url)
    configuration.openTime = 3_600_000
    let error = await #expect(throws: StorageError.self) {
      try await PostgresStorage.open(configuration) { _ in Issue.record("It waits.") }
    }
    guard case .invalid(let message) = error else { return #expect(error == nil) }
    #expect(message.hasPrefix("The URL of the database: "))
  }

  /// A clock that pauses move, and what it was asked for.
  private final class ManualTime: Sendable {
    private let state: Guarded<(now: ContinuousClock.Instant, pauses: Int)>

    init(_ start: ContinuousClock.Instant) { state = Guarded((start, 0)) }

    var pauses: Int { state.withLock { $0.pauses } }

    var clock: StorageClock {
      StorageClock(
        now: { self.state.withLock { $0.now } },
        pause: { duration in
          self.state.withLock { state in
            state.now += duration
            state.pauses += 1
          }
        })
    }
  }

  @Test("After a failure that lasted, each use is tried once until one works")
  func down() {
    let time = ManualTime(start)
    let link = PostgresLink(
      PostgresConfiguration(url: "host=/nowhere"), name: "test", connections: "1",
      clock: time.clock)
    #expect(throws: StorageError.self) { try link.use { _, _ in } }
    let pauses = time.pauses
    #expect(pauses == 9)
    #expect(throws: StorageError.self) { try link.use { _, _ in } }
    #expect(time.pauses == pauses)
  }
}

#endif
