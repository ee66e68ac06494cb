#if PostgreSQL

import BackstackStorage
import Testing

@testable import BackstackPostgres

@Suite("Rounds of writes") struct WriteRoundsTests {
  private func update(
    _ id: String, answerOf scope: String? = nil, removes: Bool = false,
    retention: JournalRetention? = nil
  ) -> StorageWrite {
    let time = StorageTime(milliseconds: 0)
    let answers = scope.map {
      [StoredAnswer(key: AnswerKey(scope: $0, key: "k"), created: time, expires: time, body: [])]
    }
    return .update(
      SessionUpdate(
        SessionRevision(id: id, epoch: 1, version: 0), answers: answers ?? [],
        removedAnswers: removes ? [AnswerKey(scope: id, key: "k")] : [], retention: retention)
    ) { _ in }
  }

  private func rounds(_ writes: [StorageWrite], examinesAll: Bool = false) -> [String] {
    WriteRounds(writes, Array(writes.indices), examinesAll: examinesAll).rounds
      .map { "\($0.examined) \($0.direct)" }
  }

  @Test("A session has one write in a round; the others follow in their order")
  func order() {
    let writes = [
      update("a"), update("b"), update("a"), .claim(SessionClaim("b")) { _ in }, update("a"),
      .probe { _ in },
    ]
    #expect(rounds(writes) == ["[] [0, 1, 5]", "[3] [2]", "[] [4]"])
    #expect(rounds(writes, examinesAll: true) == ["[0, 1, 5] []", "[2, 3] []", "[4] []"])
    #expect(rounds([]) == [])
  }

  @Test("An update is examined if it removes something, or keeps an answer of another scope")
  func kinds() {
    #expect(rounds([update("a", answerOf: "a")]) == ["[] [0]"])
    #expect(rounds([update("a", answerOf: "clients")]) == ["[0] []"])
    #expect(rounds([update("a", removes: true)]) == ["[0] []"])
    #expect(rounds([update("a", retention: JournalRetention(count: 1))]) == ["[0] []"])
  }
}

#endif
