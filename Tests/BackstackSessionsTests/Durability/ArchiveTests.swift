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

  private func saved(
    version: Int = 1, timeToLive: Double = 60, nextElementID: Int = 0,
    history: [SavedVersion]? = nil
  ) -> SavedSession {
    SavedSession(
      id: "0123456789abcdef0123456789abcdef", feature: "f", version: version, principal: nil,
      timeToLive: timeToLive, nextElementID: nextElementID, state: "{}", shape: nil,
      history: history)
  }

  private func version(_ version: Int, cause: String = "client") -> SavedVersion {
    SavedVersion(
      version: version, time: 0, cause: cause, restored: nil, causedBy: nil, action: "{}",
      effects: 0, snapshot: nil)
  }

  @Test("A session that no server could resume is not imported")
  func impossible() async throws {
    let archive = SessionArchive(storage, now: date.now)
    let impossible = [
      saved(nextElementID: .max), saved(nextElementID: 1 << 53), saved(timeToLive: 0.0001),
      saved(version: 5, history: [version(3), version(5)]),
      saved(version: 5, history: [version(4)]), saved(history: [version(1, cause: "magic")]),
    ]
    for session in impossible {
      let error = await #expect(throws: StorageError.self) { try await archive.insert(session) }
      guard case .invalid? = error else {
        Issue.record("\(session) is refused for another reason.")
        continue
      }
    }
    #expect(try await storage.sessions(limit: 10).sessions.isEmpty)
    try await archive.insert(saved(version: 5, history: [version(4), version(5)]))
    #expect(try await archive.session(saved().id).history?.count == 2)
  }
}
