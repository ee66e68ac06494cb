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
}
