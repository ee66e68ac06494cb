import BackstackDependencies

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Where the failures of a test store go.
package struct TestReporter: Sendable {
  private let record: @Sendable (TestFailure) -> Void

  package init(_ record: @escaping @Sendable (TestFailure) -> Void) { self.record = record }

  package func callAsFunction(_ failure: TestFailure) { record(failure) }

  /// Fails the test that calls, of Swift Testing or of XCTest.
  package static let currentTest = TestReporter { failure in
    #if canImport(Testing)
      if Test.current != nil { return recordWithSwiftTesting(failure) }
    #endif
    #if canImport(XCTest)
      recordWithXCTest(failure)
    #endif
    #if canImport(Testing)
      // In a task that knows no test: each library ignores what is recorded in the other's tests.
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
      // XCTest knows no expected failures on Linux.
      print("\(failure.location): \(failure.message)")
    } else {
      XCTFail(
        failure.message, file: failure.location.filePath.literal, line: failure.location.line)
    }
  }
#endif
