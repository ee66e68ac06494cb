import Backstack
import BackstackServiceTesting
import Testing

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
}
