import BackstackHTTP
import BackstackPlatform
import BackstackTestSupport
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The right to open a socket")
struct SocketAccessTests {
  private typealias Fields = [(HTTPFieldName, String)]

  private static func create(_ service: ErrandService) async -> String {
    await service.client.send(
      .post, "/sessions", #"{"feature": "errands"}"#, ErrandService.key("alice")
    )
    .fields[.location] ?? ""
  }

  private static func open(
    _ service: ErrandService, _ target: String, _ fields: Fields = []
  ) async -> ServiceClient.Answer {
    await service.client.send(.get, target, nil, SocketReader.handshake + fields)
  }

  @Test("A refused handshake is an ordinary problem")
  func refuses() async throws {
    let service = ErrandService()
    let session = await service.create()
    let path = session + "/socket"
    let client = service.client
    let unknown = "/sessions/" + String(repeating: "0", count: 32) + "/socket"
    #expect(await Self.open(service, unknown).problem == "unknown-session")
    let plain = await client.send(.get, path)
    #expect(plain.status == 426 && plain.problem == "upgrade-required")
    #expect(plain.fields[.upgrade] == "websocket")
    let head = await client.send(.head, path, nil, SocketReader.handshake)
    #expect(head.status == 426)
    let bare = SocketReader.handshake.filter { $0.0 != .webSocketProtocol }
    for fields in [bare, bare + [(.webSocketProtocol, "chat")], bare.dropLast() + []] {
      let answer = await client.send(.get, path, nil, Array(fields))
      #expect(answer.status == 400 && answer.problem == "malformed-handshake")
    }
    #expect(await Self.open(service, path + "?version=x").problem == "invalid-query")
    #expect(await Self.open(service, path + "?view=x").problem == "invalid-query")
    #expect(await Self.open(service, path + "?other=1").problem == "invalid-query")
    let other = await client.send(.get, path, nil, bare + [(.webSocketProtocol, "a, backstack.v1")])
    #expect(other.status == 101 && other.fields[.webSocketProtocol] == "backstack.v1")
  }

  @Test("Pages of other sites are refused, unless they are allowed")
  func origins() async {
    let service = ErrandService { $0.allowedOrigins = ["https://app.example"] }
    let path = await service.create() + "/socket"
    for (origin, status) in [
      ("https://evil.example", 403), ("null", 403), ("http://localhost:1", 403),
      ("http://localhost.evil.example", 403), ("https://app.example", 101),
      ("http://localhost", 101), ("https://localhost", 101),
    ] {
      let answer = await Self.open(service, path, [(.origin, origin)])
      #expect(answer.status == status, "\(origin)")
      if status == 403 { #expect(answer.problem == "foreign-page") }
    }
  }

  @Test("A key, or a ticket in place of it, opens the sockets of its own sessions")
  func credentials() async throws {
    let service = ErrandService.withKeys()
    let session = await Self.create(service)
    let path = session + "/socket"
    #expect(await Self.open(service, path).status == 401)
    #expect(await Self.open(service, path, ErrandService.key("bob")).problem == "unknown-session")
    #expect(await Self.open(service, path, ErrandService.key("alice")).status == 101)
    let issued = await service.client.send(
      .post, session + "/events/tickets", nil, ErrandService.key("alice"))
    let ticket = try #require(issued.text.firstMatch(of: /"ticket":"([0-9a-f]{64})"/)).1
    let head = await service.client.send(
      .head, path + "?ticket=\(ticket)", nil, SocketReader.handshake)
    #expect(head.status == 426)
    #expect(await Self.open(service, path + "?ticket=\(ticket)").status == 101)
    #expect(await Self.open(service, path + "?ticket=\(ticket)").problem == "invalid-ticket")
  }

  @Test("A client follows as many sessions as its quota allows")
  func quota() async throws {
    let service = ErrandService.withKeys { $0.quotas.streams = 1 }
    let session = await Self.create(service)
    let socket = try #require(await service.client.socket(session, "", ErrandService.key("alice")))
    let second = await Self.open(service, session + "/socket", ErrandService.key("alice"))
    #expect(second.problem == "too-many-at-once")
    socket.leave()
    #expect(await Self.open(service, session + "/socket", ErrandService.key("alice")).status == 101)
  }

  /// Opens a socket whose client may send two messages more.
  private static func openLimited() async throws -> SocketReader {
    let service = ErrandService.withKeys {
      $0.rateLimit = RateLimit(requestsPerSecond: 0.001, burst: 4)
    }
    let session = await create(service)
    let socket = try #require(await service.client.socket(session, "", ErrandService.key("alice")))
    _ = socket.read()
    return socket
  }

  @Test("Messages count for the rate limit of their client")
  func rateLimit() async throws {
    let socket = try await Self.openLimited()
    for id in 1...3 { socket.send(#"{"id":\#(id),"send":"add"}"#) }
    let answers = socket.read().filter { $0.hasPrefix(#"{"id":"#) }
    #expect(answers.prefix(2) == [#"{"id":1,"version":1}"#, #"{"id":2,"version":2}"#])
    let refusal = #"{"id":3,"retryAfter":1000,"problem":{"type":"/problems/too-many-requests""#
    #expect(answers.last?.hasPrefix(refusal) == true)
  }

  @Test("Messages that ask for nothing that can be done count for the rate limit, too")
  func rateLimitOfRefused() async throws {
    let socket = try await Self.openLimited()
    for id in 1...3 { socket.send(#"{"id":\#(id),"wish":1}"#) }
    let answers = socket.read()
    #expect(answers.count == 3)
    for (answer, slug) in zip(answers, ["invalid-value", "invalid-value", "too-many-requests"]) {
      #expect(answer.contains(#""problem":{"type":"/problems/\#(slug)""#))
    }
  }

  @Test("A client that loses access to the session loses its socket, and sends nothing before")
  func revoked() async throws {
    let isAllowed = Guarded(true)
    let service = ErrandService.withKeys { $0.mayUse = { _, _, _ in isAllowed.withLock { $0 } } }
    let session = await Self.create(service)
    let socket = try #require(await service.client.socket(session, "", ErrandService.key("bob")))
    _ = socket.read()
    service.client.service.directory.streams.beat()
    #expect(socket.read() == ["{}"] && socket.close == nil)
    isAllowed.withLock { $0 = false }
    socket.send(#"{"id":1,"send":"add"}"#)
    #expect(socket.read().first?.contains("unknown-session") == true)
    service.client.service.directory.streams.beat()
    #expect(socket.read() == [] && socket.close?.code.rawValue == 4401)
  }
}
