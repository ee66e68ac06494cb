import BackstackServiceTesting
import Testing

@Suite("The tests that the hosting article shows")
struct LibraryTests {
  @Test("The shapes of the library's states are those that were committed")
  func shapes() throws {
    let problems = try PersistedShapes.problems(of: LibraryHost.features, in: "LibraryShapes.json")
    #expect(problems == [])
  }

  @Test("A history of the library can be replayed")
  func replay() throws {
    let json = #"""
      [{"version": 1, "cause": "start", "action": "began"},
       {"version": 2, "cause": "client", "action": {"bookTapped": {"title": "Emma"}}}]
      """#

    let history = try SessionHistory<Library.Action>(json: json.utf8)
    let states = try history.replay(from: #"{"shelf": "Books", "path": []}"#.utf8) { Library() }
    #expect(states[2]?.path.count == 1)
  }
}
