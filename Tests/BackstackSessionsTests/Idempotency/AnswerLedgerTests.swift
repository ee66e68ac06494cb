import Testing

@testable import BackstackSessions

@Suite("The ledger of a session's stored answers")
struct AnswerLedgerTests {
  @Test("The number and size of a session's stored answers are limited")
  func bounds() async {
    var limits = AnswerLimits()
    limits.keys = 3
    var ledger = AnswerLedger(limits: limits)
    for number in 0..<100 {
      _ = ledger.begin("\(number)", fingerprint: number)
      _ = ledger.store(.answered(Answer(head: [], content: [])), for: "\(number)")
    }
    #expect(ledger.count == 3)
    limits.bytes = 2000
    ledger = AnswerLedger(limits: limits)
    for number in 0..<100 {
      _ = ledger.begin("\(number)", fingerprint: number)
      _ = ledger.store(
        .answered(Answer(head: [], content: Array(repeating: 0, count: 400))), for: "\(number)")
      #expect(ledger.byteCount <= 2000)
    }
    #expect(ledger.count == 3)
    guard case .replay(.answered) = ledger.begin("99", fingerprint: 99),
      case .replay(.processed) = ledger.begin("97", fingerprint: 97),
      case .otherRequest = ledger.begin("97", fingerprint: 98)
    else {
      Issue.record("A key was dropped within the limit, or the latest answer was dropped.")
      return
    }
  }

  @Test("The ledger reports what it drops: first stored answers, then keys")
  func dropped() {
    var limits = AnswerLimits()
    limits.keys = 20
    limits.bytes = 5000
    var ledger = AnswerLedger(limits: limits)
    var (answers, keys): (Set<String>, Set<String>) = ([], [])
    for number in 0..<200 {
      let key = "\(number)"
      _ = ledger.begin(key, fingerprint: 0)
      let content = Array(repeating: UInt8(0), count: number * 7919 % 4000)
      let dropped = ledger.store(.answered(Answer(head: [], content: content)), for: key)
      answers.insert(key)
      keys.insert(key)
      for key in dropped.answers { #expect(answers.remove(key) != nil) }
      for key in dropped.keys {
        answers.remove(key)
        #expect(keys.remove(key) != nil)
      }
      #expect(ledger.byteCount <= 5000 && ledger.count == keys.count && keys.count <= 20)
      for key in keys {
        guard case .replay(let request) = ledger.begin(key, fingerprint: 0) else {
          Issue.record("\(key) was dropped.")
          return
        }
        if case .answered = request {
          #expect(answers.contains(key))
        } else {
          #expect(!answers.contains(key))
        }
      }
    }
  }
}
