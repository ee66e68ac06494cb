import BackstackPlatform

/// A destination of issues: the failures of a test, the log of a service, standard error.
public struct IssueReporter: Sendable {
  private let handler: @Sendable (Issue) -> Void

  /// Creates a reporter that calls a closure, possibly on any thread.
  public init(_ handler: @escaping @Sendable (Issue) -> Void) { self.handler = handler }

  /// Reports an issue, unless it is expected.
  public func callAsFunction(_ issue: Issue) {
    if let expected = ExpectedIssues.current { expected.add() } else { handler(issue) }
  }

  /// A reporter that writes one line per issue to standard error.
  public static let standardError = IssueReporter { issue in
    StandardError.log("backstack: issue: \(issue)")
  }
}

private enum IssueReporterKey: DependencyKey {
  static let liveValue = IssueReporter.standardError
  static let testValue = IssueReporter.standardError
}

extension DependencyValues {
  /// The reporter for issues of this context.
  public var issueReporter: IssueReporter {
    get { self[IssueReporterKey.self] }
    set { self[IssueReporterKey.self] = newValue }
  }
}

/// Reports a misuse to the current context's ``DependencyValues/issueReporter`` and continues.
///
/// - Parameters:
///   - message: A description of the mistake and its remedy.
///   - location: The location of the mistake.
public func reportIssue(_ message: @autoclosure () -> String, at location: SourceLocation) {
  DependencyValues.current.issueReporter(Issue(message: message(), location: location))
}

/// Reports a misuse at the location of the call to the current context's
/// ``DependencyValues/issueReporter`` and continues.
public func reportIssue(
  _ message: @autoclosure () -> String = "Issue reported",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(
    message(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}
