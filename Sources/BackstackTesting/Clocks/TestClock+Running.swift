import Backstack

extension TestClock {
  /// Lets time pass until a point in it and wakes, one after the other, who sleeps until then.
  ///
  /// A point in the past changes nothing.
  ///
  /// - Parameters:
  ///   - deadline: The point.
  ///   - settle: Called before the first wake-up and after each one in place of what lets tasks go on.
  public func advance(
    to deadline: Instant, settle: (() async -> Void)? = nil
  ) async {
    await advance(by: max(.zero, now.duration(to: deadline)), settle: settle)
  }

  /// Lets time pass until nobody sleeps any more.
  ///
  /// - Parameters:
  ///   - timeout: How much real time that may take; after it an issue is reported, because who never
  ///     stops sleeping, such as a timer, would keep it here for ever.
  ///   - settle: Called before the first wake-up and after each one in place of what lets tasks go on.
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
          A TestClock was run for \(timeout), and there were still \(sleeperCount) asleep on it. \
          Cancel what sleeps again and again, or advance the clock by as much as the test needs.
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
      }
      await wakeSleepers(until: deadline, settle)
    }
  }

  /// Checks that nobody sleeps on the clock.
  ///
  /// - Throws: ``SuspensionError`` when somebody does.
  public func checkSuspension(settle: (() async -> Void)? = nil) async throws {
    await settleTasks(settle)
    let count = sleeperCount
    if count > 0 { throw SuspensionError(sleeperCount: count) }
  }

  /// Somebody sleeps on a clock where nobody was to.
  public struct SuspensionError: Error, Hashable, CustomStringConvertible {
    /// How many.
    public let sleeperCount: Int

    public var description: String { "\(sleeperCount) asleep on the clock, where none was to be." }
  }
}
