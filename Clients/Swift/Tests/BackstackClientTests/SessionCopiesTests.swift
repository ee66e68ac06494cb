import Testing

@testable import BackstackClient

@Suite("What a client has of a session")
struct SessionCopiesTests {
  private func document(_ version: Int, id: String = "s1") throws -> SessionDocument {
    let snapshot = FakeService.snapshot(version, ["count": 0])
    return try SessionDocument(snapshot.replacing("id", with: .string(id)))
  }

  @Test("Only a later version of the same session is shown")
  func accept() throws {
    var copies = SessionCopies(try document(3))
    for other in [try document(2), try document(3), try document(4, id: "s2")] {
      let isShown = copies.accept(other)
      #expect(!isShown)
    }
    #expect(copies.shown == (try document(3)))
    let isShown = copies.accept(try document(4))
    #expect(isShown)
    #expect(copies.shown == (try document(4)))
  }

  @Test("A patch can't take the state away")
  func noState() throws {
    var copies = SessionCopies(try document(0))
    let patch = #"[{"op":"remove","path":"/state"}]"#
    #expect(throws: PatchError.self) {
      try copies.receive(["event": "patch", "id": "1", "base": "0", "data": patch])
    }
    #expect(copies.shown == (try document(0)))
    #expect(copies.resumeStream() == nil)
  }
}
