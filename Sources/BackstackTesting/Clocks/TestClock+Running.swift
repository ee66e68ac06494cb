import Backstack

extension TestClock {
  /// Advances the time to an instant and wakes the tasks whose deadlines are reached, one after the
  /// other.
  ///
  /// An instant in the past changes nothing.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - settle: An operation that replaces the default way to let tasks run; called before the
  ///     first wake-up and after each one.
  public func advance(
    to deadline: Instant, settle: (() async -> Void)? = nil
  ) async {
    await advance(by: max(.zero, now.duration(to: deadline)), settle: settle)
  }

  /// Advances the time until no task sleeps on the clock.
  ///
  /// - Parameters:
  ///   - timeout: The maximum real time. When it is over, an issue is reported, because a task that
  ///     sleeps repeatedly, such as a timer, would keep the clock running forever.
  ///   - settle: An operation that replaces the default way to let tasks run; called before the
  ///     first wake-up and after each one.
  public func run(
    timeout: Duration = .milliseconds(500),
    settle: (() async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now + timeout
    await settleTasks(settle)
    while let deadline = nextDeadline {
      guard ContinuousClock.now < end else {
        return reportIssue(
          """
          A TestClock was run for \(timeout), but tasks still sleep on it: \(sleeperCount). Cancel \
          tasks that sleep repeatedly, or advance the clock by the time that the test needs.
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
      }
      await wakeSleepers(until: deadline, settle)
    }
  }

  /// Checks that no task sleeps on the clock.
  ///
  /// - Throws: ``SuspensionError`` if one does.
  public func checkSuspension(settle: (() async -> Void)? = nil) async throws {
    await settleTasks(settle)
    let count = sleeperCount
    if count > 0 { throw SuspensionError(sleeperCount: count) }
  }

  /// The error that is thrown if tasks unexpectedly sleep on a clock.
  public struct SuspensionError: Error, Hashable, CustomStringConvertible {
    /// The number of tasks that sleep on the clock.
    public let sleeperCount: Int

    public var description: String { "Tasks unexpectedly sleep on the clock: \(sleeperCount)." }
  }
}
