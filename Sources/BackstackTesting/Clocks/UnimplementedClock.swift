import Backstack

/// A clock that a test does not expect to be used: any use reports an issue.
///
/// It still works like an ``ImmediateClock``, so that the test continues.
public final class UnimplementedClock: Clock, Sendable {
  /// The same durations as those of other clocks.
  public typealias Duration = Swift.Duration

  /// An instant of the clock's time.
  public typealias Instant = ImmediateClock.Instant

  private let base = ImmediateClock()
  private let location: SourceLocation

  /// Creates a clock that reports an issue when it is used.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The time of an ``ImmediateClock``. Reading it reports an issue.
  public var now: Instant {
    report("its time")
    return base.now
  }

  /// The resolution of an ``ImmediateClock``. Reading it reports an issue.
  public var minimumResolution: Duration {
    report("its resolution")
    return base.minimumResolution
  }

  /// Reports an issue and returns at once.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    report("a sleep")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ use: String) {
    reportIssue(
      "An UnimplementedClock was asked for \(use). Override the clock with a TestClock.",
      at: location)
  }
}
