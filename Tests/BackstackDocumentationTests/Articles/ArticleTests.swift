import FoundationEssentials
import Testing

@Suite("Articles")
struct ArticleTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let catalogues = ["Backstack", "BackstackViews"].map {
    tests.appending(path: "../../Sources/\($0)/\($0).docc")
  }

  @Test("Each block of Swift in an article is compiled here, word for word")
  func blocks() throws {
    let codes = Set(try samples().map(\.code))
    for article in try articles() {
      for block in article.swiftBlocks where !codes.contains(block) {
        Issue.record("\(article.name) has code that is not compiled:\n\(block)")
      }
    }
  }

  @Test("Each sample is used in an article and has a unique name")
  func use() throws {
    let blocks = Set(try articles().flatMap(\.swiftBlocks))
    let samples = try samples()
    for sample in samples where !blocks.contains(sample.code) {
      Issue.record("No article has the sample \(sample.name).")
    }
    #expect(Set(samples.map(\.name)).count == samples.count)
    #expect(samples.count > 50)
  }

  @Test("Each article is listed on the first page of the documentation")
  func listed() throws {
    let articles = try articles()
    let first = try #require(articles.first { $0.name == "Backstack.md" })
    for article in articles where article.name != first.name && !article.text.hasPrefix("# ``") {
      #expect(first.text.contains("<doc:\(article.name.dropLast(".md".count))>"))
    }
  }

  private func articles() throws -> [Article] {
    try Self.catalogues.flatMap { try files(in: $0, ending: ".md") }
      .map { Article(name: $0.name, text: $0.text) }
  }

  private func samples() throws -> [Sample] {
    try files(in: Self.tests.appending(path: "Samples"), ending: ".swift")
      .flatMap { Sample.all(in: $0.text) }
  }

  private func files(in folder: URL, ending: String) throws -> [(name: String, text: String)] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(ending) }.sorted()
      .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }
}
