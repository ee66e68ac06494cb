import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Passivated sessions")
struct PassivationTests {
  private let storage = ScriptedStorage()

  private func service(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ErrandService {
    ErrandService(storage: storage) { configuration in
      configuration.passivateAfter = 60
      configure(&configuration)
    }
  }

  @Test("An idle session is passivated, and activated by the next request")
  func idle() async {
    let service = service()
    let session = await service.create()
    _ = await service.client.act(session, #""add""#)
    service.date.advance(by: 59)
    service.client.service.directory.sweep()
    #expect(service.client.service.directory.registry.sessionCount == 1)
    service.date.advance(by: 1)
    service.client.service.directory.sweep()
    #expect(service.client.service.directory.registry.sessionCount == 0)
    #expect(service.client.service.directory.runtimes["errands"]?.counters.sessions == 0)
    #expect(await service.client.act(session, #""add""#, [(.ifMatch, #""1""#)]).version == 2)
    #expect(service.client.service.directory.registry.sessionCount == 1)
    #expect(service.client.service.directory.runtimes["errands"]?.counters.sessions == 1)
    #expect(service.client.service.directory.storageHealth.activations == 1)
  }

  @Test("A session with effects, event readers or waiting clients stays active")
  func busy() async throws {
    let service = service()
    let working = await service.create()
    _ = await service.client.act(working, #"{"begin": {"seconds": 1000}}"#)
    let watched = await service.create()
    let reader = await service.client.events(watched)
    let awaited = await service.create()
    let waiting = service.client.begin(
      .get, awaited + "?wait=60", nil, [(.ifNoneMatch, #""0""#)])
    service.date.advance(by: 1000)
    service.client.service.directory.sweep()
    #expect(service.client.service.directory.registry.sessionCount == 3)
    service.timer.advance(by: 60)
    #expect(await waiting.answer.status == 304)
    reader.leave()
    service.date.advance(by: 1000)
    service.client.service.directory.sweep()
    #expect(service.client.service.directory.registry.sessionCount == 1)
  }

  @Test("A session that was used since it was found idle stays active")
  func usedMeanwhile() async throws {
    let service = service()
    let session = await service.create()
    let registry = service.client.service.directory.registry
    service.date.advance(by: 60)
    let idle = registry.idle(since: service.client.service.directory.clock.steady())
    let entry = try #require(idle.first)
    #expect(await service.client.send(.get, session).status == 200)
    #expect(!registry.remove(entry))
    #expect(registry.sessionCount == 1)
    let now = try #require(registry.all.first)
    #expect(registry.remove(now))
    #expect(registry.sessionCount == 0)
  }

  @Test("A session that expires while it is passive runs the end hook, with its principal")
  func hookOfPassive() async throws {
    let ended = Lines()
    let date = ManualDate()
    var configuration = ServiceConfiguration()
    configuration.now = date.now
    configuration.passivateAfter = 60
    configuration.storage = storage
    configuration.apiKeys = [try #require(APIKey(name: "ada", secret: "ada-0123456789abcdef"))]
    let feature = Feature("errands", initialState: Errands.State()) { Errands() }
      .onSessionEnd { session, reason in
        ended.append("\(session.feature) of \(session.principal?.id ?? "nobody") \(reason.name)")
      }
    let client = ServiceClient([feature], configuration: configuration)
    let key: [(HTTPFieldName, String)] = [(.authorization, "Bearer ada-0123456789abcdef")]
    var sessions: [String] = []
    for _ in 1...2 {
      let created = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, key)
      sessions.append(try #require(created.fields[.location]))
    }
    date.advance(by: 60)
    client.service.directory.sweep()
    #expect(client.service.directory.registry.sessionCount == 0)
    date.advance(by: 1.2 * configuration.idleTimeout)
    // A request finds that one has expired, the sweep finds the other.
    #expect(await client.send(.get, sessions[0], nil, key).status == 410)
    #expect(ended.all == ["errands of ada expired"])
    client.service.directory.sweep()
    client.service.directory.sweep()
    #expect(ended.all == ["errands of ada expired", "errands of ada expired"])
  }

  @Test("A session that another process ends in the storage leaves the memory with the next sweep")
  func endedByOther() async throws {
    let service = service()
    let (ended, kept) = (await service.create(), await service.create())
    #expect(await service.client.act(ended, #""add""#).version == 1)
    let archive = SessionArchive(storage, now: service.date.now)
    try await archive.end(String(ended.dropFirst("/sessions/".count)))
    service.client.service.directory.sweep()
    #expect(await service.client.send(.get, ended).status == 410)
    #expect(service.client.service.directory.registry.sessionCount == 1)
    #expect(await service.client.act(kept, #""add""#).version == 1)
  }

  @Test("A session that the storage does not have yet stays in memory")
  func unstored() async throws {
    let service = service()
    storage.hold()
    let creation = service.client.begin(.post, "/sessions", #"{"feature": "errands"}"#)
    service.client.service.directory.sweep()
    #expect(service.client.service.directory.registry.sessionCount == 1)
    storage.release()
    #expect(await creation.answer.status == 201)
  }

  @Test("Without a storage, no session is passivated")
  func memory() async {
    let service = ErrandService { $0.passivateAfter = 1 }
    _ = await service.create()
    service.date.advance(by: 100)
    service.client.service.directory.sweep()
    #expect(service.client.service.directory.registry.sessionCount == 1)
  }

  @Test("More sessions than fit in memory can be used")
  func room() async {
    let service = service { $0.maximumSessions = 16 }
    var sessions: [String] = []
    for _ in 0..<100 {
      let session = await service.create()
      #expect(session != "")
      sessions.append(session)
      service.date.advance(by: 2)
    }
    for session in sessions {
      #expect(await service.client.act(session, #""add""#).version == 1)
      service.date.advance(by: 2)
    }
    #expect(service.client.service.directory.registry.sessionCount <= 16)
  }

  @Test("A session that cannot be activated within the limit is refused, and stays stored")
  func noPlace() async {
    let session = await service().create()
    let full = service { $0.maximumSessions = 1 }
    let working = await full.create()
    _ = await full.client.act(working, #"{"begin": {"seconds": 1000}}"#)
    #expect(await full.client.send(.get, session).problem == "over-capacity")
    #expect(full.client.service.directory.runtimes["errands"]?.counters.sessions == 1)
    #expect(full.client.service.directory.storageHealth.unreadableSessions == 0)
    #expect(await full.client.send(.delete, working).status == 204)
    #expect(await full.client.act(session, #""add""#).version == 1)
  }

  @Test("Concurrent requests activate a session once")
  func once() async {
    let session = await service().create()
    let after = service()
    storage.hold()
    let replies = (1...20).map { _ in after.client.begin(.post, session + "/actions", #""add""#) }
    let claims = storage.writes.filter { if case .claim = $0 { true } else { false } }
    #expect(claims.count == 1)
    storage.release()
    var versions: Set<Int> = []
    for reply in replies { versions.insert(await reply.answer.version ?? -1) }
    #expect(versions == Set(1...20))
  }
}
