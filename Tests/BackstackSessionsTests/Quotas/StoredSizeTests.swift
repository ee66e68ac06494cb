import BackstackStorage
import Testing

@testable import BackstackSessions

@Suite("The stored size of a session")
struct StoredSizeTests {
  @Test("The stored size of a session has its latest state, and its journal up to the limit")
  func storedSize() {
    var size = StoredSize(state: 100, journal: 50)
    let revision = SessionRevision(id: "a", epoch: 1, version: 0)
    size.note(SessionUpdate(revision, state: [UInt8](repeating: 1, count: 300)))
    #expect(size.total == 350)
    size.note(SessionUpdate(revision))
    #expect(size.total == 350)
    size.note(SessionUpdate(revision, retention: JournalRetention(bytes: 20)))
    #expect(size.total == 320)
  }
}
