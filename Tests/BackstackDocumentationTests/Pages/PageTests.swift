import Testing

@Suite("The pages of the repository")
struct PageTests {
  @Test("The README has at most 150 lines")
  func length() throws {
    let text = try Repository.text("README.md")
    #expect(text.count { $0.isNewline } <= 150)
  }

  @Test("Each relative link leads to a file, and to a heading, that exists")
  func links() throws {
    let texts = try Dictionary(
      uniqueKeysWithValues: Repository.pages().map { ($0, try Repository.text($0)) })
    let pages = texts.mapValues(MarkdownPage.init)
    for (path, page) in pages {
      for link in page.links where !link.contains(/^[a-z]+:/) {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? path : Self.path(from: path, to: parts[0])
        #expect(Repository.contains(target), "\(path) links to \(link)")
        guard parts.count == 2 else { continue }
        #expect(
          pages[target]?.anchors.contains(String(parts[1])) == true, "\(path) links to \(link)")
      }
    }
  }

  @Test("The README links to every page of the documentation")
  func index() throws {
    let links = MarkdownPage(try Repository.text("README.md")).links
    let documentation = try Repository.pages().filter { path in
      path.hasPrefix("docs/") || !path.contains("/") && path != "README.md"
    }
    #expect(documentation.count >= 9)
    for page in documentation { #expect(links.contains(page), "\(page)") }
  }

  @Test("Each block of Swift in a page is code that the tests compile, or a manifest")
  func code() throws {
    let folders = [
      "Tests/BackstackServerTests", "Tests/BackstackServiceTests", "Tests/BackstackSessionsTests",
      "Tests/BackstackTestingTests", "Clients/Swift/Tests",
    ]
    let compiled = try folders.flatMap { folder in
      try Repository.files(in: folder, ending: ".swift").map {
        Self.withoutIndentation(try Repository.text($0))
      }
    }
    let article = "Sources/BackstackHost/BackstackHost.docc/Hosting.md"
    let pages = try ["README.md", article] + Repository.files(in: "docs", ending: ".md")
    for page in pages {
      for block in Article(name: page, text: try Repository.text(page)).swiftBlocks
      where !block.hasPrefix("// swift-tools-version") {
        // The tests have their own entry point.
        let code = Self.withoutIndentation(block.replacing("@main\n", with: ""))
        #expect(compiled.contains { $0.contains(code) }, "\(page):\n\(block)")
      }
    }
  }

  @Test("Links and headings are read as GitHub reads them")
  func reading() {
    let page = MarkdownPage(
      """
      # The `first`, and [best](a.md)
      ## Again
      ## Again
      [one](b.md#again-1) `[no](c.md)` [two
      lines](../d_e.md) [`code`](https://swift.org)
      ```sh
      # no heading
      [no](f.md)
      ```
      """)
    #expect(page.links == ["a.md", "b.md#again-1", "../d_e.md", "https://swift.org"])
    #expect(page.anchors == ["the-first-and-best", "again", "again-1"])
  }

  private static func withoutIndentation(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  /// The path that a link leads to, from the root of the repository.
  private static func path(from page: String, to link: Substring) -> String {
    var folders = page.split(separator: "/").dropLast()
    for part in link.split(separator: "/") where part != "." {
      if part == ".." { _ = folders.popLast() } else { folders.append(part) }
    }
    return folders.joined(separator: "/")
  }
}
