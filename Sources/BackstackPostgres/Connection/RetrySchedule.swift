#if PostgreSQL

import Glibc

/// When something is tried again that the database was not there for: after pauses that grow, until a
/// time is over.
struct RetrySchedule {
  private static let firstPause = Duration.milliseconds(50)
  private static let maximumPause = Duration.seconds(1)

  private let end: ContinuousClock.Instant
  private var pause = Self.firstPause

  /// - Parameter span: The time after which nothing is tried again.
  init(from start: ContinuousClock.Instant, for span: Duration) { end = start + span }

  /// Returns the pause before the next try; `nil` for none.
  mutating func next(at now: ContinuousClock.Instant) -> Duration? {
    guard now < end else { return nil }
    defer { pause = min(pause * 2, Self.maximumPause) }
    return pause
  }
}

/// The time as the threads of a storage see it.
struct StorageClock: Sendable {
  var now: @Sendable () -> ContinuousClock.Instant
  /// Keeps the thread, which has nothing else to do, for a time.
  var pause: @Sendable (Duration) -> Void

  static let system = Self(
    now: { ContinuousClock.now },
    pause: { duration in
      let (seconds, attoseconds) = duration.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&time, nil)
    })
}

#endif
