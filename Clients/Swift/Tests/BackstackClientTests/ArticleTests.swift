import Foundation
import Testing

@Suite("The article about this package")
struct ArticleTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("Each declaration of the article is in the examples that are compiled")
  func examples() throws {
    let examples = try ["Counters", "SwiftUI"].map { try Self.text("Article/\($0)Example.swift") }
    let lines = Set(examples.joined().split(separator: "\n").map(Self.trimmed))
    let blocks = try Self.text("../../../../docs/swift-client.md").components(separatedBy: "```")
      .filter { $0.hasPrefix("swift\n") && !$0.contains("feature: Counters.feature") }
    #expect(blocks.count >= 6)
    for line in blocks.flatMap({ $0.split(separator: "\n").dropFirst() }) {
      #expect(lines.contains(Self.trimmed(line)), "\(line)")
    }
  }

  private static func trimmed(_ line: Substring) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }
}
