/// A clock of any type, for code that stores one without being generic.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in the time of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was wrapped.
    fileprivate let offset: Duration

    /// Returns the instant that is a duration after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let readNow: @Sendable () -> Instant
  private let readResolution: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Instant, Duration?) async throws -> Void

  /// Wraps a clock.
  public init<C: Clock>(_ clock: C) where C.Instant.Duration == Duration {
    let start = clock.now
    readNow = { Instant(offset: start.duration(to: clock.now)) }
    readResolution = { clock.minimumResolution }
    sleepUntil = { deadline, tolerance in
      try await clock.sleep(until: start.advanced(by: deadline.offset), tolerance: tolerance)
    }
  }

  /// The present time of the wrapped clock.
  public var now: Instant { readNow() }
  /// The smallest difference that the wrapped clock measures.
  public var minimumResolution: Duration { readResolution() }

  /// Sleeps on the wrapped clock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline, tolerance)
  }
}
