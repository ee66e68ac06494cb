import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("Many stored sessions that expire at once")
struct ExpiringManyTests {
  @Test("All expired sessions end, although each write ends a limited number")
  func all() async throws {
    let storage = ScriptedStorage()
    for number in 0..<1001 {
      let header = SessionHeader(
        id: "s\(number)", feature: "errands", fingerprint: "",
        created: StorageTime(milliseconds: 0),
        expires: StorageTime(milliseconds: 1), timeToLive: 1)
      try await storage.create(NewSession(StoredSession(header: header, state: [0])))
    }
    let sessions = ErrandSessions(storage: storage)
    sessions.directory.storageSweep.endExpired()
    while storage.writes.count(where: { if case .expire = $0 { true } else { false } }) < 2 {
      await letOthersWork()
    }
    #expect(try await storage.sessions(limit: 1).sessions.isEmpty)
  }
}
