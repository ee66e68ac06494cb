import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Responses and stored changes")
struct DurabilityTests {
  private let storage = ScriptedStorage()
  private let service: ErrandService

  init() { service = ErrandService(storage: storage) }

  private var client: ServiceClient { service.client }

  @Test("Responses to actions and to reads wait until the changes in them are stored")
  func waits() async {
    let session = await service.create()
    storage.hold()
    let action = client.begin(.post, session + "/actions", #""add""#)
    let read = client.begin(.get, session)
    let history = client.begin(.get, session + "/history")
    #expect(!action.isFinished)
    #expect(!read.isFinished)
    #expect(!history.isFinished)
    storage.release()
    #expect(await action.answer.version == 1)
    #expect(await read.answer.version == 1)
    #expect(await history.answer.status == 200)
    #expect(await client.send(.get, session).version == 1)
  }

  @Test("Creations and deletions get their responses once they are stored")
  func creationAndEnd() async {
    storage.hold()
    let creation = client.begin(.post, "/sessions", #"{"feature": "errands"}"#)
    #expect(!creation.isFinished)
    storage.release()
    let session = await creation.answer.fields[.location] ?? ""
    storage.hold()
    let end = client.begin(.delete, session)
    #expect(!end.isFinished)
    storage.release()
    #expect(await end.answer.status == 204)
  }

  @Test(
    "A repeated creation gets a session only once it is stored", arguments: [false, true])
  func creationAgain(fails: Bool) async {
    let key = [(HTTPFieldName.idempotencyKey, "0123456789012345678901")]
    let create = { client.begin(.post, "/sessions", #"{"feature": "errands"}"#, key) }
    storage.hold()
    if fails { storage.fail(.full) }
    let first = create()
    #expect(!first.isFinished)
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

  @Test("An action whose session ends meanwhile keeps no response waiting")
  func releaseAfterEnd() async throws {
    let path = await service.create()
    let writer = try #require(client.session(path)?.writer)
    let request = try #require(
      ServiceClient.request(.post, path + "/actions", #""add""#, [(.idempotencyKey, "k")]))
    let key = try #require(try IdempotencyKey(request))
    writer.beginRequest()
    #expect(client.begin(.delete, path).isFinished)
    writer.endRequest(key, answer: nil, isProcessed: true, dropping: DroppedAnswers())
    #expect(writer.isStored)
  }

  @Test("A session that is active already is not loaded again")
  func wakingWhatIsThere() async throws {
    let path = await service.create()
    let id = try #require(client.session(path)).context.id
    let errors = Guarded<[SessionError?]>([])
    client.service.directory.activation.activate(id, for: .anyone, isHidden: false) { error in
      errors.withLock { $0.append(error) }
    }
    #expect(errors.withLock { $0.count == 1 && $0[0] == nil })
    #expect(await client.act(path, #""add""#).version == 1)
  }

  @Test("Changes during a write are stored with the next write")
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

  @Test("A session that leaves the memory during a write is stored up to its last change")
  func lastChanges() async {
    let session = await service.create()
    storage.hold()
    let replies = (1...2).map { _ in client.begin(.post, session + "/actions", #""add""#) }
    // As when the server stops; nothing else refers to the session afterwards.
    for entry in client.service.directory.registry.removeAll() { entry.session.passivate() }
    storage.release()
    for (index, reply) in replies.enumerated() { #expect(await reply.answer.version == index + 1) }
    let after = ErrandService(storage: storage)
    #expect(await after.client.send(.get, session).contains(#""count":2"#))
  }

  @Test("Event readers receive a change once it is stored")
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
    "A change that cannot be stored is refused and undone",
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
    // The stream ends, so that its client reconnects.
    let last = reader.read()
    #expect(!last.contains("event:"))
    #expect(reader.hasEnded)
    #expect(await client.send(.get, "/readyz").status == 503)
    #expect(await client.send(.get, session).status == 503)
    storage.fail(nil)
    #expect(await client.send(.get, session).contains(#""version":1,"state":{"count":1"#))
    #expect(await client.act(session, #""add""#).version == 2)
    // The write has shown that the storage works, unless it was full: see `StorageHealthTests`.
    if error != .full { #expect(await client.send(.get, "/readyz").status == 200) }
  }

  @Test("A creation that cannot be stored leaves nothing behind, and may be retried with its key")
  func failedCreation() async {
    let key = [(HTTPFieldName("Idempotency-Key"), "0123456789012345678901")]
    storage.fail(.full)
    let refused = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, key)
    #expect(refused.problem == "storage-unavailable")
    #expect(client.service.directory.registry.sessionCount == 0)
    storage.fail(nil)
    let created = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, key)
    #expect(created.status == 201)
    let again = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, key)
    #expect(again.text == created.text)
    #expect(client.service.directory.registry.sessionCount == 1)
  }

  @Test("A session is not reported missing while the storage cannot be queried")
  func unreachable() async {
    let session = await service.create()
    let after = ErrandService(storage: storage)
    storage.failQuestions(.unavailable("test"))
    #expect(await after.client.send(.get, session).problem == "storage-unavailable")
    storage.failQuestions(nil)
    #expect(await after.client.send(.get, session).status == 200)
  }

  @Test("The changes of effects are stored, too")
  func effects() async {
    let session = await service.create()
    _ = await client.act(session, #"{"begin": {"seconds": 1}}"#)
    await service.effectsToSleep()
    let change = client.begin(.get, session + "?wait=60", nil, [(.ifNoneMatch, #""1""#)])
    await service.clock.advance(by: .seconds(1))
    #expect(await change.answer.version == 2)
    let after = ErrandService(storage: storage)
    #expect(await after.client.send(.get, session).contains(#""state":{"count":100"#))
  }

  @Test("A session that has changed before its creation is stored continues from that version")
  func changedBeforeCreation() async throws {
    let runtime = try #require(client.service.directory.runtimes["errands"])
    let entry = try client.service.directory.starter.start(
      runtime, .initial, principal: nil, timeToLive: 3600)
    func add() throws {
      _ = try entry.session.send(
        Array(#""add""#.utf8), in: nil, awaitsEffects: false, if: .any, issues: IssueCollector())
    }
    try add()
    client.service.directory.starter.store(entry)
    try add()
    let id = entry.session.context.id.description
    #expect(await client.send(.get, "/sessions/\(id)").version == 2)
    #expect(try await storage.load(id).header.revision.version == 2)
  }

  @Test("The state's fingerprint is stored only when it may have changed")
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

  @Test(
    "A storage that takes no writes ends no reads of sessions in memory",
    arguments: [.full, .readOnly, .unavailable("test")] as [StorageError])
  func reads(_ error: StorageError) async throws {
    let session = await service.create()
    let screen = [(HTTPFieldName.accept, "application/vnd.backstack.screen+json")]
    #expect(await client.act(session, #""add""#).version == 1)
    storage.fail(error)
    // What is presented is stored once it is shown, and the expiry after an eighth of the time to live.
    service.date.advance(by: 1000)
    for _ in 1...2 {
      #expect(await client.send(.get, session).version == 1)
      #expect(await client.send(.get, session + "/screen", nil, screen).status == 200)
    }
    storage.fail(nil)
    #expect(await client.send(.get, session).version == 1)
    let header = try await storage.load(String(session.suffix(32))).header
    #expect(header.expires >= StorageTime(service.date.now().addingTimeInterval(3600)))
    #expect(await client.act(session, #""add""#).version == 2)
  }

  @Test("A version of which a client got the state can be restored after a restart, however large")
  func snapshots() async {
    let session = await service.create()
    let note = String(repeating: "n", count: 3000)
    _ = await client.act(session, #"{"path":{"push":{"state":{"note":"\#(note)"}}}}"#)
    for _ in 1...4 { _ = await client.act(session, #""add""#) }
    let history = await client.send(.get, session + "/history").text
    #expect(!history.contains(#""snapshot":false"#), "\(history)")
    let after = ErrandService(storage: storage)
    #expect(await after.client.send(.get, session + "/history").text == history)
    let restored = await after.client.send(.post, session + "/restore", #"{"version":3}"#)
    #expect(restored.contains(#""count":2"#))
  }

  @Test("The screen of a session that ends meanwhile waits for no write")
  func screenOfEnded() async throws {
    let path = await service.create()
    let id = try #require(SessionID(String(path.suffix(32))))
    let session = try #require(client.service.directory.find(id)?.session)
    #expect(await client.send(.delete, path).status == 204)
    _ = try session.changes(of: .screen, since: nil, wantsSnapshot: true)
    #expect(session.writer?.isStored == true)
  }
}
