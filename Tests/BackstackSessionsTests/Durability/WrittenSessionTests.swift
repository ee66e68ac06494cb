import BackstackStorage
import Testing

@testable import BackstackSessions

@Suite("What was written of a session")
struct WrittenSessionTests {
  /// - Parameter milliseconds: The time of the answer by its place in the order.
  private static func key(_ text: String, at milliseconds: Int64 = 0) -> [StoredAnswer] {
    let rows = StoredAnswer.rows(
      IdempotencyKey(text: text, fingerprint: 1), in: "scope", answer: nil, now: 0)
    return rows.map { row in
      var row = row
      row.created = StorageTime(milliseconds: milliseconds)
      return row
    }
  }

  private static func written(
    in sessions: ErrandSessions, size: StoredSize = StoredSize()
  ) -> WrittenSession {
    WrittenSession(
      SessionStoring(
        storage: MemoryStorage(), scheduler: sessions.directory.scheduler,
        revision: SessionRevision(id: "session", epoch: 1, version: 4), timeToLive: 80,
        size: size), lastUse: 100)
  }

  @Test("An update that was refused is made again whole, with the answers and the use since")
  func undone() async throws {
    let sessions = ErrandSessions(storage: MemoryStorage())
    let context = try await sessions.createEntry().session.context
    var written = Self.written(in: sessions, size: StoredSize(state: 7))
    written.store(Self.key("first"))
    let before = written
    let capture = SessionCapture(
      version: 5, state: Array("{}".utf8), nextElementID: 3, pending: PendingEffects(),
      screens: ShownScreens(), entries: [])
    let update = written.update(to: capture, in: context)
    let refused = try #require(update)
    #expect(refused.revision.version == 4 && written.revision.version == 5)
    let answers = refused.answers.reduce(0) { $0 + $1.key.key.utf8.count + $1.body.count }
    #expect(refused.answers == Self.key("first") && written.size.total == 2 + answers)
    let rest = written.update(to: capture, in: context)
    #expect(rest == nil, "All of it is written.")
    written.store(Self.key("second"))
    written.lastUse = 200
    written.undo(to: before)
    #expect(written.revision.version == 4 && written.size.total == 7)
    var expected = refused
    expected.answers += Self.key("second", at: 1)
    expected.expires = StorageTime(milliseconds: 290_000)
    let again = written.update(to: capture, in: context)
    #expect(again == expected)
  }

  @Test("An answer that comes late takes the place of its row, whether that was written or not")
  func late() async throws {
    let sessions = ErrandSessions(storage: MemoryStorage())
    let context = try await sessions.createEntry().session.context
    var written = Self.written(in: sessions)
    let answer = StoredAnswer.rows(
      IdempotencyKey(text: "a", fingerprint: 1), in: "scope",
      answer: Answer(head: Array(#"{"status":200}"#.utf8), content: []), now: 0)
    let capture = SessionCapture(
      version: 4, state: nil, nextElementID: 3, pending: PendingEffects(),
      screens: ShownScreens(), entries: [])
    for isWritten in [false, true] {
      written.store(Self.key("a"))
      if isWritten { _ = written.update(to: capture, in: context) }
      written.replace(answer)
      let written = written.update(to: capture, in: context)
      let update = try #require(written)
      #expect(update.answers.map(\.body) == answer.map(\.body))
      #expect(update.removedAnswers == [answer[0].key])
      #expect(update.newAnswers.isEmpty)
    }
  }
}
