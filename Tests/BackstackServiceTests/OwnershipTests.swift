import BackstackHTTP
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Owners of sessions")
struct OwnershipTests {
  private typealias Fields = [(HTTPFieldName, String)]

  private static let names = ["alice", "bob"]

  private static func key(_ name: String) -> Fields {
    [(.authorization, "Bearer \(name)-0123456789abcdef")]
  }

  private static func service(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ErrandService {
    ErrandService { configuration in
      configuration.apiKeys = names.compactMap {
        APIKey(name: $0, secret: "\($0)-0123456789abcdef")
      }
      configure(&configuration)
    }
  }

  private static func create(
    _ service: ErrandService, by name: String, _ content: String = #"{"feature": "errands"}"#
  ) async -> String {
    await service.client.send(.post, "/sessions", content, key(name)).fields[.location] ?? ""
  }

  /// Returns a request for each route of a session.
  private static func requests(
    of service: ErrandService, to session: String
  ) -> [(HTTPMethod, target: String, content: String?, SessionOperation)] {
    let operations: [String: (content: String?, SessionOperation)] = [
      "GET /sessions/{id}": (nil, .read),
      "GET /sessions/{id}/path": (nil, .read),
      "GET /sessions/{id}/screen": (nil, .read),
      "GET /sessions/{id}/history": (nil, .readHistory),
      "GET /sessions/{id}/history/{version}": (nil, .readHistory),
      "GET /sessions/{id}/events": (nil, .follow),
      "GET /sessions/{id}/socket": (nil, .follow),
      "POST /sessions/{id}/events/tickets": (nil, .follow),
      "POST /sessions/{id}/actions": (#""add""#, .act),
      "POST /sessions/{id}/proposals": (#"{"control": "Add", "send": "add"}"#, .act),
      "POST /sessions/{id}/restore": (#"{"version": 0}"#, .restore),
      "DELETE /sessions/{id}": (nil, .end),
    ]
    let routes = service.client.service.routes.map(\.http).filter { $0.pattern.contains("{id}") }
    return routes.sorted { $0.method != .delete && $1.method == .delete }.map { route in
      let name = "\(route.method.rawValue) \(route.pattern)"
      let target =
        session
        + route.pattern.dropFirst("/sessions/{id}".count)
        .replacing("{version}", with: "0")
      guard let known = operations[name] else {
        Issue.record("This test does not know the route \(name).")
        return (route.method, target, nil, .read)
      }
      return (route.method, target, known.content, known.1)
    }
  }

  private static let unknown = "/sessions/" + String(repeating: "0", count: 32)

  /// Expects that a client gets the same responses on every route as if the session did not exist.
  private func expectNothing(of session: String, for name: String, in service: ErrandService) async
  {
    let requests = Self.requests(of: service, to: session)
    let others = Self.requests(of: service, to: Self.unknown)
    #expect(requests.count >= 8)
    for (request, other) in zip(requests, others) {
      let (method, target, content, _) = request
      let expected = await service.client.send(
        other.0, other.target, other.content, Self.key(name))
      for fields in [[], [(.idempotencyKey, "key")], [(.ifMatch, "\"99\"")]] as [Fields] {
        let answer = await service.client.send(method, target, content, Self.key(name) + fields)
        #expect(answer.status == 404, "\(method) \(target)")
        #expect(answer.problem == "unknown-session")
        #expect(answer.text == expected.text)
        #expect(answer.fields.all.elementsEqual(expected.fields.all, by: ==))
      }
    }
  }

  @Test("On every route, the owner's session looks nonexistent to other clients")
  func hidden() async {
    let service = Self.service()
    let session = await Self.create(service, by: "alice")
    await expectNothing(of: session, for: "bob", in: service)
    for (method, target, content, _) in Self.requests(of: service, to: session) {
      let answer = await service.client.send(
        method, target, content, Self.key("alice") + SocketReader.handshake)
      #expect([101, 200, 201, 204].contains(answer.status), "\(method) \(target)")
    }
  }

  @Test("Only its owner learns that a session has ended")
  func ended() async {
    let service = Self.service()
    let deleted = await Self.create(service, by: "alice")
    _ = await service.client.send(.delete, deleted, nil, Self.key("alice"))
    let expired = await Self.create(service, by: "alice", #"{"feature": "errands", "ttl": 10}"#)
    service.date.advance(by: 20)
    for session in [deleted, expired] {
      await expectNothing(of: session, for: "bob", in: service)
      #expect(await service.client.send(.get, session, nil, Self.key("alice")).status == 410)
    }
  }

  @Test("Requests of other clients do not extend a session's life")
  func noLongerLife() async {
    let service = Self.service()
    let session = await Self.create(service, by: "alice", #"{"feature": "errands", "ttl": 10}"#)
    service.date.advance(by: 6)
    await expectNothing(of: session, for: "bob", in: service)
    service.date.advance(by: 6)
    #expect(await service.client.send(.get, session, nil, Self.key("alice")).status == 410)
  }

  @Test("A stored session is not activated or claimed for other clients, and its end is hidden")
  func stored() async {
    let storage = ScriptedStorage()
    let before = Self.service { $0.storage = storage }
    let session = await Self.create(before, by: "alice")
    let deleted = await Self.create(before, by: "alice")
    _ = await before.client.send(.delete, deleted, nil, Self.key("alice"))
    await expectNothing(of: session, for: "bob", in: before)
    before.client.service.directory.releaseSessions()

    let after = Self.service { $0.storage = storage }
    let writes = storage.writes.count
    await expectNothing(of: session, for: "bob", in: after)
    await expectNothing(of: deleted, for: "bob", in: after)
    #expect(storage.writes.count == writes)
    #expect(after.client.service.directory.registry.sessionCount == 0)
    #expect(await after.client.send(.get, deleted, nil, Self.key("alice")).status == 410)
    #expect(await after.client.send(.get, session, nil, Self.key("alice")).status == 200)
    await expectNothing(of: session, for: "bob", in: after)
  }

  @Test("The storage gets the same query whether a session is unknown or belongs to another client")
  func questions() async {
    let storage = ScriptedStorage()
    let service = Self.service { $0.storage = storage }
    let inMemory = await Self.create(service, by: "alice")
    let aside = await Self.create(service, by: "alice")
    let id = SessionID(String(aside.suffix(32)))
    _ = id.flatMap { service.client.service.directory.registry.find($0) }.map { entry in
      service.client.service.directory.registry.remove(entry)
    }
    for session in [Self.unknown, inMemory, aside] {
      let before = storage.questions
      _ = await service.client.send(.get, session, nil, Self.key("bob"))
      #expect(storage.questions == before + 1)
    }
  }

  @Test("With shared sessions, every client that knows the id may use the session")
  func shared() async {
    let service = Self.service { $0.sharesSessions = true }
    let session = await Self.create(service, by: "alice")
    for (method, target, content, _) in Self.requests(of: service, to: session) {
      let answer = await service.client.send(
        method, target, content, Self.key("bob") + SocketReader.handshake)
      #expect([101, 200, 201, 204].contains(answer.status), "\(method) \(target)")
    }
    #expect(await service.client.send(.get, session, nil, Self.key("bob")).status == 410)
  }

  @Test("Any client that knows its id may use a session without an owner, but not another's")
  func ownerless() async {
    let storage = ScriptedStorage()
    let open = ErrandService(storage: storage)
    let session = await open.create()
    open.client.service.directory.releaseSessions()
    let keyed = Self.service { $0.storage = storage }
    for name in Self.names {
      #expect(await keyed.client.send(.get, session, nil, Self.key(name)).status == 200)
    }
    let owned = await Self.create(keyed, by: "alice")
    keyed.client.service.directory.releaseSessions()
    let openAgain = ErrandService(storage: storage)
    #expect(await openAgain.client.send(.get, session).status == 200)
    #expect(await openAgain.client.send(.get, owned).status == 404)
  }

  // MARK: Hosts that decide

  @Test("A host decides about every request, and a refused session looks nonexistent")
  func closure() async {
    let storage = ScriptedStorage()
    let asked = Guarded<[String]>([])
    let decide: @Sendable (HTTPPrincipal?, SessionInfo, SessionOperation) -> Bool = {
      principal, session, operation in
      asked.withLock { $0.append(operation.name) }
      // Any principal may read: the service's own rule does not apply in addition.
      return session.principal?.id == "alice"
        && (principal?.id == "alice" || [.read, .readHistory].contains(operation))
    }
    let service = Self.service {
      $0.storage = storage
      $0.mayUse = decide
    }
    let session = await Self.create(service, by: "alice")
    for (method, target, content, operation) in Self.requests(of: service, to: session) {
      asked.withLock { $0 = [] }
      let answer = await service.client.send(method, target, content, Self.key("bob"))
      let isReading = [.read, .readHistory].contains(operation)
      #expect(answer.status == (isReading ? 200 : 404), "\(method) \(target)")
      #expect(Set(asked.withLock { $0 }) == [operation.name])
    }
    service.client.service.directory.releaseSessions()
    let after = Self.service {
      $0.storage = storage
      $0.mayUse = decide
    }
    let writes = storage.writes.count
    #expect(
      await after.client.act(session, #""add""#, Self.key("bob")).problem == "unknown-session")
    #expect(storage.writes.count == writes)
    #expect(await after.client.send(.get, session, nil, Self.key("bob")).status == 200)
  }

  @Test("The host sees the same principal before a session is activated and afterwards")
  func attributes() async throws {
    let storage = ScriptedStorage()
    let seen = Guarded<[SessionPrincipal?]>([])
    let service = ErrandService(storage: storage) {
      $0.middleware = [TeamAuthentication()]
      $0.mayUse = { _, session, _ in
        seen.withLock { $0.append(session.principal) }
        return true
      }
    }
    let session = await service.create()
    _ = await service.client.send(.get, session)
    service.client.service.directory.releaseSessions()
    let after = ErrandService(storage: storage) {
      $0.mayUse = service.client.service.configuration.mayUse
    }
    _ = await after.client.send(.get, session)
    let expected = SessionPrincipal(id: "carol", attributes: ["team": "blue"])
    #expect(seen.withLock { $0 }.allSatisfy { $0 == expected })
    #expect(seen.withLock { $0.count } == 3)
  }

  @Test("A client that loses access to a session loses its event stream and its long polls")
  func revoked() async throws {
    let isAllowed = Guarded(true)
    let service = Self.service { $0.mayUse = { _, _, _ in isAllowed.withLock { $0 } } }
    let session = await Self.create(service, by: "alice")
    let stream = await service.client.send(.get, session + "/events", nil, Self.key("bob"))
    let reader = EventReader(try #require(stream.source))
    #expect(reader.read().contains("event: snapshot"))
    let waiting = service.client.begin(
      .get, session + "?wait=60", nil, Self.key("bob") + [(.ifNoneMatch, "\"0\"")])
    service.client.service.directory.streams.beat()
    #expect(reader.read() == ":\n\n")

    isAllowed.withLock { $0 = false }
    service.client.service.directory.streams.beat()
    #expect(reader.read() == "")
    #expect(reader.hasEnded)
    let again = await service.client.send(
      .get, session + "/events", nil, Self.key("bob") + [("Last-Event-ID", "0")])
    #expect(again.status == 404)
    let id = try #require(SessionID(String(session.suffix(32))))
    let entry = try #require(service.client.service.directory.registry.find(id))
    _ = try entry.session.send(
      Array(#""add""#.utf8), in: nil, awaitsEffects: false, if: .any, issues: IssueCollector())
    #expect(await waiting.answer.status == 404)
  }
}

/// Authenticates one client, with its team.
private struct TeamAuthentication: HTTPMiddleware {
  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    var request = request
    request.principal = HTTPPrincipal(id: "carol", attributes: ["team": "blue"])
    next.respond(to: request, responder)
  }
}
