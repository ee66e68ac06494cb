/// An observer of the sleeps of a task.
package protocol SleepObserver: AnyObject, Sendable {
  /// Called before a sleep of some length begins.
  ///
  /// - Returns: The id of the sleep.
  func willSleep(for duration: Duration) -> Int

  /// Called when a sleep has ended or was cancelled.
  func didSleep(_ id: Int)
}

extension DependencyValues {
  /// The observer of the sleeps of the current task.
  @TaskLocal package static var sleepObserver: (any SleepObserver)?
}

/// A clock that tells the observer of a task's sleeps when the task sleeps on it.
package struct ObservedClock<Base: Clock<Duration>>: Clock {
  private let base: Base

  package init(_ base: Base) { self.base = base }

  package var now: Base.Instant { base.now }
  package var minimumResolution: Duration { base.minimumResolution }

  package func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
    guard let observer = DependencyValues.sleepObserver else {
      return try await base.sleep(until: deadline, tolerance: tolerance)
    }
    let id = observer.willSleep(for: base.now.duration(to: deadline))
    defer { observer.didSleep(id) }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
