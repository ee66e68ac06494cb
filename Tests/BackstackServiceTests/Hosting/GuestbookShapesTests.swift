import BackstackServiceTesting
import FoundationEssentials
import Testing

// example begins
@Test
func `stored guestbooks can be resumed`() throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "GuestbookShapes.json")
  let shapes = try PersistedShapes(json: Data(contentsOf: file))
  let features = GuestbookHost.features
  // The text to commit if a shape is new.
  #expect(shapes.problems(of: features) == [], "\(shapes.json(adding: features))")
}
// example ends
