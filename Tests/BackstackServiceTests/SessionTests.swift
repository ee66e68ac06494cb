import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackSessions

@Suite("Sessions")
struct SessionTests {
  let client: ServiceClient

  init() {
    // Responses are compared, and contain the expiry.
    var configuration = ServiceConfiguration()
    configuration.now = ManualDate().now
    client = ServiceClient(configuration: configuration)
  }

  private static func counter(_ id: Int, _ action: String) -> String {
    #"{"path": {"element": {"id": \#(id), "action": {"counter": "\#(action)"}}}}"#
  }

  @Test("A session is found by its id, also with escapes, not by a longer or a shorter text")
  func paths() async {
    let session = await client.create()
    let digit = session.utf8.last ?? 0
    let start = session.dropLast()
    #expect(await client.send(.get, session).status == 200)
    #expect(await client.send(.get, start + "%" + String(digit, radix: 16)).status == 200)
    #expect(await client.send(.get, session + "0").status == 404)
    #expect(await client.send(.get, String(start)).status == 404)
    #expect(await client.send(.get, start + "%7A").status == 404)
  }

  @Test("The response to the action that makes a counter five shows it dismissed")
  func dismissal() async {
    let session = await client.create()
    _ = await client.act(session, #"{"path": {"push": {"state": {"counter": {"count": 3}}}}}"#)
    let four = await client.act(session, Self.counter(0, "incrementButtonTapped"))
    #expect(four.contains(#""path":[{"id":0,"state":{"counter":{"count":4}}}]"#))
    let five = await client.act(session, Self.counter(0, "incrementButtonTapped"))
    #expect(five.contains(#""path":[]"#))
    #expect(five.version == 4)
  }

  @Test("A session can start from a state or a link, and with its own time to live")
  func creation() async {
    let date = ManualDate()
    var configuration = ServiceConfiguration()
    configuration.now = date.now
    let client = ServiceClient(configuration: configuration)
    let fromState = await client.send(
      .post, "/sessions",
      #"{"feature": "counters", "ttl": 60, "state": {"path": [{"id": 7, "state": {"counter": {"count": 1}}}]}}"#
    )
    #expect(fromState.status == 201)
    #expect(fromState.contains(#""id":7"#))
    #expect(fromState.contains(#""expiresAt":"2027-01-15T08:01:00Z""#))
    let fromLink = await client.send(
      .post, "/sessions", #"{"feature": "counters", "link": "/counters/3/5"}"#)
    #expect(fromLink.contains(#""count":5"#))
    let session = fromState.fields[.location] ?? ""
    let pushed = await client.act(session, #""addCounterButtonTapped""#)
    #expect(pushed.contains(#""id":8"#))
  }

  @Test(
    "An invalid creation is refused with an explanation",
    arguments: [
      ("{", 400, "malformed-json", ""),
      ("{}", 422, "invalid-value", "feature"),
      (#"{"feature": "nope"}"#, 422, "unknown-feature", "/feature"),
      (#"{"feature": "counters", "stat": {}}"#, 422, "invalid-value", "stat"),
      (#"{"feature": "counters", "state": {"path": 3}}"#, 422, "invalid-value", "/state/path"),
      (#"{"feature": "counters", "link": "/nowhere"}"#, 422, "invalid-link", "/nowhere"),
      (#"{"feature": "inventory", "link": "/counters"}"#, 422, "invalid-link", "/counters"),
      (
        #"{"feature": "counters", "link": "/counters", "state": {"path": []}}"#, 422,
        "invalid-value", "link"
      ),
      (#"{"feature": "counters", "ttl": 0}"#, 422, "invalid-value", "/ttl"),
      (#"{"feature": "counters", "ttl": 1e300}"#, 422, "invalid-value", "/ttl"),
      (#"{"feature": "counters", "ttl": "1"}"#, 422, "invalid-value", "/ttl"),
    ])
  func refusedCreation(content: String, status: Int, problem: String, mention: String) async {
    let answer = await client.send(.post, "/sessions", content)
    #expect(answer.status == status)
    #expect(answer.problem == problem)
    #expect(answer.contains(mention))
    #expect(client.service.directory.registry.sessionCount == 0)
  }

  @Test(
    "An action that cannot be processed changes nothing and gets an explanation",
    arguments: [
      (#"{"path": {"push": "#, 400, "malformed-json", nil),
      (#""dance""#, 422, "invalid-value", nil),
      (
        #"{"path": {"push": {"state": {"counter": {"count": "x"}}}}}"#, 422, "invalid-value",
        "/path/push/state/counter/count"
      ),
      (
        #"{"path": {"push": {"id": 3, "state": {"counter": {"count": 1}}}}}"#, 422, "invalid-value",
        "/path/push"
      ),
      (counter(0, "timerTicked"), 422, "invalid-value", "/path/element/action/counter"),
      (counter(9, "incrementButtonTapped"), 409, "stale-element", nil),
      (#"{"path": {"popFrom": {"id": 9}}}"#, 409, "stale-element", nil),
      (
        #"{"path": {"element": {"id": -1, "action": {"counter": "incrementButtonTapped"}}}}"#, 422,
        "invalid-value", "/path/element/id"
      ),
    ] as [(String, Int, String, String?)])
  func refusedAction(content: String, status: Int, problem: String, pointer: String?) async {
    let session = await client.create(#"{"feature": "counters", "link": "/counters/1"}"#)
    _ = await client.act(session, Self.counter(0, "incrementButtonTapped"))
    let before = await client.send(.get, session)
    let answer = await client.act(session, content)
    #expect(answer.status == status)
    #expect(answer.problem == problem)
    #expect(answer.fields[.contentType] == "application/problem+json")
    if let pointer { #expect(answer.contains(#""pointer":"\#(pointer)"#)) }
    if status == 409 { #expect(answer.version == 1) }
    let after = await client.send(.get, session)
    #expect(after.text == before.text)
  }

  @Test("Endless nesting is refused without harm", arguments: ["[", #"{"path":"#])
  func nesting(_ opening: String) async {
    let session = await client.create()
    let answer = await client.act(session, String(repeating: opening, count: 100_000))
    #expect(answer.status == 422)
    #expect(answer.problem == "content-too-complex")
    #expect(await client.send(.get, session).status == 200)
  }

  @Test("If-Match makes an action conditional, and a refusal has the snapshot")
  func conditional() async {
    let session = await client.create()
    let add = #""addCounterButtonTapped""#
    #expect(await client.act(session, add, [(.ifMatch, #""0""#)]).status == 200)
    let late = await client.act(session, add, [(.ifMatch, #""0""#)])
    #expect(late.status == 412)
    #expect(late.version == 1)
    #expect(late.contains(#""snapshot":{"id":"#))
    #expect(await client.act(session, add, [(.ifMatch, #""8", "1""#)]).status == 200)
    #expect(await client.act(session, add, [(.ifMatch, "*")]).status == 200)
    #expect(await client.act(session, add, [(.ifMatch, #"W/"3""#)]).status == 412)
    #expect(await client.act(session, add, [(.ifMatch, #""+3""#)]).status == 412)
    #expect(await client.send(.delete, session, nil, [(.ifMatch, #""0""#)]).status == 412)
    #expect(await client.send(.delete, session, nil, [(.ifMatch, #""3""#)]).status == 204)
  }

  @Test("If-None-Match with the current version gets 304")
  func notModified() async {
    let session = await client.create()
    for path in [session, session + "/path"] {
      #expect(await client.send(.get, path, nil, [(.ifNoneMatch, #"W/"0""#)]).status == 304)
      #expect(await client.send(.get, path, nil, [(.ifNoneMatch, #""1""#)]).status == 200)
    }
  }

  @Test("Only JSON content is accepted, and only clients that accept JSON get it")
  func negotiation() async {
    let session = await client.create()
    let add = #""addCounterButtonTapped""#
    for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""] {
      #expect(await client.act(session, add, [(.contentType, type)]).status == 415)
    }
    let typed = await client.act(
      session, add, [(.contentType, "Application/JSON; charset=utf-8")])
    #expect(typed.status == 200)
    #expect(await client.act(session, add, [(.contentEncoding, "gzip")]).status == 415)
    for (accept, status) in [
      ("text/html", 406), ("text/html, */*;q=0.1", 200), ("application/*", 200),
      ("application/json;q=0, */*", 406), ("application/json; q=0.5", 200),
    ] {
      #expect(await client.send(.get, session, nil, [(.accept, accept)]).status == status)
    }
    let screen = "application/vnd.backstack.screen+json"
    for (accept, status) in [
      (screen, 200), ("application/json", 200), ("\(screen);q=0, */*", 406), ("text/html", 406),
    ] {
      let read = await client.send(.get, session + "/screen", nil, [(.accept, accept)])
      #expect(read.status == status, "\(accept)")
    }
  }

  @Test("A session that ended is gone, and forgotten after a while")
  func ending() async {
    let date = ManualDate()
    var configuration = ServiceConfiguration()
    configuration.now = date.now
    configuration.idleTimeout = 100
    configuration.memoryOfEndedSessions = 50
    let client = ServiceClient(configuration: configuration)
    let ended = await client.create()
    let expired = await client.create()
    #expect(await client.send(.delete, ended).status == 204)
    #expect(await client.send(.get, ended).status == 410)
    #expect(await client.send(.delete, ended).status == 410)

    date.advance(by: 99)
    #expect(await client.send(.get, expired).status == 200)
    date.advance(by: 99)
    #expect(await client.send(.get, expired).status == 200)
    date.advance(by: 100)
    #expect(await client.send(.get, expired).status == 410)

    client.service.directory.sweep()
    #expect(await client.send(.get, ended).status == 404)
    date.advance(by: 50)
    client.service.directory.sweep()
    #expect(await client.send(.get, expired).status == 404)
    #expect(client.service.directory.registry.sessionCount == 0)
  }

  @Test("An action that races with the end of its session is refused")
  func actionAfterEnd() async throws {
    let session = await client.create()
    let id = try #require(SessionID(String(session.dropFirst("/sessions/".count))))
    guard
      case .found(let entry) = client.service.directory.registry.use(
        id, now: client.service.directory.clock.read())
    else {
      throw CancellationError()
    }
    entry.session.end(.deleted)
    #expect(await client.act(session, #""addCounterButtonTapped""#).status == 410)
  }

  @Test("A sweep ends expired sessions with their effects")
  func sweep() async {
    let date = ManualDate()
    var configuration = ServiceConfiguration()
    configuration.now = date.now
    let clock = TestClock()
    let feature = Feature("counters", initialState: Counters.State()) {
      Counters()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let client = ServiceClient([feature], configuration: configuration)
    let session = await client.create()
    _ = await client.act(session, #""addCounterButtonTapped""#)
    let started = await client.act(session, Self.counter(0, "startTimerButtonTapped"))
    #expect(started.contains(#""effects":1"#))
    #expect(clock.sleeperCount == 1)
    date.advance(by: 3601)
    client.service.directory.sweep()
    #expect(client.service.directory.registry.sessionCount == 0)
    #expect(clock.sleeperCount == 0)
  }

  @Test("The number of sessions is limited")
  func capacity() async {
    var configuration = ServiceConfiguration()
    configuration.maximumSessions = 2
    let client = ServiceClient(configuration: configuration)
    let first = await client.create()
    _ = await client.create()
    let refused = await client.send(.post, "/sessions", #"{"feature": "counters"}"#)
    #expect(refused.status == 503)
    #expect(refused.fields[.retryAfter] != nil)
    _ = await client.send(.delete, first)
    #expect(await client.send(.post, "/sessions", #"{"feature": "counters"}"#).status == 201)
  }

  @Test("Session ids consist of 128 random bits")
  func ids() async {
    var seen: Set<String> = []
    for _ in 0..<100 { seen.insert(await client.create()) }
    #expect(seen.count == 100)
    #expect(seen.allSatisfy { $0.wholeMatch(of: /\/sessions\/[0-9a-f]{32}/) != nil })
  }
}
