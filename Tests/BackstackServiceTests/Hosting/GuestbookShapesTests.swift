import BackstackServiceTesting
import Testing

// example begins
@Test
func `stored guestbooks can be resumed`() throws {
  let features = GuestbookHost.features
  #expect(try PersistedShapes.problems(of: features, in: "GuestbookShapes.json") == [])
}
// example ends
