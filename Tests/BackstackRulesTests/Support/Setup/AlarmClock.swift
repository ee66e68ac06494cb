/// A clock that calls back when somebody begins to wait on it, who then waits until cancelled.
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
