import Testing

@Suite("The sources of the repository")
struct SourceTests {
  @Test("Only what runs in the compiler imports the whole of Foundation, which brings ICU's data")
  func foundation() throws {
    let sources = try ["Sources", "Tools"].flatMap {
      try Repository.files(in: $0, ending: ".swift")
    }
    let importing = try sources.filter { path in
      try Repository.text(path).contains(/(?m)^ *(\w+ )*import Foundation$/)
    }
    #expect(importing == ["Sources/BackstackMacros/Plugin.swift"])
  }

  @Test("The contract has all kinds and members of nodes that views write")
  func nodes() throws {
    let contract = try Repository.text("openapi.yaml")
    let schemas = try #require(
      contract.firstMatch(of: /(?s)\n    Screen:\n.*\n    ScreenNode:\n.*?\n    \w/))
    let views = try Repository.files(in: "Sources/BackstackViews", ending: ".swift")
      .map(Repository.text).joined()
    let members = Set(
      views.matches(of: /(?:put|member|children|sending|appending|adding\w*)\("(\w+)"/)
        .map { String($0.1) })
    #expect(members.count > 70)
    #expect(members.filter { !schemas.0.contains("\n        \($0):") }.sorted() == [])
    let kinds = Set(views.matches(of: /node\("(\w+)"/).map { String($0.1) })
    #expect(kinds.count > 25)
    let kindList = try #require(schemas.0.firstMatch(of: /text, label, icon(?s:.)*?custom\./)).0
    let listed = Set(kindList.matches(of: /\w+/).map { String($0.0) })
    #expect(kinds.subtracting(listed).sorted() == [])
  }
}
