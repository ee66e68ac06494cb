import Backstack
import BackstackDependencies

// The synchronous and the asynchronous function share one name, as those of withDependencies do.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

/// Runs an operation that is expected to report issues. They do not fail the test; their absence does.
///
/// Issues and failures of test stores count, and so do the issues of any store that the operation
/// sends to or creates. Those of an effect count once they are reported: by a test store, in the call
/// that follows; by another store that exists already, if the test has the trait `.dependencies`.
///
/// - Parameters:
///   - message: A description of the expected issues, for the failure of the test if there is none.
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
  let expected = ExpectedIssues()
  IssueBuffer.ofTest?.flush(during: nil)
  ExpectedIssues.$current.withValue(expected) {
    withDependencies {
      $0.issueReporter = expected.reporter
    } operation: {
      _ = withErrorReporting(catching: body)
    }
    IssueBuffer.ofTest?.flush(during: nil)
  }
  guard !isIntermittent else { return }
  expected.check(
    message, at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Runs an asynchronous operation that is expected to report issues. They do not fail the test; their
/// absence does.
///
/// Issues and failures of test stores count, and so do the issues of any store that the operation
/// sends to or creates. Those of an effect count once they are reported: by a test store, in the call
/// that follows; by another store that exists already, if the test has the trait `.dependencies`.
///
/// - Parameters:
///   - message: A description of the expected issues, for the failure of the test if there is none.
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
  let expected = ExpectedIssues()
  IssueBuffer.ofTest?.flush(during: nil)
  await ExpectedIssues.$current.withValue(expected) {
    await withDependencies {
      $0.issueReporter = expected.reporter
    } operation: {
      _ = await withErrorReporting(catching: body)
    }
    IssueBuffer.ofTest?.flush(during: nil)
  }
  guard !isIntermittent else { return }
  expected.check(
    message, at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

extension ExpectedIssues {
  /// The reporter of stores that the operation creates: their effects run in other tasks.
  fileprivate var reporter: IssueReporter { IssueReporter { _ in self.add() } }

  /// Fails the test if no issue was reported.
  fileprivate func check(_ message: String?, at location: SourceLocation) {
    guard !hasIssues else { return }
    let message = message.map { " (\($0))" } ?? ""
    TestReporter.currentTest(
      TestFailure(
        kind: .issue, message: "An issue was expected\(message), and none was reported.",
        location: location))
  }
}
