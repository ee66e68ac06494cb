/// A clock that calls back when a task begins to sleep on it; the task sleeps until it is
/// cancelled.
struct AlarmClock: Clock {
  let onWait: @Sendable () async -> Void

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await onWait()
    for await _ in AsyncStream<Never>.makeStream().stream {}
    try Task.checkCancellation()
  }
}
