import BackstackHTTP
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Storage turns of sessions that are activated")
struct ActivationTurnTests {
  @Test("A session that turns out to have expired frees its turn")
  func expired() async {
    let storage = ScriptedStorage()
    let before = ErrandService(storage: storage)
    let expiring = await before.client.create(#"{"feature": "errands", "ttl": 10}"#)
    let other = await before.create()
    before.client.service.directory.releaseSessions()
    let after = ErrandService(storage: storage) {
      $0.writeLimits = WriteLimits(clientWrites: 1, effectWrites: 1)
    }
    after.date.advance(by: 20)
    #expect(await after.client.send(.get, expiring).contains(#""reason":"expired""#))
    #expect(await after.client.send(.get, other).status == 200)
  }
}
