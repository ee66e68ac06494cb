import Backstack
import BackstackHTTP
import BackstackService
import BackstackServiceTesting
import BackstackSessionsTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("Hosting features")
struct HostingTests {
  private let events = Lines()

  private var feature: Feature {
    Feature("greeter", initialState: Greeter.State()) {
      Greeter()
    } withDependencies: { [events] in
      events.append("dependencies \($0.session?.feature ?? "?")")
      if $0.session?.principal?.attributes["language"] == "it" { $0.greeting = "Ciao" }
    }
    .onSessionStart { [events] in events.append("start \($0.principal?.id ?? "?")") }
    .onSessionResume { [events] in events.append("resume \($0.isResumed)") }
    .onSessionEnd { [events] in events.append("end \($0.feature) \($1.name)") }
    .onSessionEnd { [events] _, _ in events.append("end again") }
  }

  private func configuration(_ date: ManualDate = ManualDate()) -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    configuration.now = date.now
    configuration.middleware = [Stamp(), LanguageAuthentication()]
    return configuration
  }

  private func create(_ service: HostedService, _ user: String) async throws -> String {
    let answer = try await service.send(
      .post, "/sessions", json: #"{"feature": "greeter"}"#, fields: [.authorization: user])
    return try #require(answer.fields[.location])
  }

  @Test(
    "A middleware's principal reaches the dependencies and reducers of the session",
    arguments: ServiceTransport.allCases)
  func principal(over transport: ServiceTransport) async throws {
    let service = try HostedService([feature], configuration: configuration(), over: transport)
    for (user, greeting) in [("ada", "Ciao, ada!"), ("blaise", "Hello, blaise!")] {
      let session = try await create(service, user)
      let answer = try await service.send(
        .post, session + "/actions", json: #""greet""#, fields: [.authorization: user])
      #expect(answer.text.contains(greeting))
    }
  }

  @Test(
    "Middleware can respond itself, and change every response", arguments: ServiceTransport.allCases
  )
  func middleware(over transport: ServiceTransport) async throws {
    let service = try HostedService([feature], configuration: configuration(), over: transport)
    let refused = try await service.send(.get, "/features")
    #expect(refused.status == 401)
    #expect(refused.fields["x-stamp"] == "1")
    let unknown = try await service.send(.get, "/nothing", fields: [.authorization: "ada"])
    #expect(unknown.status == 404)
    #expect(unknown.fields["x-stamp"] == "1")
    #expect(unknown.text.contains("/problems/not-found"))
    let fine = try await service.send(.get, "/features", fields: [.authorization: "ada"])
    #expect(fine.status == 200)
    #expect(fine.fields["x-stamp"] == "1")
  }

  @Test("Hooks are called when a session starts and when it ends, with the reason")
  func hooks() async throws {
    let date = ManualDate()
    let service = try HostedService([feature], configuration: configuration(date))
    let session = try await create(service, "ada")
    #expect(events.all == ["dependencies greeter", "start ada"])
    _ = try await service.send(.delete, session, fields: [.authorization: "ada"])
    #expect(events.all.suffix(2) == ["end greeter deleted", "end again"])
    _ = try await create(service, "blaise")
    date.advance(by: 3600)
    service.endExpiredSessions()
    #expect(events.all.suffix(2) == ["end greeter expired", "end again"])
    #expect(events.all.count == 8)
  }

  @Test("A server that stops ends its sessions")
  func stop() async throws {
    var service: HostedService? = try HostedService([feature], configuration: configuration())
    _ = try await create(#require(service), "ada")
    service = nil
    #expect(events.all.suffix(2) == ["end greeter stopped", "end again"])
  }

  @Test("No hook is called for a session that cannot be created")
  func failedStart() async throws {
    var configuration = configuration()
    configuration.maximumSessions = 0
    let service = try HostedService([feature], configuration: configuration)
    let answer = try await service.send(
      .post, "/sessions", json: #"{"feature": "greeter"}"#, fields: [.authorization: "ada"])
    #expect(answer.status == 503)
    #expect(events.all.isEmpty)
  }

  @Test("A session resumes on another server with its id, version, screens and principal")
  func resume() async throws {
    let first = BackstackServer(features: [feature], configuration: configuration())
    let before = HostedService(first)
    let session = try await create(before, "ada")
    for action in [#""push""#, #""push""#, #"{"path": {"popFrom": {"id": 1}}}"#] {
      _ = try await before.send(
        .post, session + "/actions", json: action, fields: [.authorization: "ada"])
    }
    let saved = try #require(first.savedSessions().first)
    let text = try JSONEncoder().encode(saved)

    var sharing = configuration()
    sharing.sharesSessions = true
    let second = BackstackServer(features: [feature], configuration: sharing)
    try second.resume(JSONDecoder().decode(SavedSession.self, from: text))
    #expect(events.all.suffix(2) == ["dependencies greeter", "resume true"])
    let after = HostedService(second)
    let greeted = try await after.send(
      .post, session + "/actions", json: #""greet""#,
      fields: [.authorization: "blaise", .ifMatch: "\"3\""])
    #expect(greeted.text.contains("Ciao, ada!"))
    #expect(greeted.version == 4)
    let pushed = try await after.send(
      .post, session + "/actions", json: #""push""#, fields: [.authorization: "ada"])
    // The id of the popped screen is not used again.
    #expect(pushed.text.contains(#""path":[{"id":0,"state":{"screen":{}}},{"id":2,"#))
    let closed = try await after.send(
      .post, session + "/actions",
      json: #"{"path": {"element": {"id": 2, "action": {"screen": "closeButtonTapped"}}}}"#,
      fields: [.authorization: "ada"])
    #expect(closed.version == 7)

    #expect(throws: SessionResumeError.self) { try second.resume(saved) }
  }

  @Test(
    "An invalid saved session cannot be resumed",
    arguments: [
      #""id": "0""#, #""version": -1"#, #""nextElementID": -9223372036854775808"#,
      #""nextElementID": 9223372036854775807"#, #""timeToLive": 0"#, #""feature": "other""#,
      #""state": "{""#, #""state": "{\"path\": 3}""#, #""version": 9007199254740992"#,
    ])
  func brokenSave(_ member: String) throws {
    let server = BackstackServer(features: [feature], configuration: configuration())
    var members = [
      "id": "\"\(String(repeating: "0", count: 32))\"", "feature": #""greeter""#, "version": "1",
      "timeToLive": "10",
      "nextElementID": "0", "state": #""{\"greeting\":\"\",\"path\":[]}""#,
    ]
    func json() -> Data {
      Data("{\(members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ","))}".utf8)
    }
    let good = try JSONDecoder().decode(SavedSession.self, from: json())
    let parts = member.split(separator: ":", maxSplits: 1)
    members[parts[0].filter { $0 != "\"" }] = String(parts[1])
    let bad = try JSONDecoder().decode(SavedSession.self, from: json())
    #expect(throws: SessionResumeError.self) { try server.resume(bad) }
    #expect(server.savedSessions().isEmpty)
    try server.resume(good)
    let again = try #require(server.savedSessions().first)
    #expect(again.version == good.version && again.state == good.state && again.id == good.id)
  }
}

/// Accepts requests that name a user.
private struct LanguageAuthentication: HTTPMiddleware {
  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    guard let user = request.fields[.authorization] else {
      return responder.respond(HTTPResponse(status: .unauthorized))
    }
    var request = request
    request.principal = HTTPPrincipal(
      id: user, attributes: user == "ada" ? ["language": "it"] : [:])
    next.respond(to: request, responder)
  }
}

/// Adds a field to every response.
private struct Stamp: HTTPMiddleware {
  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    let stamping = responder.intercepting(errorResponse: BackstackServer.problemResponse) {
      var response = $0
      response.fields.set("x-stamp", "1")
      return response
    }
    next.respond(to: request, stamping)
  }
}
