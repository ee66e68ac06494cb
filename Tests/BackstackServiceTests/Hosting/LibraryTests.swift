import BackstackServiceTesting
import FoundationEssentials
import Testing

@Suite("The tests that the hosting article shows")
struct LibraryTests {
  @Test("The shapes of the library's states are those that were committed")
  func shapes() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "LibraryShapes.json")

    let shapes = try PersistedShapes(json: Data(contentsOf: file))
    let features = LibraryHost.features
    // The text to commit if a shape is new.
    #expect(shapes.problems(of: features) == [], "\(shapes.json(adding: features))")
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
