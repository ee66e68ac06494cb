import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Snapshot credit of actions")
struct JournalCreditTests {
  @Test("Actions earn no credit beyond what the journal would keep")
  func bounded() {
    var limits = JournalLimits()
    limits.bytes = 100
    limits.snapshotBytesPerAction = 30
    var journal = SessionJournal(limits: Shared(limits))
    for _ in 0..<10 { journal.record(.effect, effects: 0, time: 0) }
    #expect(journal.hasEarnedSnapshot(of: 100))
    #expect(!journal.hasEarnedSnapshot(of: 101))
  }
}
