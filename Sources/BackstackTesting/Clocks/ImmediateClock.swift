import BackstackDependencies
import BackstackPlatform

/// A clock that never waits: a sleep ends at once and sets the time to its deadline.
public final class ImmediateClock: Clock, Sendable {
  /// The same durations as those of other clocks.
  public typealias Duration = Swift.Duration

  /// A point in an immediate clock's time.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// Returns the instant that is a duration after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let time = Guarded(Instant(offset: .zero))

  /// Creates a clock whose time starts at zero.
  public init() {}

  /// The latest deadline of a sleep so far.
  public var now: Instant { time.withLock { $0 } }
  /// Zero: the clock distinguishes any two instants.
  public var minimumResolution: Duration { .zero }

  /// Returns at once, after it gave other tasks a chance to run.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}

extension Clock where Self == ImmediateClock {
  /// A clock that never waits: `$0.continuousClock = .immediate`.
  public static var immediate: Self { ImmediateClock() }
}
