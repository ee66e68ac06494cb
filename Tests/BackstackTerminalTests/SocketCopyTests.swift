import BackstackCoding
import Testing

@testable import BackstackTerminal

@Suite("A session as its socket tells of it")
struct SocketCopyTests {
  private static func message(_ text: String) -> JSONLiteral {
    (try? JSONLiteral(decoding: Array(text.utf8))) ?? .null
  }

  @Test("Patches lead from version to version, and answers change nothing")
  func patches() {
    var copy = SocketCopy(["version": 3, "state": ["count": 1]])
    #expect(copy.take(Self.message("{}")) == .nothing)
    let patch =
      #"{"base":3,"version":5,"patch":[{"op":"replace","path":"/state/count","value":2}]}"#
    #expect(copy.take(Self.message(patch)) == .changed)
    #expect(copy.document == ["version": 5, "state": ["count": 2]])
    let answer = Self.message(#"{"id":1,"version":5}"#)
    #expect(copy.take(answer) == .answer(id: 1, answer))
    #expect(copy.version == 5)
    #expect(copy.take(Self.message(#"{"snapshot":{"version":9}}"#)) == .changed)
    #expect(copy.document == ["version": 9])
  }

  @Test(
    "A patch that does not fit removes the copy",
    arguments: [
      #"{"base":2,"version":4,"patch":[]}"#,
      #"{"base":3,"version":4,"patch":[{"op":"remove","path":"/state/nothing"}]}"#,
    ])
  func misfits(_ patch: String) {
    var copy = SocketCopy(["version": 3, "state": ["count": 1]])
    #expect(copy.take(Self.message(patch)) == .misfit)
    #expect(copy.document == nil)
  }

  @Test("The end has the reason")
  func end() {
    var copy = SocketCopy([:])
    let end = Self.message(#"{"end":{"reason":"deleted"}}"#)
    #expect(copy.take(end) == .end(reason: "deleted"))
    // Only the socket ends.
    for reason in ["screen-not-available", "state-not-encodable"] {
      let end = Self.message(#"{"end":{"reason":"\#(reason)"}}"#)
      #expect(copy.take(end) == .unavailable(reason: reason))
    }
  }
}
