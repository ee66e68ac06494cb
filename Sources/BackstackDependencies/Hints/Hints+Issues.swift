// Test failures that code outside of tests reports.

// swift-format-ignore: AlwaysUseLowerCamelCase
@available(
  *, unavailable,
  message: "XCTFail is only for tests: write 'reportIssue(\"…\")'."
)
public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) { fatalError() }
