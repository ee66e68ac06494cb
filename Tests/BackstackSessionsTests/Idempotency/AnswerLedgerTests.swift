import Testing

@testable import BackstackSessions

@Suite("The ledger of a session's kept answers")
struct AnswerLedgerTests {
  @Test("The number and size of a session's kept answers are limited")
  func bounds() async {
    var limits = AnswerLimits()
    limits.keys = 3
    var ledger = AnswerLedger(limits: limits)
    for number in 0..<100 {
      _ = ledger.begin("\(number)", fingerprint: number)
      _ = ledger.finish("\(number)", with: .answered(Answer(head: [], content: [])))
    }
    #expect(ledger.count == 3)
    limits.bytes = 2000
    ledger = AnswerLedger(limits: limits)
    for number in 0..<100 {
      _ = ledger.begin("\(number)", fingerprint: number)
      _ = ledger.finish(
        "\(number)",
        with: .answered(Answer(head: [], content: Array(repeating: 0, count: 400))))
      #expect(ledger.byteCount <= 2000)
    }
    #expect(ledger.count == 3)
    guard case .known(.answered) = ledger.begin("99", fingerprint: 99),
      case .known(.processed) = ledger.begin("97", fingerprint: 97),
      case .otherRequest = ledger.begin("97", fingerprint: 98)
    else {
      Issue.record("A key was dropped within the limit, or the latest answer was dropped.")
      return
    }
  }

  @Test("The ledger reports what it drops: first kept answers, then keys")
  func forgotten() {
    var limits = AnswerLimits()
    limits.keys = 20
    limits.bytes = 5000
    var ledger = AnswerLedger(limits: limits)
    var (kept, known): (Set<String>, Set<String>) = ([], [])
    for number in 0..<200 {
      let key = "\(number)"
      _ = ledger.begin(key, fingerprint: 0)
      let content = Array(repeating: UInt8(0), count: number * 7919 % 4000)
      let forgotten = ledger.finish(key, with: .answered(Answer(head: [], content: content)))
      kept.insert(key)
      known.insert(key)
      for key in forgotten.answers { #expect(kept.remove(key) != nil) }
      for key in forgotten.keys {
        kept.remove(key)
        #expect(known.remove(key) != nil)
      }
      #expect(ledger.byteCount <= 5000 && ledger.count == known.count && known.count <= 20)
      for key in known {
        guard case .known(let request) = ledger.begin(key, fingerprint: 0) else {
          Issue.record("\(key) was dropped.")
          return
        }
        if case .answered = request {
          #expect(kept.contains(key))
        } else {
          #expect(!kept.contains(key))
        }
      }
    }
  }
}
