import BackstackSessionsTestSupport
import BackstackStorage
import FoundationEssentials
import Testing

@testable import BackstackSessions

@Suite("Stored sessions in the tools for operators")
struct ArchiveTests {
  private let storage = MemoryStorage()
  private let date = ManualDate()

  private func store(_ id: String, expiresIn seconds: Double) async throws {
    let now = date.now()
    try await storage.create(
      NewSession(
        StoredSession(
          header: SessionHeader(
            id: id, feature: "f", fingerprint: "p", created: StorageTime(now),
            expires: StorageTime(now.addingTimeInterval(seconds)), timeToLive: 1000),
          state: [1])))
  }

  @Test("Expiring ends and counts all expired sessions")
  func expire() async throws {
    for number in 0..<2300 { try await store("s\(number)", expiresIn: 10) }
    try await store("later", expiresIn: 1000)
    let archive = SessionArchive(storage, now: date.now)
    #expect(try await archive.expire() == 0)
    date.advance(by: 20)
    #expect(try await archive.expire() == 2300)
    #expect(try await archive.expire() == 0)
    #expect(try await storage.sessions(limit: 10).sessions.map(\.id) == ["later"])
  }
}
