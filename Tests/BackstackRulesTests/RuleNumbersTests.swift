import Testing

/// Checks the numbers by which comments, titles of tests and `Rules.md` refer to each other.
@Suite("The numbers of the rules")
struct RuleNumbersTests {
  private let book: RuleBook
  private let sources: [SourceFile]
  private let tests: [SourceFile]
  /// The articles of all products, and the pages of the documentation.
  private let articles: [SourceFile]

  init() throws {
    book = RuleBook(try SourceFile.text("Sources/Backstack/Backstack.docc/Rules.md"))
    sources = try SourceFile.all(in: "Sources")
    tests = try SourceFile.all(in: "Tests")
    let pages = try ["README.md", "SECURITY.md", "CHANGELOG.md"].map { path in
      SourceFile(path: path, text: try SourceFile.text(path))
    }
    articles =
      try SourceFile.all(in: "Sources", ending: ".md")
      + SourceFile.all(in: "docs", ending: ".md") + pages
  }

  @Test("The rules and the decisions are numbered without gaps or duplicates")
  func numbered() {
    #expect(book.rules.map(\.number).sorted() == Array(1...book.rules.count))
    #expect(book.decisions == Array(1...book.decisions.count))
  }

  @Test("Each rule has a tag, and its group names a file that has a test with the tag")
  func tested() throws {
    let tags = try #require(tests.first { $0.path == "BackstackTestSupport/RuleTags.swift" })
    #expect(tags.ruleTags == Array(1...book.rules.count))
    let folder = "BackstackRulesTests/"
    for rule in book.rules {
      let files = tests.filter { file in rule.files.contains { file.path == folder + $0 } }
      #expect(files.count == rule.files.count, "The files of the group of R\(rule.number)")
      #expect(
        files.contains { $0.ruleTags.contains(rule.number) }, "The tests of R\(rule.number)")
    }
  }

  @Test("Each number in a comment, a test's title or an article is defined")
  func defined() {
    let rules = Set(book.rules.map(\.number))
    let decisions = Set(book.decisions)
    // In the code of the library a number may be a part of a name.
    let texts =
      sources.map { ($0.path, $0.comments) } + (tests + articles).map { ($0.path, $0.text) }
    #expect(texts.contains { $0.0.hasSuffix("Rules.md") })
    for (path, text) in texts {
      let citations = Citations(text)
      #expect(citations.rules.filter { !rules.contains($0) } == [], "\(path)")
      #expect(citations.decisions.filter { !decisions.contains($0) } == [], "\(path)")
    }
  }

  @Test("No numbers of kinds that are not defined any more are left")
  func undefined() {
    for file in sources + tests + articles {
      #expect(Citations(file.text).others == [], "\(file.path)")
    }
  }

  @Test("Public documentation cites no rules by number")
  func publicDocumentation() {
    var isFound = false
    for file in sources {
      let documentation = file.publicDocumentation
      isFound = isFound || !documentation.isEmpty
      let citations = Citations(documentation)
      #expect(citations.rules == [], "\(file.path)")
      #expect(citations.decisions == [], "\(file.path)")
    }
    #expect(isFound)
  }
}
