public import Backstack

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
