import BackstackSessionsTestSupport
import Testing

@testable import BackstackSessions

@Suite("Storage turns of sessions that are activated")
struct ActivationTurnTests {
  @Test("A session that turns out to have expired frees its turn")
  func expired() async throws {
    let storage = ScriptedStorage()
    let before = ErrandSessions(storage: storage)
    let expiring = try await before.create(timeToLive: 10)
    let other = try await before.create()
    before.directory.releaseSessions()
    let after = ErrandSessions(storage: storage) {
      $0.writeLimits = WriteLimits(clientWrites: 1, effectWrites: 1)
    }
    after.date.advance(by: 20)
    guard case .ended(.expired)? = await after.refusal(of: expiring) else {
      Issue.record("The session has not expired.")
      return
    }
    #expect(try await after.directory.snapshot(of: other).version == 0)
  }
}
