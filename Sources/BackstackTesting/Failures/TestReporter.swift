public import Backstack
import BackstackDependencies

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The destination of a test store's failures.
package struct TestReporter: Sendable {
  private let record: @Sendable (TestFailure) -> Void

  package init(_ record: @escaping @Sendable (TestFailure) -> Void) { self.record = record }

  /// Reports a failure, unless the test expects one here.
  package func callAsFunction(_ failure: TestFailure) {
    if !failure.isExpected, let expected = ExpectedIssues.current {
      expected.add()
    } else {
      record(failure)
    }
  }

  /// A reporter that fails the running test of Swift Testing or XCTest.
  package static let currentTest = TestReporter { failure in
    #if canImport(Testing)
      if Test.current != nil { return recordWithSwiftTesting(failure) }
    #endif
    #if canImport(XCTest)
      recordWithXCTest(failure)
    #endif
    #if canImport(Testing)
      // The task does not know the running test. Report to both libraries: each ignores failures in
      // the other's tests.
      if !failure.isExpected { recordWithSwiftTesting(failure) }
    #endif
  }
}

#if canImport(Testing)
  private func recordWithSwiftTesting(_ failure: TestFailure) {
    let location = Testing.SourceLocation(
      fileID: failure.location.fileID.description,
      filePath: failure.location.filePath.description,
      line: Int(failure.location.line), column: Int(failure.location.column))
    let comment = Comment(rawValue: failure.message)
    if failure.isExpected {
      withKnownIssue { _ = Testing.Issue.record(comment, sourceLocation: location) }
    } else {
      _ = Testing.Issue.record(comment, sourceLocation: location)
    }
  }
#endif

#if canImport(XCTest)
  private func recordWithXCTest(_ failure: TestFailure) {
    if failure.isExpected {
      // XCTest has no expected failures on Linux.
      print("\(failure.location): \(failure.message)")
    } else {
      XCTFail(
        failure.message, file: failure.location.filePath.literal, line: failure.location.line)
    }
  }
#endif

extension IssueReporter {
  /// A reporter that fails the running test of Swift Testing or XCTest, for stores other than
  /// `TestStore`.
  ///
  /// Swift Testing knows the running test only in tasks that the test itself awaits. The trait
  /// `.dependencies` finds the test for other tasks as well. In XCTest, set this reporter in an
  /// override of `invokeTest`.
  public static var currentTest: IssueReporter {
    IssueReporter { issue in
      TestReporter.currentTest(
        TestFailure(kind: .issue, message: issue.message, location: issue.location))
    }
  }
}
