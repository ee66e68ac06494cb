import Backstack
import BackstackDemo
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The history of a session")
struct HistoryTests {
  let service = ErrandService()
  private var client: ServiceClient { service.client }

  @Test("The history shows the actions, their times and their causes")
  func entries() async {
    let session = await service.create()
    service.date.advance(by: 1.5)
    _ = await client.act(session, #"{"begin": {"seconds": 1}}"#)
    await service.clock.advance(by: .seconds(1))
    _ = await client.act(session, #"["add", {"path": {"push": {"state": {"note": "a"}}}}]"#)
    let history = await client.send(.get, session + "/history")
    #expect(history.status == 200)
    #expect(history.version == 4)
    #expect(
      history.text == #"""
        {"oldest":0,"version":4,"entries":[\#
        {"version":0,"time":"2027-01-15T08:00:00.000Z","cause":"creation","effects":0,"snapshot":true},\#
        {"version":1,"time":"2027-01-15T08:00:01.500Z","cause":"client",\#
        "action":{"begin": {"seconds": 1}},"effects":1,"snapshot":true},\#
        {"version":2,"time":"2027-01-15T08:00:01.500Z","cause":"effect","causedBy":1,\#
        "action":{"ended":{}},"effects":0,"snapshot":true},\#
        {"version":3,"time":"2027-01-15T08:00:01.500Z","cause":"client","action":{"add":{}},"effects":0,\#
        "snapshot":false},\#
        {"version":4,"time":"2027-01-15T08:00:01.500Z","cause":"client",\#
        "action":{"path":{"push":{"state":{"note":"a"}}}},"effects":0,"snapshot":true}]}
        """#)
  }

  @Test("The history says who made each version, also after a restart, and which were an agent's")
  func authors() async {
    let storage = MemoryStorage()
    func makeService() -> ErrandService {
      ErrandService.withKeys {
        $0.sharesSessions = true
        $0.sessions.storage = storage
      }
    }
    func key(_ name: String) -> [(HTTPFieldName, String)] {
      [(.authorization, "Bearer \(name)-0123456789abcdef")]
    }
    let before = makeService()
    let created = await before.client.send(
      .post, "/sessions", #"{"feature":"errands"}"#, key("alice") + [("Backstack-Agent", "1")])
    let session = created.fields[.location] ?? ""
    _ = await before.client.act(session, #"{"begin": {"seconds": 1}}"#, key("bob"))
    await before.clock.advance(by: .seconds(1))
    _ = await before.client.act(session, #"["add", "add"]"#, key("alice"))
    _ = await before.client.send(
      .post, session + "/restore", #"{"version":0}"#, key("bob") + [("Backstack-Agent", "1")])
    let history = await before.client.send(.get, session + "/history", nil, key("bob")).text
    let authors = history.split(separator: "{\"version\":").dropFirst().map { entry in
      (entry.firstMatch(of: /"principal":"(\w+)"/).map { String($0.1) } ?? "")
        + (entry.contains(#""agent":true"#) ? " by an agent" : "")
    }
    #expect(
      authors == ["alice by an agent", "bob", "", "alice", "alice", "bob by an agent"],
      "\(history)")
    #expect(!history.contains("0123456789abcdef"))
    before.client.service.directory.releaseSessions()
    #expect(
      await makeService().client.send(.get, session + "/history", nil, key("bob")).text == history)
  }

  @Test("A version that an effect caused names the one whose action has started the effect")
  func causes() async {
    let session = await service.create()
    for action in [#"{"begin": {"seconds": 2}}"#, #""add""#, #"{"begin": {"seconds": 1}}"#] {
      _ = await client.act(session, action)
    }
    await service.clock.advance(by: .seconds(1))
    _ = await client.act(session, #""add""#)
    await service.clock.advance(by: .seconds(1))
    let history = await client.send(.get, session + "/history").text
    let causes = history.matches(
      of: /"version":(\d+),"time":"[^"]*","cause":"effect","causedBy":(\d+)/)
    #expect(causes.map { "\($0.1) of \($0.2)" } == ["4 of 3", "6 of 1"], "\(history)")
  }

  @Test(
    "What effects of an activation cause names the version of the activation, also after a restart")
  func causesAfterActivation() async {
    let storage = MemoryStorage()
    let clock = TestClock()
    func server() -> ServiceClient {
      var configuration = ServiceConfiguration()
      configuration.storage = storage
      return ServiceClient(
        [
          Feature("reminder", initialState: Reminder.State(), resumeAction: .resume) {
            Reminder().dependency(\.continuousClock, clock)
          }
        ], configuration: configuration)
    }
    let before = server()
    let session = await before.create(#"{"feature": "reminder"}"#)
    _ = await before.act(session, #""note""#)
    before.service.directory.releaseSessions()
    let after = server()
    // The action of the activation, and the one that it has sent, belong to one version.
    #expect(await after.send(.get, session).version == 2)
    let id = SessionID(String(session.dropFirst("/sessions/".count)))
    let effects = id.flatMap { after.service.directory.effectsInFlight(of: $0) }
    #expect(effects?.all.map(\.version) == [2])
    _ = await after.act(session, #""note""#)
    await clock.advance(by: .seconds(1))
    let caused = /"version":4,"time":"[^"]*","cause":"effect","causedBy":2,/
    #expect(await after.send(.get, session + "/history").text.contains(caused))
    after.service.directory.releaseSessions()
    #expect(await server().send(.get, session + "/history").text.contains(caused))
  }

  @Test("A dismissal names the version whose effect has dismissed the screen")
  func causeOfDismissal() async {
    let client = ServiceClient(demoFeatures)
    let session = await client.create(#"{"feature": "counters", "link": "/counters/4/1"}"#)
    _ = await client.act(
      session, #"{"path": {"element": {"id": 0, "action": {"counter": "incrementButtonTapped"}}}}"#)
    let history = await client.send(.get, session + "/history").text
    #expect(
      history.contains(/"version":2,.*"cause":"effect","causedBy":1,"action":{"path":{"popFrom"/),
      "\(history)")
  }

  @Test("The difference of two remembered versions is a patch, in either direction")
  func difference() async {
    let session = await service.create()
    for note in ["a", "b"] {
      _ = await client.act(session, #"{"path": {"push": {"state": {"note": "\#(note)"}}}}"#)
    }
    let snapshots = [0, 2].map { session + "/history/\($0)" }
    let patch = [(HTTPFieldName.accept, "application/json-patch+json")]
    let forward = await client.send(.get, snapshots[1] + "?from=0", nil, patch)
    #expect(forward.status == 200)
    #expect(forward.version == 2)
    #expect(forward.fields["Delta-Base"] == #""0""#)
    #expect(forward.fields[.contentType] == "application/json-patch+json")
    let notes = #"[{"id":0,"state":{"note":"a"}},{"id":1,"state":{"note":"b"}}]"#
    #expect(forward.text == #"[{"op":"replace","path":"/state/path","value":\#(notes)}]"#)
    let backward = await client.send(.get, snapshots[0] + "?from=2")
    #expect(backward.fields["Delta-Base"] == #""2""#)
    #expect(backward.text == #"[{"op":"replace","path":"/state/path","value":[]}]"#)
    #expect(await client.send(.get, snapshots[1] + "?from=2").text == "[]")
    #expect(
      await client.send(.get, snapshots[1] + "?from=0", nil, [(.accept, "application/json")])
        .status == 406)
    #expect(await client.send(.get, snapshots[1], nil, patch).status == 406)
    for unknown in ["99", "99999999999999999999"] {
      let answer = await client.send(.get, snapshots[1] + "?from=" + unknown)
      #expect(answer.status == 404)
      #expect(answer.problem == "forgotten-version")
    }
    for query in ["from=x", "from=-1", "from=", "to=1"] {
      #expect(await client.send(.get, snapshots[1] + "?" + query).status == 400)
    }
  }

  @Test("The history is read page by page")
  func pages() async {
    let session = await service.create()
    for _ in 0..<5 { _ = await client.act(session, #""add""#) }
    var versions: [String] = []
    var next = session + "/history?limit=2"
    var pages = 0
    while !next.isEmpty, pages < 10 {
      let page = await client.send(.get, next)
      pages += 1
      versions += page.text.matches(of: /"version":(\d+),"time"/).map { String($0.1) }
      next = page.text.firstMatch(of: /"next":"([^"]+)"/).map { String($0.1) } ?? ""
      #expect(page.fields[.link] == (next.isEmpty ? nil : "<\(next)>; rel=\"next\""))
    }
    #expect(pages == 3)
    #expect(versions == ["0", "1", "2", "3", "4", "5"])
    for after in ["5", "9223372036854775807", "99999999999999999999"] {
      let end = await client.send(.get, session + "/history?after=" + after)
      #expect(end.contains(#""entries":[]"#), "\(after)")
    }
    for query in ["after=x", "limit=0", "limit=201", "before=1"] {
      #expect(await client.send(.get, session + "/history?" + query).status == 400)
    }
  }

  @Test("A page of the history has 50 versions, unless the client asks for up to 200")
  func pageSize() async {
    let session = await service.create()
    let actions = "[" + Array(repeating: #""add""#, count: 99).joined(separator: ",") + "]"
    for _ in 1...2 { #expect(await client.act(session, actions).status == 200) }
    for (query, count) in [("", 50), ("?limit=1", 1), ("?limit=198", 198), ("?limit=200", 199)] {
      let page = await client.send(.get, session + "/history" + query)
      #expect(page.text.matches(of: /"version":(\d+),"time"/).count == count, "\(query)")
      #expect((page.fields[.link] == nil) == (count == 199))
    }
  }

  @Test("A version can be read, and restored as a new version")
  func restore() async {
    let session = await service.create()
    _ = await client.act(session, #"{"path": {"push": {"state": {"note": "a"}}}}"#)
    let one = await client.send(.get, session)
    _ = await client.act(session, #"{"path": {"popFrom": {"id": 0}}}"#)
    _ = await client.act(session, #"{"path": {"push": {"state": {"note": "b"}}}}"#)
    #expect(await client.send(.get, session + "/history/1").text == one.text)
    #expect(await client.send(.get, session + "/history/1").version == 1)

    _ = await client.act(session, #"{"path": {"element": {"id": 1, "action": "wait"}}}"#)
    #expect(service.clock.sleeperCount == 1)
    let restored = await client.send(.post, session + "/restore", #"{"version": 1}"#)
    #expect(restored.status == 200)
    #expect(restored.version == 5)
    #expect(restored.contains(#""path":[{"id":0,"state":{"note":"a"}}]},"effects":0"#))
    // The removed screen's effect has ended.
    #expect(service.clock.sleeperCount == 0)
    // No id is used twice.
    let pushed = await client.act(session, #"{"path": {"push": {"state": {"note": "c"}}}}"#)
    #expect(pushed.contains(#"{"id":2,"state":{"note":"c"}}"#))
    let history = await client.send(.get, session + "/history?after=4")
    #expect(history.contains(#""cause":"restore","restored":1"#))
  }

  @Test("An effect of a screen that exists before and after a restore continues")
  func restoreKeeps() async {
    let session = await service.create()
    _ = await client.act(session, #"{"path": {"push": {"state": {"note": "a"}}}}"#)
    _ = await client.act(session, #"{"path": {"element": {"id": 0, "action": "wait"}}}"#)
    let restored = await client.send(.post, session + "/restore", #"{"version": 1}"#)
    #expect(restored.contains(#""effects":1"#))
    #expect(service.clock.sleeperCount == 1)
  }

  @Test(
    "Restoring a version that does not exist changes nothing",
    arguments: [
      (#"{"version": 9}"#, 404, "forgotten-version"), (#"{"version": -1}"#, 422, "invalid-value"),
      (#"{"version": "1"}"#, 422, "invalid-value"), ("{}", 422, "invalid-value"),
      ("", 400, "malformed-json"),
    ])
  func refusedRestore(content: String, status: Int, problem: String) async {
    let session = await service.create()
    let answer = await client.send(.post, session + "/restore", content)
    #expect(answer.status == status)
    #expect(answer.problem == problem)
    #expect(await client.send(.get, session).version == 0)
  }

  @Test("Restoring from a version without a snapshot adds none to it")
  func restoreFromUnencodable() async {
    let client = ServiceClient([Feature("odd", initialState: Unencodable.State()) { Unencodable() }]
    )
    let session = await client.create(#"{"feature": "odd"}"#)
    _ = await client.act(session, #""repairButtonTapped""#)
    _ = await client.act(session, #""breakButtonTapped""#)
    let restored = await client.send(.post, session + "/restore", #"{"version": 1}"#)
    #expect(restored.version == 3)
    #expect(await client.send(.get, session + "/history/2").status == 404)
    #expect(await client.send(.get, session + "/history/3").status == 200)
  }

  @Test("A restore can be conditional, and its response may be minimal")
  func conditionalRestore() async {
    let session = await service.create()
    _ = await client.act(session, #""add""#)
    let late = await client.send(
      .post, session + "/restore", #"{"version": 0}"#, [(.ifMatch, #""0""#)])
    #expect(late.status == 412)
    #expect(late.contains(#""snapshot":{"id":"#))
    let restored = await client.send(
      .post, session + "/restore", #"{"version": 0}"#,
      [(.ifMatch, #""1""#), (.prefer, "return=minimal")])
    #expect(restored.status == 204)
    #expect(restored.version == 2)
    #expect(await client.send(.get, session).contains(#""count":0"#))
  }

  @Test(
    "A version that was trimmed or never existed gets 404",
    arguments: ["0", "x", "99", "18446744073709551616"])
  func trimmed(_ version: String) async {
    let service = ErrandService { $0.journalLimits.entries = 3 }
    let session = await service.create()
    for _ in 0..<10 { _ = await service.client.act(session, #""add""#) }
    let answer = await service.client.send(.get, "\(session)/history/\(version)")
    #expect(answer.status == 404)
    #expect(answer.problem == "forgotten-version")
    #expect(await service.client.send(.get, session + "/history").contains(#""oldest":8"#))
    #expect(await service.client.send(.get, session + "/history/8").contains(#""count":8"#))
  }
}

/// A feature whose effect, and action that it sends at once, begin when it is activated.
@Reducer
private struct Reminder {
  struct State: Codable, Sendable { var notes = 0 }

  enum Action: Codable, Sendable {
    case note
    case resume
    case ring
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .note, .ring: state.notes += 1
      case .resume:
        return .merge(
          .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.ring)
          }, .send(.note))
      }
      return .none
    }
  }
}
