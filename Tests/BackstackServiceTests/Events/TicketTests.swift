import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Tickets for events")
struct TicketTests {
  private typealias Fields = [(HTTPFieldName, String)]

  private static func create(_ service: ErrandService, by name: String) async -> String {
    await service.client.send(
      .post, "/sessions", #"{"feature": "errands"}"#, ErrandService.key(name)
    )
    .fields[.location] ?? ""
  }

  private static func ticket(_ answer: ServiceClient.Answer) throws -> String {
    struct Content: Decodable { let ticket: String }
    return try JSONDecoder().decode(Content.self, from: Data(answer.text.utf8)).ticket
  }

  private static func ticket(
    _ service: ErrandService, _ session: String, by name: String
  ) async throws -> String {
    try ticket(
      await service.client.send(.post, session + "/events/tickets", nil, ErrandService.key(name)))
  }

  private static func follow(
    _ service: ErrandService, _ session: String, _ ticket: String, _ fields: Fields = []
  ) async -> ServiceClient.Answer {
    await service.client.send(.get, session + "/events?ticket=\(ticket)", nil, fields)
  }

  @Test("A ticket stands for the API key that requested it, once")
  func use() async throws {
    let service = ErrandService.withKeys()
    let session = await Self.create(service, by: "alice")
    let answer = await service.client.send(
      .post, session + "/events/tickets", nil, ErrandService.key("alice"))
    #expect(answer.status == 201)
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(answer.contains(#","expiresAt":"2027-01-15T08:00:30Z"}"#))
    let ticket = try Self.ticket(answer)
    #expect(ticket.utf8.count == 64)

    #expect(await service.client.send(.get, session + "/events").problem == "unauthorized")
    let stream = await Self.follow(service, session, ticket)
    #expect(EventReader(try #require(stream.source)).read().contains("event: snapshot"))
    let again = await Self.follow(service, session, ticket)
    #expect(again.status == 401)
    #expect(again.problem == "invalid-ticket")
    #expect(again.fields[.wwwAuthenticate]?.contains("invalid_token") == true)
  }

  @Test("A ticket is valid for thirty seconds, for its client and the events of its session only")
  func bounds() async throws {
    let service = ErrandService.withKeys()
    let session = await Self.create(service, by: "alice")
    let other = await Self.create(service, by: "alice")
    let bobs = await Self.create(service, by: "bob")
    let ticket = try await Self.ticket(service, session, by: "alice")
    #expect(await Self.follow(service, other, ticket).problem == "invalid-ticket")
    #expect(await Self.follow(service, bobs, ticket).problem == "unknown-session")
    #expect(await Self.follow(service, session, ticket, ErrandService.key("bob")).status == 404)
    for target in ["", "/path", "/history", "/events/tickets"] {
      let answer = await service.client.send(.get, session + target + "?ticket=\(ticket)")
      #expect(answer.status == 401, "\(target)")
    }
    let refused = await service.client.send(
      .get, session + "/events?ticket=\(ticket)", nil, [(.accept, "application/json")])
    #expect(refused.status == 406)
    for wrong in ["", "0", String(ticket.dropLast()) + "g", ticket.uppercased() + "A"] {
      #expect(await Self.follow(service, session, wrong).problem == "invalid-ticket")
    }
    // None of these requests has used up the ticket.
    service.date.advance(by: 29.5)
    #expect(await Self.follow(service, session, ticket).status == 200)
    let late = try await Self.ticket(service, session, by: "alice")
    service.date.advance(by: 30)
    #expect(await Self.follow(service, session, late).problem == "invalid-ticket")
    let early = try await Self.ticket(service, session, by: "alice")
    service.date.advance(by: -1000)
    #expect(await Self.follow(service, session, early).problem == "invalid-ticket")
  }

  @Test("Tickets are issued to clients that may use the session, also without API keys")
  func issuing() async throws {
    let service = ErrandService.withKeys()
    let session = await Self.create(service, by: "alice")
    #expect(await service.client.send(.post, session + "/events/tickets").status == 401)
    let bobs = await service.client.send(
      .post, session + "/events/tickets", nil, ErrandService.key("bob"))
    #expect(bobs.problem == "unknown-session")

    let open = ErrandService()
    let own = await open.create()
    let ticket = try Self.ticket(await open.client.send(.post, own + "/events/tickets"))
    #expect(await Self.follow(open, own, ticket).status == 200)
    #expect(await Self.follow(open, own, ticket).problem == "invalid-ticket")
  }

  @Test("A client that reconnects names its version in a query parameter")
  func resuming() async throws {
    let service = ErrandService.withKeys()
    let session = await Self.create(service, by: "alice")
    let first = try await Self.ticket(service, session, by: "alice")
    let stream = await Self.follow(service, session, first)
    let reader = EventReader(try #require(stream.source))
    #expect(reader.read().contains("event: snapshot\nid: 0\n"))
    _ = await service.client.act(session, #""add""#, ErrandService.key("alice"))
    #expect(reader.read().contains("id: 1\n"))
    _ = await service.client.act(session, #""add""#, ErrandService.key("alice"))
    #expect(reader.read().contains("id: 2\n"))
    reader.leave()

    let second = try await Self.ticket(service, session, by: "alice")
    let back = await service.client.send(.get, session + "/events?after=1&ticket=\(second)")
    let text = EventReader(try #require(back.source)).read()
    #expect(text.contains("event: patch\nid: 2\n"))
    #expect(!text.contains("snapshot") && !text.contains("id: 1\n"))
    // The browser's `Last-Event-ID` is newer.
    let third = try await Self.ticket(service, session, by: "alice")
    let newest = await service.client.send(
      .get, session + "/events?after=0&ticket=\(third)", nil, [("Last-Event-ID", "2")])
    #expect(!EventReader(try #require(newest.source)).read().contains("event:"))
    for query in ["after=x", "after=-1", "after=1&after=2", "since=1"] {
      let answer = await service.client.send(
        .get, session + "/events?" + query, nil, ErrandService.key("alice"))
      #expect(answer.problem == "invalid-query", "\(query)")
    }
  }

  @Test("Web pages may use tickets, whose requests count toward their client's rate limit")
  func pages() async throws {
    let service = ErrandService.withKeys {
      $0.allowedOrigins = ["https://app.example"]
      $0.rateLimit = RateLimit(requestsPerSecond: 1, burst: 4)
    }
    let page: Fields = [(.origin, "https://app.example")]
    let session = await Self.create(service, by: "alice")
    let answer = await service.client.send(
      .post, session + "/events/tickets", nil, ErrandService.key("alice") + page)
    #expect(answer.fields["Access-Control-Allow-Origin"] == "https://app.example")
    let ticket = try Self.ticket(answer)
    let stream = await Self.follow(service, session, ticket, page)
    #expect(stream.status == 200)
    #expect(stream.fields["Access-Control-Allow-Origin"] == "https://app.example")
    #expect(stream.fields["RateLimit"]?.contains("r=1;") == true)
    let used = await Self.follow(service, session, ticket, page)
    #expect(used.status == 401)
    #expect(used.fields["Access-Control-Allow-Origin"] == "https://app.example")
    // A request above the rate limit does not use up its ticket.
    let next = try await Self.ticket(service, session, by: "alice")
    #expect(await Self.follow(service, session, next).status == 429)
    service.date.advance(by: 2)
    #expect(await Self.follow(service, session, next).status == 200)
  }

  @Test("A host's middleware sees the principal of a request with a ticket")
  func middleware() async throws {
    let service = ErrandService { $0.middleware = [NameAuthentication()] }
    let created = await service.client.send(
      .post, "/sessions", #"{"feature": "errands"}"#, [("X-Name", "carol")])
    let session = try #require(created.fields[.location])
    let answer = await service.client.send(
      .post, session + "/events/tickets", nil, [("X-Name", "carol")])
    let ticket = try Self.ticket(answer)
    #expect(await service.client.send(.get, session + "/events").status == 401)
    #expect(await Self.follow(service, session, ticket).status == 200)
    #expect(await Self.follow(service, session, ticket).status == 401)
  }

  @Test("Tickets use the configured random number generator")
  func randomness() async throws {
    let service = ErrandService.withKeys {
      $0.makeRandomNumberGenerator = { Countdown() }
    }
    let session = await Self.create(service, by: "alice")
    let ticket = try await Self.ticket(service, session, by: "alice")
    #expect(ticket == "fffffffffffffffffffffffffffffffefffffffffffffffdfffffffffffffffc")
    #expect(EventTicket(ticket)?.text == ticket)
  }

  @Test("HEAD does not use up a ticket")
  func head() async throws {
    let service = ErrandService.withKeys()
    let session = await Self.create(service, by: "alice")
    let other = await Self.create(service, by: "alice")
    let ticket = try await Self.ticket(service, session, by: "alice")
    func head(_ session: String) async -> Int {
      await service.client.send(.head, session + "/events?ticket=\(ticket)").status
    }
    for _ in 1...2 { #expect(await head(session) == 200) }
    #expect(await head(other) == 401)
    #expect(await Self.follow(service, session, ticket).status == 200)
    #expect(await head(session) == 401)
  }

  @Test("The number of tickets is limited, per session and principal")
  func numbers() throws {
    var ledger = EventTicketLedger(capacity: 40)
    var generator = SeededGenerator(seed: 40)
    let sessions = (0..<4).map { _ in SessionID(using: &generator) }
    let (alice, bob) = (HTTPPrincipal(id: "alice"), HTTPPrincipal(id: "bob"))
    func issue(_ session: SessionID, _ principal: HTTPPrincipal?, _ time: Double) -> EventTicket? {
      let ticket = EventTicket(using: &generator)
      let holder = EventTicketLedger.Holder(session: session, principal: principal)
      return ledger.issue(ticket, to: holder, at: time).map { _ in ticket }
    }
    let first = (0..<20).compactMap { _ in issue(sessions[0], alice, 0) }
    #expect(first.count == 20)
    #expect(ledger.count == 16)
    // The oldest tickets of the session became invalid; those of others did not.
    #expect(first.map { ledger.holder(of: $0, at: 1) != nil } == (0..<20).map { $0 >= 4 })
    // Invalid tickets take no room, however many there are.
    #expect((0..<10_000).allSatisfy { _ in issue(sessions[0], alice, 1) != nil })
    #expect(ledger.count == 16 && ledger.rememberedCount < 200)

    // A principal has as many as are free.
    let second = (0..<10).compactMap { _ in issue(sessions[1], alice, 10) }
    #expect(second.count == 4)
    for ticket in second {
      let isRedeemed = ledger.redeem(ticket, for: sessions[1], alice, at: 12)
      #expect(isRedeemed)
    }
    // Used tickets count until they expire.
    #expect(issue(sessions[2], alice, 13) == nil)
    // There is still room for others, with and without a name.
    #expect((0..<16).compactMap { _ in issue(sessions[2], bob, 13) }.count == 10)
    #expect((0..<16).compactMap { _ in issue(sessions[3], nil, 13) }.count == 5)
    #expect(issue(sessions[1], alice, 31) != nil)
    #expect(issue(sessions[3], alice, 10_000) != nil)
    #expect(ledger.count == 1 && ledger.rememberedCount == 1)
  }
}

/// Accepts requests that have a name, or a principal already.
private struct NameAuthentication: HTTPMiddleware {
  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    var request = request
    if let name = request.fields["X-Name"] { request.principal = HTTPPrincipal(id: name) }
    guard request.principal != nil else {
      return responder.respond(HTTPResponse(status: .unauthorized))
    }
    next.respond(to: request, responder)
  }
}

/// Numbers that are obviously not random.
private struct Countdown: RandomNumberGenerator {
  private var number = UInt64.max

  mutating func next() -> UInt64 {
    defer { number -= 1 }
    return number
  }
}
