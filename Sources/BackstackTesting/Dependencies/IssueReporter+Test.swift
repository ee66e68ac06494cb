public import Backstack

extension IssueReporter {
  /// Fails the test that runs, of Swift Testing or of XCTest: for stores that are no `TestStore`.
  ///
  /// Swift Testing knows the test in tasks that the test itself waits for only. The trait
  /// `.dependencies` also finds it for others; in XCTest, set this where `invokeTest` is overridden.
  public static var currentTest: IssueReporter {
    IssueReporter { issue in
      TestReporter.currentTest(
        TestFailure(kind: .issue, message: issue.message, location: issue.location))
    }
  }
}
