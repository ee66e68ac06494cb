import BackstackDependencies
import BackstackLocking

/// A clock that never waits: a sleep ends at once, and time is where it should have ended.
public final class ImmediateClock: Clock, Sendable {
  /// Durations are those of all clocks.
  public typealias Duration = Swift.Duration

  /// A point in an immediate clock's time.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// A point some time after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this point to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let time = Guarded(Instant(offset: .zero))

  /// A clock at the beginning of its time.
  public init() {}

  /// When the latest sleep should have ended.
  public var now: Instant { time.withLock { $0 } }
  /// None: any two points can be told apart.
  public var minimumResolution: Duration { .zero }

  /// Ends at once, after others had their turn.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
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
