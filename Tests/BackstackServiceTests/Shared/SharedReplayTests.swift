import Backstack
import BackstackService
import BackstackTesting
import Foundation
import Testing

@testable import BackstackServiceTesting
@testable import BackstackSessions

@Suite("Replaying histories with shared values")
struct SharedReplayTests {
  @Test("Each state has the values of its version, and one that is restored shares them again")
  func versions() throws {
    let history = try SessionHistory<Boards.Action>(
      json: #"""
        [
          {"version": 1, "cause": "client", "action": {"open": 1}},
          {"version": 2, "cause": "client", "action": {"append": "!"}},
          {"version": 3, "cause": "restore", "restored": 1},
          {"version": 4, "cause": "client", "action": {"append": "?"}}
        ]
        """#.utf8)
    let start = #"{"notes": [{"id": 1, "text": "a"}], "changes": 0, "path": []}"#
    let states = try history.replay(from: start.utf8) { Boards() }
    let texts = (0...4).map { states[$0].map { [$0.notes[0].text] + $0.path.map(\.note.text) } }
    #expect(texts == [["a"], ["a", "a"], ["a!", "a!"], ["a", "a"], ["a?", "a?"]])
  }

  @Test(
    "An export repeats what effects have changed, also if it begins with a state that shares values",
    arguments: [nil, 5, 4, 2])
  func effects(entries: Int?) async throws {
    let clock = TestClock()
    var configuration = ServiceConfiguration()
    if let entries { configuration.journalLimits.entries = entries }
    let feature = Feature("boards", initialState: Boards.initialState) { Boards() }
    let service = try HostedService(
      [feature.overridingDependencies { $0.continuousClock = clock }],
      configuration: configuration)
    let session = try await service.session(of: Boards.self, "boards")
    for action: Boards.Action in [
      .open(1), .open(2), .path(.element(id: 0, action: .later("late \u{1F319}"))),
    ] {
      try await session.send(action)
    }
    await clock.advance(by: .seconds(1))
    try await session.send(.logLater("a"))
    await clock.advance(by: .seconds(1))
    try await session.send(.countLog)
    try await session.send(.append("!"))

    let saved = try #require(service.savedSessions.first)
    let causes = (saved.history ?? []).map(\.cause)
    let expected = ["shared", "client", "shared", "client", "client"]
    #expect(causes.suffix(5) == expected.suffix(causes.count))
    let text = try #require(saved.test(of: feature))
    let literals = text.components(separatedBy: "\"\"\"")
    let history = try SessionHistory<Boards.Action>(json: literals[1].utf8)
    #expect(history.entries.count == (entries ?? 9) - 1)
    let problems = try history.problems(
      replayedFrom: literals[3].utf8, to: literals[5].utf8, at: saved.version
    ) {
      Boards()
    } withDependencies: {
      $0.continuousClock = clock
    }
    #expect(problems == [], "\(text)")
  }

  @Test("A change of a value that only its parts show, or of which nothing is told, is bounded")
  func parts() async throws {
    let history = try SessionHistory<Boards.Action>(
      json: #"""
        [
          {"version": 1, "cause": "client", "action": {"open": 1}},
          {"version": 2, "cause": "shared", "made": {"shared": {"/state/path/0/state/note": \#
        "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"b\"}]"}}},
          {"version": 3, "cause": "shared", "made": {"shared": {"/state/nowhere": "[]", "/shared/x": "?", \#
        "": "", "/state/notes": "[{\"op\":\"remove\",\"path\":\"/7\"}]", "/state/changes": \#
        "[{\"op\":\"replace\",\"path\":\"\",\"value\":\"text\"}]"}}},
          {"version": 4, "cause": "shared"}
        ]
        """#.utf8)
    let start = #"{"notes": [{"id": 1, "text": "a"}], "changes": 0, "path": []}"#
    let states = try history.replay(from: start.utf8) { Boards() }
    #expect(states[2]?.notes[0].text == "b" && states[2]?.path[0].note.text == "b")
    #expect(states[3] == states[2])
  }
}
