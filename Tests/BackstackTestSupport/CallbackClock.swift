/// A clock that calls back when a task begins to sleep on it; the task sleeps until it is
/// cancelled.
package struct CallbackClock: Clock {
  private let callback: @Sendable () async -> Void

  package init(_ callback: @escaping @Sendable () async -> Void) { self.callback = callback }

  package var now: ContinuousClock.Instant { ContinuousClock.now }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await callback()
    for await _ in AsyncStream<Never>.makeStream().stream {}
    try Task.checkCancellation()
  }
}
