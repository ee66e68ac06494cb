import BackstackHTTP
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The queue of a socket")
struct SocketQueueTests {
  private static func command(_ id: Int) throws -> SocketCommand {
    try #require(try SocketCommand(Array(#"{"id":\#(id),"read":true}"#.utf8)))
  }

  /// Returns what is sent next.
  private static func next(
    _ queue: inout SocketQueue, _ changes: EventLog.Changes = .nothing,
    end: SessionEndReason? = nil
  ) -> String {
    switch queue.next(changes, end: end) {
    case .sendText(let parts)?: String(decoding: parts.joined(), as: UTF8.self)
    case .close(let reason)?: "close \(reason.code.rawValue)"
    case .waiting?: "waiting"
    case .send?, .abort?, nil: "unexpected"
    }
  }

  @Test("The bytes of messages and answers are counted while they wait")
  func bytes() throws {
    var queue = SocketQueue(version: 0)
    queue.add(try Self.command(1), bytes: 100)
    queue.add(try Self.command(2), bytes: 50)
    queue.add(refused: 3, Array("no".utf8))
    #expect(queue.bufferedBytes == 152)
    let firstBegun = queue.begin()
    let first = try #require(firstBegun)
    #expect(queue.bufferedBytes == 52)
    queue.answer(first.number, Array("done".utf8), version: nil)
    queue.processed()
    #expect(queue.bufferedBytes == 56)
    let done = Self.next(&queue)
    #expect(done == "done" && queue.bufferedBytes == 52)
    _ = queue.begin()
    #expect(queue.bufferedBytes == 2)
    queue.drain(WebSocketClose(.goingAway))
    #expect(queue.bufferedBytes == 0)
  }

  @Test("A patch comes before its answer, also when the session ends meanwhile")
  func ends() throws {
    let patch = EventLog.Entry(
      base: 0, version: 1, event: Array("id: 1\nbase: 0\nevent: patch\ndata: []\n\n".utf8))
    for end in [nil, SessionEndReason.deleted] {
      var queue = SocketQueue(version: 0)
      queue.add(try Self.command(1), bytes: 1)
      let begun = queue.begin()
      queue.answer(try #require(begun).number, Array("done".utf8), version: 1)
      queue.processed()
      #expect(Self.next(&queue, .patches([patch]), end: end).contains(#""version":1,"patch":"#))
      #expect(Self.next(&queue, end: end) == "done")
      let last = end == nil ? "waiting" : #"{"end":{"reason":"deleted"}}"#
      #expect(Self.next(&queue, end: end) == last)
    }
    // Where a snapshot is on its way, the answer waits for it, whatever the client said.
    var late = SocketQueue(version: 9)
    late.add(try Self.command(1), bytes: 1)
    let first = late.begin()
    late.answer(try #require(first).number, Array("done".utf8), version: 1)
    late.processed()
    #expect(Self.next(&late, .missingSnapshot) == "waiting")
    #expect(Self.next(&late, .snapshot(patch.event, version: 2)).hasPrefix(#"{"snapshot":"#))
    #expect(Self.next(&late) == "done")
    // The answer comes nevertheless where no patch does.
    var queue = SocketQueue(version: 0)
    queue.add(try Self.command(1), bytes: 1)
    let begun = queue.begin()
    queue.answer(try #require(begun).number, Array("done".utf8), version: 1)
    queue.processed()
    #expect(Self.next(&queue) == "waiting")
    #expect(Self.next(&queue, end: .passivated) == "done")
    #expect(Self.next(&queue, end: .passivated) == "close 1001")
  }

  @Test("One message too many closes the socket after the answers to those that were begun")
  func overflows() throws {
    var queue = SocketQueue(version: 0)
    for id in 1...32 { queue.add(try Self.command(id), bytes: 1) }
    let firstBegun = queue.begin()
    let first = try #require(firstBegun)
    queue.answer(first.number, Array("first".utf8), version: nil)
    queue.processed()
    let secondBegun = queue.begin()
    let second = try #require(secondBegun)
    #expect(!queue.hasOverflowed)
    queue.add(try Self.command(33), bytes: 1)
    #expect(queue.hasOverflowed)
    let next = [Self.next(&queue), Self.next(&queue)]
    #expect(next == ["first", "waiting"])
    queue.answer(second.number, Array("second".utf8), version: nil)
    queue.processed()
    let third = queue.begin()
    #expect(third?.number == nil)
    let last = [Self.next(&queue), Self.next(&queue)]
    #expect(last == ["second", "close 1008"])
  }
}
