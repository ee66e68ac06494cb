import BackstackTestSupport
import Testing

@Suite("Standups over HTTP", .endsAtFailure)
struct StandupsTests {
  private static let id = "00000000-0000-0000-0000-000000000001"

  /// Returns an action for the standup's screen.
  private static func detail(_ action: String) -> String {
    #"{"path":{"element":{"id":0,"action":{"detail":\#(action)}}}}"#
  }

  @Test("A link shows a standup on the stack, and its form over it")
  func link() async throws {
    let session = try await SessionClient(
      creating: #"{"feature":"standups","link":"/standups/\#(Self.id)/edit"}"#)
    let state = try #require(try await session.read()["state"])
    let detail = try #require(state["path"]?[0]?["state"]?["detail"])
    #expect(detail["standup"]?["title"] == "Navigation")
    #expect(detail["destination"]?["edit"]?["standup"]?["id"] == .string(Self.id))
    #expect(state["path"]?.elements?.count == 1)
  }

  @Test("An alert in a stack's screen deletes the standup and pops the screen")
  func alert() async throws {
    let session = try await SessionClient(
      creating: #"{"feature":"standups","link":"/standups/\#(Self.id)"}"#)
    let asked = try await session.send(Self.detail(#""deleteButtonTapped""#))
    let shown = asked["state"]?["path"]?[0]?["state"]?["detail"]?["destination"]
    #expect(shown?["alert"]?["title"]?.string?.isEmpty == false)
    let deleted = try await session.send(
      Self.detail(#"{"destination":{"presented":{"alert":"confirmDeletion"}}}"#))
    #expect(deleted["state"]?["path"] == [])
    #expect(deleted["state"]?["standups"]?.elements?.count == 1)
  }

  @Test("An action that only the server sends is refused from a client")
  func serverOnly() async throws {
    let session = try await SessionClient(
      creating: #"{"feature":"standups","link":"/standups/\#(Self.id)/record"}"#)
    try await session.expectUnchanged {
      let action = #"{"path":{"element":{"id":1,"action":{"record":"timerTicked"}}}}"#
      let refused = try await session.post(action)
      try expectProblem(
        refused, 422, "invalid-value", pointer: "/path/element/action/record")
    }
  }
}
