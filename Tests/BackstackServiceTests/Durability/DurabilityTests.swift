import Backstack
import BackstackHTTP
import BackstackLocking
import BackstackStorage
import BackstackTesting
import Testing

@testable import BackstackService

@Suite("Answers and what is stored", .timeLimit(.minutes(20)))
struct DurabilityTests {
  private let storage = ScriptedStorage()
  private let service: ErrandService

  init() { service = ErrandService(storage: storage) }

  private var client: ServiceClient { service.client }

  @Test("An answer waits until what it tells is stored, and so does that of who only reads")
  func waits() async {
    let session = await service.create()
    storage.hold()
    let action = client.begin(.post, session + "/actions", #""add""#)
    let read = client.begin(.get, session)
    let history = client.begin(.get, session + "/history")
    #expect(!action.isAnswered)
    #expect(!read.isAnswered)
    #expect(!history.isAnswered)
    storage.release()
    #expect(await action.answer.version == 1)
    #expect(await read.answer.version == 1)
    #expect(await history.answer.status == 200)
    #expect(await client.send(.get, session).version == 1)
  }

  @Test("A creation is answered when the session is stored, the end of one when that is")
  func creationAndEnd() async {
    storage.hold()
    let creation = client.begin(.post, "/sessions", #"{"feature": "errands"}"#)
    #expect(!creation.isAnswered)
    storage.release()
    let session = await creation.answer.fields[.location] ?? ""
    storage.hold()
    let end = client.begin(.delete, session)
    #expect(!end.isAnswered)
    storage.release()
    #expect(await end.answer.status == 204)
  }

  @Test(
    "A creation that is sent again is told nothing that is not stored", arguments: [false, true])
  func creationAgain(fails: Bool) async {
    let key = [(HTTPFieldName.idempotencyKey, "0123456789012345678901")]
    let create = { client.begin(.post, "/sessions", #"{"feature": "errands"}"#, key) }
    storage.hold()
    if fails { storage.fail(.full) }
    let first = create()
    #expect(!first.isAnswered)
    #expect(await create().answer.problem == "request-in-progress")
    storage.release()
    let place = await first.answer.fields[.location]
    #expect((place == nil) == fails)
    storage.fail(nil)
    let again = await create().answer
    #expect(again.status == 201)
    if let place { #expect(again.fields[.location] == place) }
    #expect(await client.send(.get, again.fields[.location] ?? "").status == 200)
  }

  @Test("What a request with a key does to a session that ends meanwhile keeps no answer waiting")
  func releaseAfterEnd() async throws {
    let path = await service.create()
    let writer = try #require(client.session(path)?.writer)
    let request = try #require(
      ServiceClient.request(.post, path + "/actions", #""add""#, [(.idempotencyKey, "k")]))
    let key = try #require(try IdempotencyKey(request))
    writer.hold()
    #expect(client.begin(.delete, path).isAnswered)
    writer.release(key, answer: nil, isProcessed: true, forgetting: ForgottenAnswers())
    #expect(!writer.whenStored { _ in })
  }

  @Test("A session that came back a moment ago is not fetched again")
  func wakingWhatIsThere() async throws {
    let path = await service.create()
    let id = try #require(client.session(path)).context.id
    let problems = Guarded<[String?]>([])
    client.service.wake(id, from: storage) { problem in
      problems.withLock { $0.append(problem?.kind.slug) }
    }
    #expect(problems.withLock { $0 } == [nil])
    #expect(await client.act(path, #""add""#).version == 1)
  }

  @Test("What happens while a write is under way is stored by the next one")
  func coalescing() async {
    let session = await service.create()
    let before = storage.writes.count
    storage.hold()
    let replies = (1...50).map { _ in client.begin(.post, session + "/actions", #""add""#) }
    #expect(storage.heldCount == 1)
    storage.release()
    for (index, reply) in replies.enumerated() { #expect(await reply.answer.version == index + 1) }
    #expect(storage.writes.count == before + 2)
    let after = ErrandService(storage: storage)
    #expect(await after.client.send(.get, session).contains(#""count":50"#))
    #expect(await after.client.send(.get, session + "/history?after=48").contains(#""version":50"#))
  }

  @Test("Readers of events are told when it is stored")
  func events() async throws {
    let session = await service.create()
    let reader = await client.events(session)
    #expect(reader.read().contains("event: snapshot"))
    storage.hold()
    let action = client.begin(.post, session + "/actions", #""add""#)
    #expect(reader.read() == "")
    storage.release()
    _ = await action.answer
    #expect(reader.read().contains("event: patch\nid: 1\n"))
  }

  @Test(
    "What can't be stored is not promised, and undone",
    arguments: [.full, .readOnly, .unavailable("test"), .corrupted("test")] as [StorageError])
  func failure(_ error: StorageError) async throws {
    let session = await service.create()
    _ = await client.act(session, #""add""#)
    let reader = await client.events(session)
    _ = reader.read()
    storage.fail(error)
    let refused = await client.act(session, #""add""#)
    #expect(refused.status == 503)
    #expect(refused.problem == "storage-unavailable")
    #expect(refused.fields[.retryAfter] != nil)
    // The stream ends, so that its client comes back.
    let last = reader.read()
    #expect(!last.contains("event:"))
    #expect(reader.hasEnded)
    #expect(await client.send(.get, "/readyz").status == 503)
    #expect(await client.send(.get, session).status == 503)
    storage.fail(nil)
    #expect(await client.send(.get, session).contains(#""version":1,"state":{"count":1"#))
    #expect(await client.act(session, #""add""#).version == 2)
    client.service.sweep()
    #expect(await client.send(.get, "/readyz").status == 200)
  }

  @Test("A creation that can't be stored leaves nothing, and can be tried again with its key")
  func failedCreation() async {
    let key = [(HTTPFieldName("Idempotency-Key"), "0123456789012345678901")]
    storage.fail(.full)
    let refused = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, key)
    #expect(refused.problem == "storage-unavailable")
    #expect(client.service.registry.sessionCount == 0)
    storage.fail(nil)
    let created = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, key)
    #expect(created.status == 201)
    let again = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, key)
    #expect(again.text == created.text)
    #expect(client.service.registry.sessionCount == 1)
  }

  @Test("A storage that can't be asked is no session that is not there")
  func unreachable() async {
    let session = await service.create()
    let after = ErrandService(storage: storage)
    storage.failQuestions(.unavailable("test"))
    #expect(await after.client.send(.get, session).problem == "storage-unavailable")
    storage.failQuestions(nil)
    #expect(await after.client.send(.get, session).status == 200)
  }

  @Test("What effects do is stored, too")
  func effects() async {
    let session = await service.create()
    _ = await client.act(session, #"{"begin": {"seconds": 1}}"#)
    await service.effectsToSleep()
    let change = client.begin(.get, session + "?wait=60", nil, [(.ifNoneMatch, #""1""#)])
    await service.clock.advance(by: .seconds(1))
    #expect(await change.answer.version == 2)
    let after = ErrandService(storage: storage)
    #expect(await after.client.send(.get, session).contains(#""version":2,"state":{"count":100"#))
  }

  @Test("The shape of the state is stored with it when it may have changed, not with each action")
  func shape() async {
    let session = await service.create()
    _ = await client.act(session, #""add""#)
    #expect(lastUpdate?.entries.count == 1)
    #expect(lastUpdate?.fingerprint == nil)
    let after = ErrandService(storage: storage)
    _ = await after.client.act(session, #""add""#)
    #expect(lastUpdate?.fingerprint != nil)
    _ = await after.client.act(session, #""add""#)
    #expect(lastUpdate?.entries.map(\.version) == [3])
    #expect(lastUpdate?.fingerprint == nil)
  }

  private var lastUpdate: SessionUpdate? {
    guard case .update(let update) = storage.writes.last else { return nil }
    return update
  }
}
