import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Servers at their session limit")
struct CapacityTests {
  private let storage = ScriptedStorage()

  /// Returns a service that allows one session, which cannot be passivated.
  private func fullService() async -> (ErrandService, String) {
    let service = ErrandService(storage: storage) { $0.maximumSessions = 1 }
    let working = await service.create()
    _ = await service.client.act(working, #"{"begin": {"seconds": 1000}}"#)
    return (service, working)
  }

  @Test("A full server refuses a creation before decoding it, and accepts one once a session ends")
  func refusesBeforeDecoding() async {
    let (service, working) = await fullService()
    let creation = #"{"feature": "errands", "link": "/nowhere"}"#
    let refused = await service.client.send(.post, "/sessions", creation)
    #expect(refused.problem == "over-capacity" && refused.fields[.retryAfter] != nil)
    #expect(await service.client.send(.delete, working).status == 204)
    // Failed creations keep no reservation.
    for _ in 1...3 {
      #expect(
        await service.client.send(.post, "/sessions", creation).problem == "invalid-link")
    }
    #expect(await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#).status == 201)
  }

  @Test("A full server refuses to activate a session after asking the storage only for its owner")
  func refusesBeforeAsking() async {
    let stored = await ErrandService(storage: storage).create()
    let (service, working) = await fullService()
    let (questions, writes) = (storage.questions, storage.writes.count)
    for _ in 1...3 {
      #expect(await service.client.send(.get, stored).problem == "over-capacity")
    }
    #expect(storage.questions == questions + 3 && storage.writes.count == writes)
    #expect(await service.client.send(.delete, working).status == 204)
    // Failed queries keep no reservation.
    let unknown = "/sessions/" + String(repeating: "0", count: 32)
    for _ in 1...3 { #expect(await service.client.send(.get, unknown).status == 404) }
    storage.failQuestions(.unavailable("a cable"))
    for _ in 1...3 { #expect(await service.client.send(.get, stored).status == 503) }
    storage.failQuestions(nil)
    #expect(await service.client.send(.get, stored).status == 200)
  }

  @Test("Each search for sessions to passivate examines a limited number, and others each time")
  func looksAtFew() async {
    let service = ErrandService(storage: storage)
    for _ in 0..<1000 { _ = await service.create() }
    service.date.advance(by: 10)
    let (registry, now) = (
      service.client.service.directory.registry, service.client.service.directory.clock.steady()
    )
    var seen: Set<ObjectIdentifier> = []
    // Hardly more searches than it takes to see each once: parts of the registry differ in size.
    for _ in 1...20 {
      let some = registry.idle(since: now, among: 100)
      #expect((90...100).contains(some.count))
      for entry in some { seen.insert(ObjectIdentifier(entry.session)) }
    }
    #expect(seen.count == 1000)
    #expect(registry.idle(since: now.later(by: -20_000_000_000), among: 100).isEmpty)
  }

  @Test("Successive searches for one session to passivate come to each session")
  func comesToEach() async {
    let service = ErrandService(storage: storage)
    for _ in 0..<1000 { _ = await service.create() }
    service.date.advance(by: 10)
    let directory = service.client.service.directory
    let now = directory.clock.steady()
    var seen: Set<ObjectIdentifier> = []
    for _ in 1...10_000 {
      let some = directory.registry.idle(since: now, among: 1)
      #expect(some.count == 1)
      for entry in some { seen.insert(ObjectIdentifier(entry.session)) }
    }
    #expect(seen.count == 1000)
  }
}
