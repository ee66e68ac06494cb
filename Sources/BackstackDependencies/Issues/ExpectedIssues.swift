import BackstackPlatform

// The synchronous and the asynchronous function share one name, as those of withDependencies do.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

/// Runs an operation that is expected to report issues. The issues are not reported further.
///
/// - Parameters:
///   - message: A description of the expected issues, for the issue that is reported if there is
///     none.
///   - isIntermittent: Whether the operation may also report no issue.
///   - body: The operation.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Void
) {
  let expected = ExpectedIssues(
    message: message, isIntermittent: isIntermittent,
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  withDependencies {
    $0.issueReporter = expected.reporter
  } operation: {
    _ = withErrorReporting(catching: body)
  }
  expected.check()
}

/// Runs an asynchronous operation that is expected to report issues. The issues are not reported
/// further.
///
/// - Parameters:
///   - message: A description of the expected issues, for the issue that is reported if there is
///     none.
///   - isIntermittent: Whether the operation may also report no issue.
///   - body: The operation.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Void
) async {
  let expected = ExpectedIssues(
    message: message, isIntermittent: isIntermittent,
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  await withDependencies {
    $0.issueReporter = expected.reporter
  } operation: {
    _ = await withErrorReporting(catching: body)
  }
  expected.check()
}

/// A recorder of whether an issue was reported.
private final class ExpectedIssues: Sendable {
  private let message: String?
  private let isIntermittent: Bool
  private let location: SourceLocation
  private let hasIssues = Guarded(false)

  init(message: String?, isIntermittent: Bool, location: SourceLocation) {
    self.message = message
    self.isIntermittent = isIntermittent
    self.location = location
  }

  var reporter: IssueReporter { IssueReporter { _ in self.hasIssues.withLock { $0 = true } } }

  func check() {
    guard !isIntermittent, !hasIssues.withLock({ $0 }) else { return }
    let message = message.map { " (\($0))" } ?? ""
    reportIssue("An issue was expected\(message), and none was reported.", at: location)
  }
}
