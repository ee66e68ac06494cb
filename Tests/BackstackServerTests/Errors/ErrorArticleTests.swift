import BackstackHTTP
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Errors, provoked over a socket", .endsAtFailure)
struct ErrorArticleTests {
  /// Whether the documentation is written instead of compared.
  private static let isWriting = ProcessInfo.processInfo.environment["WRITE_ERRORS"] != nil

  /// The kinds after which the connection is closed.
  private static let breaking: Set = [
    "malformed-request", "invalid-host", "repeated-field", "ambiguous-framing", "malformed-chunk",
    "unsupported-transfer-coding", "unsupported-expectation", "unsupported-version",
    "target-too-long", "fields-too-large", "content-too-large", "request-timeout",
    "too-many-connections",
  ]

  @Test(
    "Each error is a problem document, and the documentation shows it",
    .enabled(if: !isWriting), arguments: ProvokedError.all)
  func provoke(_ error: ProvokedError) async throws {
    let answer = try await ErrorScene.play(error.setting) { try await error.provoke($0) }
    try expectProblem(
      answer, answer.status, error.kind, pointer: try answer.json["pointer"]?.string)
    let guide = try #require(ProblemGuide.find(error.kind))
    #expect(try answer.json["title"]?.string == guide.title)
    #expect(guide.statuses.map(\.code).contains(answer.status))
    // The server made these itself, without a handler.
    let isUnread = Self.breaking.contains(error.kind) || error.kind == "answer-timeout"
    #expect(
      try answer.json["requestId"]?.string?.wholeMatch(of: /[0-9a-f]{32}/) != nil
        || isUnread, "\(answer.text)")
    #expect(try !isUnread || answer.json["requestId"] == nil)
    let article = try PackageFile.text(ErrorArticle.path)
    #expect(
      article.contains(ErrorArticle.section(error, answer).trimmedEnd),
      "\(ErrorArticle.path) is out of date; write it with `make errors`.")
  }

  @Test("A connection stays open unless its framing is broken", arguments: ProvokedError.all)
  func connection(_ error: ProvokedError) async throws {
    let answer = try await ErrorScene.play(error.setting) { try await error.provoke($0) }
    #expect((answer.fields["connection"] == "close") == Self.breaking.contains(error.kind))
  }

  @Test("Every kind of error is provoked and documented, and no other")
  func completeness() throws {
    let provoked = ProvokedError.all.map(\.kind)
    var known = Set(Problem.Kind.all.map(\.slug))
    let source = try PackageFile.text("Sources/BackstackHTTP/Message/HTTPError.swift")
    for match in source.matches(of: /Self\(rawValue: "([a-z-]+)"\)/) {
      known.insert(String(match.1))
    }
    #expect(known == Set(provoked))
    let article = try PackageFile.text(ErrorArticle.path)
    let headings = article.matches(of: /## \d+ `([a-z-]+)`/).map { String($0.1) }
    #expect(headings.sorted() == provoked.sorted())
    #expect(Set(ProblemGuide.all.map(\.slug)) == known)
    #expect(ProblemGuide.all.count == known.count)
    #expect(ProblemGuide.all.flatMap(\.statuses).count == provoked.count)
  }

  @Test("The documentation is written", .enabled(if: isWriting))
  func write() async throws {
    var sections: [(status: Int, text: String)] = []
    for error in ProvokedError.all {
      let answer = try await ErrorScene.play(error.setting) { try await error.provoke($0) }
      sections.append((answer.status, ErrorArticle.section(error, answer)))
    }
    try PackageFile.write(ErrorArticle.text(sections), to: ErrorArticle.path)
  }
}

extension String {
  fileprivate var trimmedEnd: Substring {
    let end = lastIndex { !$0.isNewline }
    return end.map { self[...$0] } ?? ""
  }
}
