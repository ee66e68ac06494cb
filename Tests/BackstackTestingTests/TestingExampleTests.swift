import FoundationEssentials
import Testing

@Suite("The example of a test in the documentation")
struct TestingExampleTests {
  private static let here = URL(filePath: #filePath).deletingLastPathComponent()

  @Test("The page shows the code that is compiled here, word for word")
  func text() throws {
    let source = try String(
      contentsOf: Self.here.appending(path: "TestingExample.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: Self.here.appending(path: "../../docs/testing.md"), encoding: .utf8)
    let example = source.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "// example begins" }.dropFirst().prefix { $0 != "// example ends" }
      .joined(separator: "\n")
    #expect(!example.isEmpty)
    #expect(page.contains(example))
  }
}
