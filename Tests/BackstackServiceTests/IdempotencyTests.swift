import BackstackHTTP
import BackstackPlatform
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Idempotency keys")
struct IdempotencyTests {
  let service = ErrandService()
  private var client: ServiceClient { service.client }

  private func key(_ text: String) -> [(HTTPFieldName, String)] { [(.idempotencyKey, text)] }

  @Test("A repeated request gets the first response, and is not processed again")
  func again() async {
    let session = await service.create()
    let first = await client.act(session, #""add""#, key(#""k-1""#))
    _ = await client.act(session, #""add""#)
    let again = await client.act(session, #""add""#, key("k-1"))
    #expect(again.status == 200)
    #expect(again.text == first.text)
    #expect(again.version == 1)
    #expect(await client.send(.get, session).version == 2)
    #expect(await client.act(session, #""add""#, key("k-2")).version == 3)
  }

  @Test("A key that is reused for another request is refused")
  func reused() async {
    let session = await service.create()
    _ = await client.act(session, #""add""#, key("k"))
    let other = await client.act(session, #"["add"]"#, key("k"))
    #expect(other.status == 422)
    #expect(other.problem == "reused-idempotency-key")
    let restore = await client.send(.post, session + "/restore", #""add""#, key("k"))
    #expect(restore.status == 422)
    #expect(await client.send(.get, session).version == 1)
  }

  @Test("A repeated request is refused while the first one is processed")
  func inProgress() async {
    let session = await service.create()
    let action = #"{"begin": {"seconds": 1}}"#
    let fields = key("k") + [(.prefer, "wait=10")]
    let first = client.begin(.post, session + "/actions", action, fields)
    let second = await client.act(session, action, fields)
    #expect(second.status == 409)
    #expect(second.problem == "request-in-progress")
    #expect(second.fields[.retryAfter] == "1")
    await service.effectsToSleep()
    await service.clock.advance(by: .seconds(1))
    let answer = await first.answer
    #expect(answer.version == 2)
    #expect(await client.act(session, action, fields).text == answer.text)
    #expect(await client.send(.get, session).version == 2)
  }

  @Test("A request that was refused can be sent again")
  func refused() async {
    let session = await service.create()
    let write = #"{"path": {"element": {"id": 0, "action": {"write": "x"}}}}"#
    #expect(await client.act(session, write, key("k")).status == 409)
    _ = await client.act(session, #"{"path": {"push": {"state": {"note": ""}}}}"#)
    #expect(await client.act(session, write, key("k")).version == 2)
    #expect(await client.act(session, write, key("k")).version == 2)
  }

  @Test("A creation with a key creates one session, and a short key is refused")
  func creation() async {
    let uuid = key("8e03978e-40d5-43e8-bc93-6894a57f9324")
    let content = #"{"feature": "errands"}"#
    let first = await client.send(.post, "/sessions", content, uuid)
    let again = await client.send(.post, "/sessions", content, uuid)
    #expect(first.status == 201)
    #expect(again.status == 201)
    #expect(again.fields[.location] == first.fields[.location])
    #expect(client.service.directory.registry.sessionCount == 1)
    let other = await client.send(.post, "/sessions", content + " ", uuid)
    #expect(other.status == 422)
    // A key that others can guess would give them access to the session.
    #expect(await client.send(.post, "/sessions", content, key("1")).status == 400)
    #expect(client.service.directory.registry.sessionCount == 1)
  }

  @Test(
    "A repeated end gets its first response; every other request is told that the session ended")
  func end() async {
    let session = await service.create()
    #expect(await client.send(.delete, session, nil, key("a b")).status == 400)
    let refused = await client.send(.delete, session, nil, key("k") + [(.ifMatch, #""7""#)])
    #expect(refused.status == 412)
    for text in [#""k-1""#, "k-1", "k-1"] {
      #expect(await client.send(.delete, session, nil, key(text)).status == 204)
    }
    for fields in [[], key("k-2"), key("k"), key("a b")] {
      let other = await client.send(.delete, session, nil, fields)
      #expect(other.status == 410 && other.contains(#""reason":"deleted""#))
    }
    #expect(await client.send(.get, session, nil, key("k-1")).status == 410)
    #expect(await client.act(session, #""add""#, key("k-1")).status == 410)
    // The key is that of a request for this session.
    let other = await service.create()
    #expect(await client.send(.delete, other).status == 204)
    #expect(await client.send(.delete, other, nil, key("k-1")).status == 410)
    let ended = client.service.directory.runtimes["errands"]?.counters.endedSessions
    #expect(ended == [.deleted: 2])
  }

  @Test("A creation that was refused can be sent again")
  func refusedCreation() async {
    let uuid = key("8e03978e-40d5-43e8-bc93-6894a57f9324")
    let refused = await client.send(.post, "/sessions", #"{"feature": "nothing"}"#, uuid)
    #expect(refused.problem == "unknown-feature")
    let created = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, uuid)
    #expect(created.status == 201)
  }

  @Test(
    "An invalid idempotency key is refused",
    arguments: ["", #""""#, "a b", "ü", String(repeating: "k", count: 256)])
  func invalid(_ text: String) async {
    let session = await service.create()
    let answer = await client.act(session, #""add""#, key(text))
    #expect(answer.status == 400)
    #expect(answer.problem == "invalid-idempotency-key")
    #expect(await client.send(.get, session).version == 0)
  }

  @Test("A key may have up to 255 bytes")
  func longest() async {
    let session = await service.create()
    let text = String(repeating: "k", count: 255)
    for fields in [key(text), key("\"\(text)\"")] {
      #expect(await client.act(session, #""add""#, fields).version == 1)
    }
  }

  @Test("The same key and content on another path is a different request")
  func otherPath() throws {
    func fingerprint(_ target: String, _ content: String) throws -> Int? {
      let request = try #require(
        ServiceClient.request(.post, target, content, key("k")))
      return try IdempotencyKey(request)?.fingerprint
    }
    let first = try fingerprint("/sessions/a/actions", "{}")
    #expect(try fingerprint("/sessions/a/actions", "{}") == first)
    #expect(try fingerprint("/sessions/a/restore", "{}") != first)
    #expect(try fingerprint("/sessions/a/actions", "[]") != first)
  }

  @Test("A key of a restore is refused for an action with the same content")
  func otherOperation() async {
    let session = await service.create()
    let content = #"{"version": 0}"#
    #expect(await client.send(.post, session + "/restore", content, key("k")).version == 1)
    #expect(await client.act(session, content, key("k")).problem == "reused-idempotency-key")
  }

  @Test("A key outlives its answer: the request is not processed, and gets the current state")
  func outlives() async {
    let service = ErrandService { $0.answerLimits.bytes = 0 }
    let client = service.client
    let session = await service.create()
    #expect(await client.act(session, #""add""#, key("a")).version == 1)
    // The latest answer stays, whatever its size.
    #expect(await client.act(session, #""add""#, key("a")).fields["Processed-Version"] == nil)
    #expect(await client.act(session, #"["add", "add"]"#, key("b")).version == 3)

    let again = await client.act(session, #""add""#, key("a"))
    #expect(again.status == 200 && again.version == 3)
    #expect(again.fields["Processed-Version"] == #""1""#)
    #expect(again.contains(#""count":3"#))
    let minimal = await client.act(
      session, #""add""#, key("a") + [(.prefer, "return=minimal, wait=9")])
    #expect(minimal.status == 204 && minimal.version == 3 && minimal.text == "")
    #expect(minimal.fields["Processed-Version"] == #""1""#)
    #expect(await client.act(session, #"["add"]"#, key("a")).problem == "reused-idempotency-key")
    let restore = #"{"version": 0}"#
    #expect(await client.send(.post, session + "/restore", restore, key("c")).version == 4)
    #expect(await client.act(session, #""add""#, key("d")).version == 5)
    let restored = await client.send(.post, session + "/restore", restore, key("c"))
    #expect(restored.version == 5 && restored.fields["Processed-Version"] == #""4""#)
    #expect(await client.send(.get, session).version == 5)
  }

  @Test("A repeated creation whose answer was dropped gets its session")
  func creationOutlives() async throws {
    let isAllowed = Guarded(true)
    let service = ErrandService { $0.mayUse = { _, _, _ in isAllowed.withLock { $0 } } }
    let client = service.client
    let uuid = key("8e03978e-40d5-43e8-bc93-6894a57f9324")
    let content = #"{"feature": "errands"}"#
    let session = await service.create()
    _ = await client.act(session, #""add""#)
    let request = try #require(ServiceClient.request(.post, "/sessions", content, uuid))
    let key = try #require(try CreationRoutes(service: client.service).key(request))
    let response = HTTPResponse(status: .created, fields: [.eTag: "\"0\"", .location: session])
    let head = Answer(response).head
    client.service.directory.creations.store(
      StoredRequest(fingerprint: key.fingerprint, replay: .processed(head: head)), for: key)
    let again = await client.send(.post, "/sessions", content, uuid)
    #expect(again.status == 201 && again.version == 1)
    #expect(again.fields[.location] == session)
    #expect(again.fields["Processed-Version"] == #""0""#)
    #expect(client.service.directory.registry.sessionCount == 1)
    isAllowed.withLock { $0 = false }
    #expect(await client.send(.post, "/sessions", content, uuid).problem == "unknown-session")
    isAllowed.withLock { $0 = true }
    _ = await client.send(.delete, session)
    #expect(await client.send(.post, "/sessions", content, uuid).problem == "ended-session")
  }

  // MARK: Shares of clients

  private func store(
    _ shares: inout AnswerShares, _ client: String, _ number: Int, size: Int = 0
  ) -> DroppedAnswers {
    let key = IdempotencyKey(text: "\(number)", fingerprint: 1).scoped(to: client)
    guard case .new = shares.begin(key) else { return DroppedAnswers() }
    let content = [UInt8](repeating: 0, count: size)
    return shares.store(.answered(Answer(head: [], content: content)), for: key)
  }

  private func contains(_ shares: AnswerShares, _ client: String, _ number: Int) -> Bool {
    shares.contains(IdempotencyKey(text: "\(number)", fingerprint: 1).scoped(to: client))
  }

  @Test("A client that creates many sessions makes the service drop only its own keys")
  func fairKeys() {
    var limits = AnswerLimits()
    limits.keys = 100
    var shares = AnswerShares(limits: limits)
    for number in 0..<3 { _ = store(&shares, "alice", number) }
    for number in 0..<10_000 {
      let dropped = store(&shares, "mallory", number)
      #expect(dropped.keys == (number < 97 ? [] : ["mallory \(number - 97)"]))
    }
    #expect((0..<3).allSatisfy { contains(shares, "alice", $0) })
    #expect(shares.count == 100)
    // Clients with equal shares take turns.
    for number in 0..<1000 { _ = store(&shares, "bob", number) }
    #expect(contains(shares, "alice", 0) && shares.count == 100)
    #expect((48...49).contains((0..<10_000).count { contains(shares, "mallory", $0) }))
  }

  @Test("A client with large answers makes the service drop only its own contents")
  func fairBytes() {
    var limits = AnswerLimits()
    limits.bytes = 100_000
    limits.keys = 10_000
    var shares = AnswerShares(limits: limits)
    _ = store(&shares, "alice", 0, size: 1000)
    for number in 0..<100 {
      let dropped = store(&shares, "mallory", number, size: 10_000)
      #expect(dropped.answers.allSatisfy { $0.hasPrefix("mallory") })
      #expect(shares.byteCount <= 100_000)
    }
    // Many clients with a large answer each are bounded, too.
    for number in 0..<100 {
      _ = store(&shares, "client \(number)", 0, size: 30_000)
      #expect(shares.byteCount <= 100_000)
    }
    _ = store(&shares, "large", 0, size: 200_000)
    #expect(shares.byteCount < 210_000)
  }

  @Test("A client without keys has no memory of its own")
  func unknownClients() {
    var shares = AnswerShares(limits: AnswerLimits())
    for number in 0..<100 {
      let key = IdempotencyKey(text: "k", fingerprint: 1).scoped(to: "client \(number)")
      guard case .new = shares.begin(key) else { continue }
      #expect(shares.clientCount == 1)
      _ = shares.store(nil, for: key)
    }
    #expect(shares.clientCount == 0 && shares.count == 0)
  }
}
