import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Dispatch
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Restarting with a storage")
struct RestartTests {
  private let storage = ScriptedStorage()

  private func server(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ErrandService { ErrandService(storage: storage, configure) }

  private static let push = #"{"path": {"push": {"state": {"note": ""}}}}"#

  @Test("After a restart a session has the same version, entity tag, element ids and history")
  func goesOn() async {
    let before = server()
    let session = await before.create()
    _ = await before.client.act(session, #""add""#)
    _ = await before.client.act(session, Self.push)
    let last = await before.client.act(session, #"{"path": {"popFrom": {"id": 0}}}"#)
    before.client.service.directory.releaseSessions()

    let after = server()
    let read = await after.client.send(.get, session)
    #expect(read.text == last.text)
    #expect(read.version == 3)
    let same = await after.client.send(.get, session, nil, [(.ifNoneMatch, #""3""#)])
    #expect(same.status == 304)
    let pushed = await after.client.act(session, Self.push, [(.ifMatch, #""3""#)])
    #expect(pushed.version == 4)
    // The id of the popped screen is not used again.
    #expect(pushed.contains(#""path":[{"id":1,"#))
    let history = await after.client.send(.get, session + "/history")
    #expect(history.contains(#""oldest":0,"version":4"#))
    #expect(history.contains(#""cause":"creation""#))
    #expect(history.contains(#""action":{"path": {"popFrom": {"id": 0}}}"#))
    let restored = await after.client.send(.post, session + "/restore", #"{"version": 1}"#)
    #expect(restored.version == 5)
    #expect(restored.contains(#""count":1,"path":[]"#))
  }

  @Test(
    "The configured amount of history survives a restart, for any number of versions per write",
    arguments: [1, 9, 20], [1, 2, 3])
  func keepsHistory(limit: Int, versions: Int) async throws {
    func configure(_ configuration: inout ServiceConfiguration) {
      configuration.journalLimits.entries = limit
    }
    let before = server(configure)
    let session = await before.create()
    // An odd start, so that no write of two versions ends where the journal is trimmed.
    _ = await before.client.act(session, #""add""#)
    let actions = "[" + Array(repeating: #""add""#, count: versions).joined(separator: ",") + "]"
    for _ in 0..<33 { _ = await before.client.act(session, actions) }
    let history = await before.client.send(.get, session + "/history").text
    before.client.service.directory.releaseSessions()

    let stored = try await storage.journal(of: String(session.suffix(32)), limit: 1000)
    #expect(stored.entries.count <= limit + WrittenSession.trimInterval + versions)
    let after = server(configure)
    #expect(await after.client.send(.get, session + "/history").text == history)
  }

  @Test("A restore is stored before its response is sent")
  func restore() async {
    let before = server()
    let session = await before.create()
    _ = await before.client.act(session, #""add""#)
    storage.hold()
    let reply = before.client.begin(.post, session + "/restore", #"{"version": 0}"#)
    #expect(!reply.isFinished)
    storage.release()
    let restored = await reply.answer
    #expect(restored.version == 2 && restored.contains(#""count":0"#))
    let after = server()
    #expect(await after.client.send(.get, session).text == restored.text)
  }

  @Test("A session exists until its stored expiry, and no longer")
  func expiry() async throws {
    let session = await server().client.create(#"{"feature": "errands", "ttl": 10}"#)
    let expires = try await storage.load(String(session.suffix(32))).header.expires
    let start = ManualDate().now().timeIntervalSince1970
    let life = Double(expires.milliseconds) / 1000 - start
    #expect(life > 10)
    let late = server()
    late.date.advance(by: life)
    #expect(await late.client.send(.get, session).contains(#""reason":"expired""#))
    let other = await server().client.create(#"{"feature": "errands", "ttl": 10}"#)
    let inTime = server()
    inTime.date.advance(by: life - 0.001)
    #expect(await inTime.client.send(.get, other).status == 200)
  }

  @Test("A server that was killed has lost no change that it acknowledged")
  func killed() async {
    // The first server is not stopped.
    let before = server()
    let session = await before.create()
    for _ in 1...5 { _ = await before.client.act(session, #""add""#) }
    let after = server()
    #expect(await after.client.send(.get, session).contains(#""count":5"#))
    // The first server no longer owns the session.
    let refused = await before.client.act(session, #""add""#)
    #expect(refused.status == 503)
    #expect(refused.problem == "storage-unavailable")
    #expect(await after.client.send(.get, session).contains(#""count":5"#))
    // With the next request the first server claims the session again, and then the second server
    // has to.
    #expect(await before.client.act(session, #""add""#).contains(#""count":6"#))
    #expect(await after.client.act(session, #""add""#).status == 503)
    #expect(await after.client.act(session, #""add""#).contains(#""count":7"#))
  }

  @Test("A session that ended or expired is still gone after a restart")
  func gone() async {
    let before = server()
    let deleted = await before.create()
    let expired = await before.client.create(#"{"feature": "errands", "ttl": 10}"#)
    let swept = await before.client.create(#"{"feature": "errands", "ttl": 10}"#)
    #expect(await before.client.send(.delete, deleted).status == 204)

    let after = server()
    after.date.advance(by: 20)
    let answer = await after.client.send(.get, deleted)
    #expect(answer.status == 410)
    #expect(answer.contains(#""reason":"deleted""#))
    #expect(await after.client.send(.get, expired).contains(#""reason":"expired""#))
    after.client.service.directory.sweep()
    #expect(await after.client.send(.get, swept).contains(#""reason":"expired""#))
    after.date.advance(by: 3600)
    after.client.service.directory.sweep()
    #expect(await after.client.send(.get, deleted).status == 404)
  }

  @Test("A session in use outlives the expiry that was stored first")
  func use() async {
    let before = server()
    let session = await before.client.create(#"{"feature": "errands", "ttl": 100}"#)
    for _ in 1...10 {
      before.date.advance(by: 60)
      before.client.service.directory.sweep()
      #expect(await before.client.send(.get, session).status == 200)
    }
    // Reads alone do not cause a write each time.
    let updates = storage.writes.filter { if case .update = $0 { true } else { false } }
    #expect((1...10).contains(updates.count))
    let after = server()
    after.date.advance(by: 650)
    #expect(await after.client.send(.get, session).status == 200)
  }

  @Test("A session that was activated shortly before it expires lives for its whole time again")
  func activation() async {
    let session = await server().client.create(#"{"feature": "errands", "ttl": 100}"#)
    let active = server()
    active.date.advance(by: 90)
    #expect(await active.client.send(.get, session).status == 200)
    let after = server()
    after.date.advance(by: 180)
    #expect(await after.client.send(.get, session).status == 200)
  }

  @Test("A date that was set back again while a session was written causes no write")
  func dateSetBack() async throws {
    let server = server()
    let session = await server.create()
    let writer = try #require(server.client.session(session)?.writer)
    storage.hold()
    let reply = server.client.begin(.post, session + "/actions", #""add""#)
    let count = storage.writes.count
    writer.noteUse(at: server.date.now().addingTimeInterval(100_000))
    writer.noteUse(at: server.date.now())
    storage.release()
    #expect(await reply.answer.version == 1)
    #expect(storage.writes.count == count)
  }

  @Test("A request for an unknown session writes nothing")
  func unknown() async {
    let server = server()
    #expect(
      await server.client.send(.get, "/sessions/\(String(repeating: "0", count: 32))").status == 404
    )
    #expect(storage.questions == 1)
    #expect(storage.writes.isEmpty)
  }

  @Test("The times of the history are the same after a restart, to the millisecond")
  func times() async {
    let before = server()
    let session = await before.create()
    for _ in 0..<50 {
      before.date.advance(by: 0.1237)
      _ = await before.client.act(session, #""add""#)
    }
    let path = session + "/history?limit=200"
    let told = await before.client.send(.get, path).text
    #expect(told.contains(#""time":"2027-01-15T08:00:00.124Z""#), "\(told)")
    before.client.service.directory.releaseSessions()
    let after = server()
    after.date.advance(by: 60)
    func times(_ text: String) -> [Substring] {
      text.matches(of: /"time":"([^"]*)"/).map(\.1)
    }
    #expect(await times(after.client.send(.get, path).text) == times(told))
  }

  @Test("Effects that a restart has ended are a version, and every kind of reader is told")
  func lostEffects() async {
    func server() -> ServiceClient {
      var configuration = ServiceConfiguration()
      configuration.storage = storage
      return ServiceClient(
        [Feature("ticker", initialState: Ticker.State()) { Ticker() }],
        configuration: configuration)
    }
    let before = server()
    let session = await before.create(#"{"feature": "ticker"}"#)
    let running = await before.act(session, #""start""#)
    #expect(running.version == 1 && running.contains(#""effects":1"#))
    before.service.directory.releaseSessions()

    let after = server()
    let polled = await after.send(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""1""#)])
    #expect(polled.status == 200 && polled.version == 2, "\(polled.text)")
    #expect(polled.contains(#""state":{"count":0},"effects":0"#))
    #expect(await after.events(session, after: 1).read().contains("event: snapshot\nid: 2\n"))
    #expect(
      await after.send(.get, session + "/history/2?from=1").text
        == #"[{"op":"replace","path":"/effects","value":0}]"#)
    let history = await after.send(.get, session + "/history?after=1").text
    #expect(history.contains(#""cause":"resume","effects":0"#), "\(history)")
    after.service.directory.releaseSessions()
    // Nothing ended in the second restart.
    let third = server()
    let again = await third.send(.get, session, nil, [(.ifNoneMatch, #""2""#)])
    #expect(again.status == 304)
  }

  @Test("A resume action restarts effects and keeps the version")
  func resumeAction() async {
    let feature = Feature(
      "ticker", initialState: Ticker.State(), resumeAction: Ticker.Action.start
    ) { Ticker() }
    func server(_ date: ManualDate) -> ServiceClient {
      var configuration = ServiceConfiguration()
      configuration.storage = storage
      configuration.now = date.now
      return ServiceClient([feature], configuration: configuration)
    }
    let date = ManualDate()
    let before = server(date)
    let session = await before.create(#"{"feature": "ticker"}"#)
    #expect(await before.act(session, #""start""#).contains(#""effects":1"#))
    before.service.directory.releaseSessions()
    let after = server(date)
    let read = await after.send(.get, session, nil, [(.ifNoneMatch, #""0""#)])
    #expect(read.contains(#""effects":1"#))
    #expect(read.version == 1)
    #expect(await after.act(session, #""count""#, [(.ifMatch, #""1""#)]).version == 2)

    // A resume action that changes the state makes a separate version.
    let changing = Feature(
      "ticker", initialState: Ticker.State(), resumeAction: Ticker.Action.count
    ) { Ticker() }
    after.service.directory.releaseSessions()
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.now = date.now
    let third = ServiceClient([changing], configuration: configuration)
    #expect(await third.send(.get, session).version == 3)
    let history = await third.send(.get, session + "/history?after=2").text
    #expect(history.contains(#""cause":"resume","action":{"count":{}}"#), "\(history)")
    third.service.directory.releaseSessions()
    // The new version was stored. Its effect has begun again, which is another version.
    let fourth = server(date)
    let stored = await fourth.send(.get, session).text
    #expect(stored.contains(#""version":4,"state":{"count":2}"#), "\(stored)")
  }

  @Test("A session whose resume action exceeds its limit ends, in memory and in the storage")
  func resumeActionRunsAway() async {
    func server(_ resumeAction: Misbehaving.Action?) -> ServiceClient {
      var configuration = ServiceConfiguration()
      configuration.storage = storage
      configuration.effectLimits = EffectLimits(actionsPerSecond: 500)
      // The date stands still, so the limit is reached on any machine.
      configuration.now = ManualDate().now
      let feature = Feature(
        "misbehaving", initialState: Misbehaving.State(), resumeAction: resumeAction
      ) { Misbehaving() }
      return ServiceClient([feature], configuration: configuration)
    }
    let before = server(nil)
    let session = await before.create(#"{"feature": "misbehaving"}"#)
    before.service.directory.releaseSessions()

    let after = server(.echo)
    for _ in 1...2 {
      let answer = await after.send(.get, session)
      #expect(answer.status == 410)
      #expect(answer.contains(#""reason":"too-many-actions""#))
      after.service.directory.deadlines.sync {}
      #expect(after.service.directory.registry.sessionCount == 0)
    }
    #expect(
      after.metrics.contains(
        #"backstack_sessions_ended_total{feature="misbehaving",reason="too-many-actions"} 1"#))
    #expect(after.metrics.contains(#"backstack_sessions{feature="misbehaving"} 0"#))
    after.service.directory.releaseSessions()
    // The resume action is not run again.
    #expect(await server(nil).send(.get, session).status == 410)
  }

  @Test("Event readers resume where they were")
  func events() async throws {
    let before = server()
    let session = await before.create()
    _ = await before.client.act(session, #""add""#)
    before.client.service.directory.releaseSessions()
    let after = server()
    _ = await after.client.send(.get, session)
    let same = await after.client.events(session, after: 1)
    #expect(!same.read().contains("event:"))
    let late = await after.client.events(session, after: 0)
    #expect(late.read().contains("event: snapshot\nid: 1\n"))
    _ = await after.client.act(session, #""add""#)
    #expect(same.read().contains("event: patch\nid: 2\n"))
  }
}

/// A feature with an effect that never ends.
@Reducer
private struct Ticker {
  struct State: Codable, Equatable, Sendable {
    var count = 0
  }

  enum Action: Codable, Sendable {
    case count
    case start
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .count:
        state.count += 1
        return .none
      case .start: return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      }
    }
  }
}
