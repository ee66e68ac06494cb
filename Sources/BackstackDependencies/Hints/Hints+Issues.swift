// Failures of tests that code outside of tests reports.

// swift-format-ignore: AlwaysUseLowerCamelCase
@available(
  *, unavailable,
  message: "Code that is not a test's has no tests to fail: write 'reportIssue(\"…\")'."
)
public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) { fatalError() }
