import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("A creation that is repeated after a restart")
struct RepeatedCreationTests {
  private let storage = ScriptedStorage()
  private let key = [
    (HTTPFieldName("Idempotency-Key"), #""8e03978e-40d5-43e8-bc93-6894a57f9324""#)
  ]
  private let content = #"{"feature": "errands"}"#

  @Test("A repeated creation returns its session, which is activated from the storage")
  func comesBack() async {
    let before = ErrandService(storage: storage)
    let created = await before.client.send(.post, "/sessions", content, key)
    let session = created.fields[.location] ?? ""
    #expect(await before.client.act(session, #""add""#).version == 1)
    before.client.service.directory.releaseSessions()
    let after = ErrandService(storage: storage)
    let again = await after.client.send(.post, "/sessions", content, key)
    #expect(again.status == 201 && again.fields[.location] == session)
    #expect(after.client.service.directory.registry.sessionCount <= 1)
    #expect(await after.client.act(session, #""add""#).version == 2)
    #expect(await after.client.send(.post, "/sessions", content, key).fields[.location] == session)
    #expect(after.client.service.directory.registry.sessionCount == 1)
  }

  @Test("A repeated creation waits until the session is stored")
  func waits() async {
    let service = ErrandService(storage: storage)
    storage.hold()
    let first = service.client.begin(.post, "/sessions", content, key)
    let second = service.client.begin(.post, "/sessions", content, key)
    storage.release()
    let (one, other) = (await first.answer, await second.answer)
    #expect(one.status == 201)
    #expect(other.status == 409 || other.fields[.location] == one.fields[.location])
    #expect(service.client.service.directory.registry.sessionCount == 1)
  }
}
