import BackstackServiceTesting
import Testing

// example begins
@Test
func `stored guestbooks can be resumed`() throws {
  let features = GuestbookHost.features
  let problems = try PersistedShapes.problems(of: features, in: "GuestbookShapes.json")
  #expect(problems == [])
}
// example ends
