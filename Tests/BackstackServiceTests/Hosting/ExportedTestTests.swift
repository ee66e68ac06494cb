import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackService
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackDemo
@testable import BackstackServiceTesting
@testable import BackstackSessions

/// A feature whose state has ids that it makes.
@Reducer
private struct Stamps {
  struct State: Codable, Sendable {
    var ids: [UUID]
    var names: [String]
  }

  enum Action: Codable, Sendable { case add(String) }

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let name: String
      switch action {
      case .add(let added): name = added
      }
      let id = uuid()
      state.ids += [id, id, uuid()]
      state.names.append(name)
      return .none
    }
  }
}

/// `ExportedCounters.swift` is what a session exports as a test: it is compiled here, and passes.
@Suite("The export of a session as a Swift test")
struct ExportedTestTests {
  private var feature: Feature { demoFeatures.first { $0.name == "counters" }! }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "ExportedCounters.swift")

  /// The first line of the file, which the export does not have.
  private static let head = "// swift-format-ignore-file\n"

  /// Returns a session after some actions, with an id that is always the same.
  private func session(_ actions: [String], before: Int = 0) async throws -> SavedSession {
    var configuration = ServiceConfiguration()
    configuration.journalLimits.entries = actions.count + 1 - before
    let service = try HostedService([feature], configuration: configuration)
    let created = try await service.send(
      .post, "/sessions", json: #"{"feature": "counters", "link": "/counters/2"}"#)
    let path = try #require(created.fields[.location])
    for action in actions {
      let answer = try await service.send(.post, path + "/actions", json: action)
      #expect(answer.status == 200, "\(answer.text)")
    }
    let session = try #require(service.savedSessions.first)
    let json = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
    let renamed = json.replacing(session.id, with: "1234abcd1234abcd1234abcd1234abcd")
    return try JSONDecoder().decode(SavedSession.self, from: Data(renamed.utf8))
  }

  private static let actions = [
    #"{"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}"#,
    #"{"path":{"element":{"id":0,"action":{"counter":"nextButtonTapped"}}}}"#,
    #"{"path":{"element":{"id":1,"action":{"counter":"decrementButtonTapped"}}}}"#,
  ]

  @Test("The export is the test that is compiled here")
  func text() async throws {
    let text = try #require(try await session(Self.actions).test(of: feature))
    if ProcessInfo.processInfo.environment["WRITE_EXPORTED"] == "1" {
      try (Self.head + text).write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let compiled = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(Self.head + text == compiled, "\(text)")
  }

  /// A text that ends, escapes or interpolates in literals of several kinds, or can't be seen.
  private static let hostile =
    ###"\#(exit(7))\##(exit(7))\(exit(7))"""#"""##"###
    + "`'\"\\ */ // \u{7F}\u{9B}\u{202E}\u{2028}\u{2029}\u{1B}\n"

  private static let hostileFile = file.deletingLastPathComponent()
    .appending(path: "ExportedInventory.swift")

  // The file is compiled here, and passes: what it has of a client is text.
  @Test("Whatever clients send is text in the export, and all of it can be seen")
  func hostile() async throws {
    let feature = demoFeatures.first { $0.name == "inventory" }!
    let service = try HostedService([feature])
    let created = try await service.send(.post, "/sessions", json: #"{"feature": "inventory"}"#)
    let path = try #require(created.fields[.location])
    let name = String(decoding: try JSONEncoder().encode(Self.hostile), as: UTF8.self)
    for action in [
      #""addButtonTapped""#,
      #"{"destination":{"presented":{"addItem":{"binding":{"name":\#(name)}}}}}"#,
    ] {
      let answer = try await service.send(.post, path + "/actions", json: action)
      #expect(answer.status == 200, "\(answer.text)")
    }
    let saved = try #require(service.savedSessions.first)
    #expect(saved.state.contains("exit(7)"))
    let text = try #require(saved.test(of: feature))
      .replacing(saved.id.prefix(8), with: "1234abcd")
      .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "\(Self.itemID)")
    if ProcessInfo.processInfo.environment["WRITE_EXPORTED"] == "1" {
      try (Self.head + text).write(to: Self.hostileFile, atomically: true, encoding: .utf8)
    }
    let compiled = try String(contentsOf: Self.hostileFile, encoding: .utf8)
    #expect(Self.head + text == compiled, "\(text)")
    #expect(!text.unicodeScalars.contains { $0.isHidden && $0 != "\n" })
  }

  private static let itemID = "00000000-0000-0000-0000-000000000001"

  @Test("A stored text of another form, and a feature of any name, make no other code")
  func otherForms() async throws {
    let name = "a`() {}\nexit(7)\u{202E}"
    let json = String(
      decoding: try JSONEncoder().encode(try await session(Self.actions)), as: UTF8.self)
    // As imported: with white space between its values.
    let spaced = json.replacing(#"{\"path\":"#, with: #"{\n\t\"path\":"#)
      .replacing(#""cause":"client""#, with: ##""cause":"client\"\\#(exit(7))\n""##)
    let saved = try JSONDecoder().decode(SavedSession.self, from: Data(spaced.utf8))
    let other = Feature(name, initialState: Counters.State()) { Counters() }
    let text = try #require(saved.test(of: other))
    #expect(text.contains("func `session 1234abcd of a_() {}_exit(7)_`() throws {\n"))
    #expect(text.contains("\n      {  \"path\":"), "\(text)")
    #expect(text.contains(##""cause": "client\"\\#(exit(7))\n""##), "\(text)")
    #expect(text.contains(###"to: ##"""\n"###.replacing(#"\n"#, with: "\n")), "\(text)")
  }

  @Test("A history whose beginning is forgotten is replayed from the oldest state that is known")
  func forgotten() async throws {
    let session = try await session(Self.actions, before: 1)
    #expect(session.history?.first?.version == 1)
    let text = try #require(session.test(of: feature))
    #expect(!text.contains(#"{"version": 1,"#) && text.contains(#"{"version": 2,"#))
    #expect(try await self.session([]).test(of: feature) == nil)
  }

  @Test("A replay that leads elsewhere names each difference")
  func differences() throws {
    let history = try SessionHistory<Stamps.Action>(
      json: #"{"entries": [{"version": 1, "cause": "client", "action": {"add": "x"}}]}"#.utf8)
    func problems(_ expected: String, at version: Int = 1) throws -> [String] {
      try history.problems(
        replayedFrom: #"{"ids": [], "names": ["a/b"]}"#.utf8, to: expected.utf8, at: version
      ) {
        Stamps()
      }
    }
    // Each run makes other ids, which stand in the same places.
    let (one, two) = (UUID(), UUID())
    func ids(_ ids: UUID...) -> String {
      let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
      return #"{"ids": [\#(list)], "names": ["a/b", "x"]}"#
    }
    #expect(try problems(ids(one, one, two)) == [])
    #expect(try problems(ids(one, two, one)).count == 2)
    #expect(
      try problems(#"{"ids": ["\#(one)", "\#(one)"], "names": ["a/b", "y"], "more": 1}"#) == [
        "/ids is 3 elements, expected was 2.", #"/names/1 is "x", expected was "y"."#,
        "/more is nothing, expected was 1.",
      ])
    #expect(try problems("{}", at: 2) == ["The history does not lead to version 2."])
  }
}
