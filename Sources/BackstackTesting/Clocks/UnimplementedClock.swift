import Backstack

/// A clock that a test says is not used: asking it anything reports an issue.
///
/// It answers all the same, like an ``ImmediateClock``, so that the test goes on.
public final class UnimplementedClock: Clock, Sendable {
  /// Durations are those of all clocks.
  public typealias Duration = Swift.Duration

  /// A point in the clock's time.
  public typealias Instant = ImmediateClock.Instant

  private let base = ImmediateClock()
  private let location: SourceLocation

  /// A clock that is not to be used.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports an issue.
  public var now: Instant {
    report("its time")
    return base.now
  }

  /// Reports an issue.
  public var minimumResolution: Duration {
    report("its resolution")
    return base.minimumResolution
  }

  /// Reports an issue and ends at once.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
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
