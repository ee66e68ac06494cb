/// A clock that calls back when a task begins to sleep on it; the task sleeps until it is
/// cancelled.
struct CallbackClock: Clock {
  let callback: @Sendable () async -> Void

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await callback()
    for await _ in AsyncStream<Never>.makeStream().stream {}
    try Task.checkCancellation()
  }
}
