import Backstack
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo
@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Events of a session")
struct EventTests {
  let client = ServiceClient()
  private let retry = "retry: 2000\n\n"

  private static func counter(_ id: Int, _ action: String) -> String {
    #"{"path": {"element": {"id": \#(id), "action": {"counter": "\#(action)"}}}}"#
  }

  @Test("Events begin with a snapshot, and each change by any client follows as a patch")
  func story() async {
    let session = await client.create(#"{"feature": "counters", "link": "/counters/1"}"#)
    let reader = await client.events(session)
    let first = reader.read()
    let snapshot = await client.send(.get, session).text
    #expect(first == retry + "event: snapshot\nid: 0\ndata: \(snapshot)\n\n")
    #expect(reader.read() == "")
    _ = await client.act(session, Self.counter(0, "incrementButtonTapped"))
    #expect(
      reader.read() == """
        event: patch
        id: 1
        base: 0
        data: [{"op":"replace","path":"/state/path/0/state/counter/count","value":2}]


        """)
    _ = await client.act(session, #""addCounterButtonTapped""#)
    _ = await client.act(session, #"{"path": {"popFrom": {"id": 1}}}"#)
    #expect(
      reader.read() == """
        event: patch
        id: 2
        base: 1
        data: [{"op":"add","path":"/state/path/1","value":{"id":1,"state":{"counter":{"count":0}}}}]

        event: patch
        id: 3
        base: 2
        data: [{"op":"remove","path":"/state/path/1"}]


        """)
    #expect(!reader.hasEnded)
  }

  @Test("Changes by timers arrive as events")
  func timers() async {
    let clock = TestClock()
    let client = ServiceClient([
      Feature(
        "counters", initialState: Counters.State(), clientInput: ClientInput(takesState: true)
      ) {
        Counters()
      } withDependencies: {
        $0.continuousClock = clock
      }
    ])
    let session = await client.create(
      #"{"feature":"counters","state":{"path":[{"id":0,"state":{"counter":{"count":3}}}]}}"#)
    _ = await client.act(session, Self.counter(0, "startTimerButtonTapped"))
    let reader = await client.events(session)
    #expect(reader.read().contains("id: 1\n"))
    await clock.advance(by: .seconds(1))
    #expect(await reader.read(until: "id: 2\n").contains(#"counter/count","value":4}]"#))
    #expect(reader.activationCount > 0)
    await clock.advance(by: .seconds(1))
    // The counter reached five and dismisses itself.
    let last = await reader.read(until: "id: 4\n")
    #expect(last.contains(#"counter/count","value":5}"#))
    // The dismissal may come as one patch with the fifth count.
    #expect(last.contains(#/id: 4\nbase: [23]\ndata: /#))
    #expect(
      last.hasSuffix(
        #"{"op":"remove","path":"/state/path/0"},{"op":"replace","path":"/effects","value":0}]"#
          + "\n\n"))
  }

  @Test("Patches say how many effects are in flight, in events, responses and the history")
  func effects() async {
    let service = ErrandService()
    let client = service.client
    let session = await service.create()
    let reader = await client.events(session)
    _ = reader.read()
    let accept = [(HTTPFieldName.accept, "application/json-patch+json"), (.ifMatch, #""0""#)]
    let response = await client.act(session, #"{"begin": {"seconds": 1}}"#, accept)
    let begun = #"[{"op":"replace","path":"/effects","value":1}]"#
    #expect(response.text == begun)
    #expect(reader.read() == "event: patch\nid: 1\nbase: 0\ndata: \(begun)\n\n")
    #expect(await client.send(.get, session + "/history/1?from=0").text == begun)
    await service.effectsToSleep()
    await service.clock.advance(by: .seconds(1))
    _ = await reader.read(until: "id: 2\n")
    _ = await client.act(session, #""add""#)
    let ended =
      #"[{"op":"replace","path":"/state/count","value":101},"#
      + #"{"op":"replace","path":"/effects","value":0}]"#
    #expect(reader.read() == "event: patch\nid: 3\nbase: 2\ndata: \(ended)\n\n")
  }

  @Test("An effect that ends without an action leaves the snapshot of a version as it was told")
  func silentEnd() async {
    let clock = TestClock()
    let client = ServiceClient([
      Feature("silent", initialState: Silent.State()) { Silent(clock: clock) }
    ])
    let session = await client.create(#"{"feature": "silent"}"#)
    let begun = await client.act(session, #""begin""#)
    #expect(begun.version == 1 && begun.contains(#""effects":1"#))
    while clock.sleeperCount == 0 { await letOthersWork() }
    await clock.advance(by: .seconds(1))
    while client.service.directory.runtimes["silent"]?.counters.effects != 0 {
      await letOthersWork()
    }
    let read = await client.send(.get, session)
    #expect(read.version == 1 && read.contains(#""effects":1"#))
    #expect(await client.act(session, #""look""#).contains(#""version":2,"state":{},"effects":0"#))
  }

  @Test("A reader that reconnects gets the patches that it missed")
  func resumption() async {
    let session = await client.create(#"{"feature": "counters", "link": "/counters/-100"}"#)
    let steady = await client.events(session)
    _ = steady.read()
    let lost = await client.events(session)
    _ = lost.read()
    lost.leave()
    for _ in 0..<3 { _ = await client.act(session, Self.counter(0, "incrementButtonTapped")) }
    let missed = steady.read()
    #expect(await client.events(session, after: 0).read() == retry + missed)
    let later = await client.events(session, after: 2).read()
    #expect(later.hasPrefix(retry + "event: patch\nid: 3\n"))
    #expect(await client.events(session, after: 3).read() == retry)
    for unknown in [4, 99] {
      #expect(
        await client.events(session, after: unknown).read()
          .hasPrefix(retry + "event: snapshot\nid: 3\n"))
    }
  }

  @Test("The only reader also gets what it missed, as one patch, when it reconnects")
  func soleReader() async {
    let session = await client.create(#"{"feature": "counters", "link": "/counters/-100"}"#)
    let lost = await client.events(session)
    _ = lost.read()
    lost.leave()
    for _ in 0..<3 { _ = await client.act(session, Self.counter(0, "incrementButtonTapped")) }
    #expect(
      await client.events(session, after: 0).read() == retry + """
        event: patch
        id: 3
        base: 0
        data: [{"op":"replace","path":"/state/path/0/state/counter/count","value":-97}]


        """)
  }

  @Test(
    "Events begin with a snapshot for a client that names no valid version",
    arguments: ["+0", "-0", "0x0", "0.0", " "])
  func noVersion(_ text: String) async {
    let session = await client.create()
    // Keeps the log of patches, so that a patch would be sent if the text were accepted as a
    // version.
    let steady = await client.events(session)
    _ = steady.read()
    _ = await client.act(session, #""addCounterButtonTapped""#)
    let answer = await client.send(.get, session + "/events", nil, [("Last-Event-ID", text)])
    #expect(
      EventReader(answer.source!).read().hasPrefix(retry + "event: snapshot\nid: 1\n"), "\(text)")
  }

  @Test("A reader that joins after others have left gets the current state, and heartbeats")
  func laterReader() async {
    let works = LockIsolated<[@Sendable () -> Void]>([])
    func publish() {
      while case let due = works.value, !due.isEmpty {
        works.setValue([])
        for work in due { work() }
      }
    }
    let streams = EventStreams { work in works.withValue { $0.append(work) } }
    let client = ServiceClient(streams: streams)
    let session = await client.create()
    let first = await client.events(session)
    publish()
    #expect(first.read().contains("event: snapshot\nid: 0\n"))
    first.leave()
    _ = await client.act(session, #""addCounterButtonTapped""#)
    publish()
    let second = await client.events(session)
    // The events for the first reader are stale.
    #expect(second.read() == retry)
    publish()
    #expect(second.read().hasPrefix("event: snapshot\nid: 1\n"))
    streams.beat()
    streams.beat()
    #expect(second.read() == ":\n\n")
    _ = await client.act(session, #""addCounterButtonTapped""#)
    publish()
    #expect(second.read().hasPrefix("event: patch\nid: 2\n"))
  }

  @Test("A slow reader gets one snapshot instead of many patches")
  func slow() async {
    let session = await client.create(#"{"feature": "counters", "link": "/counters/-1000"}"#)
    let (slow, steady) = (await client.events(session), await client.events(session))
    _ = (slow.read(), steady.read())
    for version in 1...500 {
      _ = await client.act(session, Self.counter(0, "incrementButtonTapped"))
      #expect(steady.read().hasPrefix("event: patch\nid: \(version)\n"))
    }
    #expect(slow.activationCount <= 2)
    let text = slow.read()
    #expect(text.hasPrefix("event: snapshot\nid: 500\n"))
    #expect(text.firstRange(of: "event: patch") == nil)
  }

  @Test("Events arrive in pieces that fit the connection's buffer, each with whole events")
  func pieces() async {
    let session = await client.create(#"{"feature": "counters", "link": "/counters/-1000"}"#)
    let (large, small) = (await client.events(session), await client.events(session))
    _ = (large.read(), small.read())
    for _ in 0..<10 { _ = await client.act(session, Self.counter(0, "incrementButtonTapped")) }
    #expect(large.read() == small.read(room: 1))
  }

  @Test("Comments keep an idle stream alive")
  func heartbeats() async {
    let session = await client.create()
    let reader = await client.events(session)
    _ = reader.read()
    client.service.directory.streams.beat()
    #expect(reader.read() == ":\n\n")
    #expect(reader.read() == "")
    _ = await client.act(session, #""addCounterButtonTapped""#)
    client.service.directory.streams.beat()
    #expect(reader.read().hasPrefix("event: patch\n"))
    #expect(reader.read() == "")
  }

  @Test("Events end when a client ends the session")
  func deletion() async {
    let session = await client.create()
    let readers = [await client.events(session), await client.events(session)]
    for reader in readers { _ = reader.read() }
    _ = await client.send(.delete, session)
    for reader in readers {
      #expect(reader.activationCount > 0)
      #expect(reader.read() == "event: end\ndata: {\"reason\":\"deleted\"}\n\n")
      #expect(reader.hasEnded)
    }
    #expect(client.service.directory.streams.readerCount == 0)
    #expect(await client.send(.get, session + "/events").status == 410)
  }

  @Test("Events end when the session expires, and do not extend its life")
  func expiry() async {
    let date = ManualDate()
    var configuration = ServiceConfiguration()
    configuration.now = date.now
    let client = ServiceClient(configuration: configuration)
    let session = await client.create(#"{"feature": "counters", "ttl": 60}"#)
    let reader = await client.events(session)
    _ = reader.read()
    date.advance(by: 61)
    client.service.directory.sweep()
    #expect(reader.read() == "event: end\ndata: {\"reason\":\"expired\"}\n\n")
  }

  @Test("A draining server tells readers to reconnect, without an end event")
  func draining() async {
    let session = await client.create()
    let reader = await client.events(session)
    _ = reader.read()
    reader.drain()
    #expect(reader.read() == retry)
    #expect(reader.hasEnded)
  }

  @Test("Events cost a session nothing once its last reader has left")
  func leaving() async throws {
    let session = await client.create()
    let readers = [await client.events(session), await client.events(session)]
    for reader in readers { _ = reader.read() }
    #expect(client.service.directory.streams.readerCount == 2)
    readers[0].leave()
    #expect(client.service.directory.streams.readerCount == 1)
    readers[1].leave()
    #expect(client.service.directory.streams.readerCount == 0)
    let wakes = readers.map(\.activationCount)
    _ = await client.act(session, #""addCounterButtonTapped""#)
    client.service.directory.streams.beat()
    #expect(readers.map(\.activationCount) == wakes)
    let id = try #require(SessionID(String(session.dropFirst("/sessions/".count))))
    let entry = try #require(client.service.directory.registry.find(id))
    let known = entry.session.events(.state).changes(after: 0)
    guard case .nothing = known.changes else {
      Issue.record("The session is still watched.")
      return
    }
  }

  @Test(
    "Events require a matching Accept field and an existing session",
    arguments: [
      ("text/event-stream", 200), ("text/*", 200), ("*/*", 200),
      ("text/html, */*;q=0.1", 200), ("application/json", 406), ("text/event-stream;q=0, */*", 406),
    ])
  func negotiation(accept: String, status: Int) async {
    let session = await client.create()
    let answer = await client.send(.get, session + "/events", nil, [(.accept, accept)])
    #expect(answer.status == status)
    #expect((answer.problem == "not-acceptable") == (status == 406))
    #expect(
      await client.send(.get, "/sessions/none/events", nil, [(.accept, accept)]).status == 404)
  }

  @Test("Events of a state that cannot be encoded end with the reason, and the session continues")
  func notEncodable() async {
    let client = ServiceClient([Feature("odd", initialState: Unencodable.State()) { Unencodable() }]
    )
    let session = await client.create(#"{"feature": "odd"}"#)
    let reader = await client.events(session)
    _ = reader.read()
    _ = await client.act(session, #""breakButtonTapped""#)
    #expect(
      reader.read() == "event: end\ndata: {\"reason\":\"state-not-encodable\"}\n\n")
    _ = await client.act(session, #""repairButtonTapped""#)
    #expect(
      await client.events(session).read().hasPrefix(retry + "event: snapshot\nid: 2\n"))
  }

  @Test("A change that is published after the session was deleted does not hide the end")
  func lateChange() async {
    let waiting = Guarded<[@Sendable () -> Void]>([])
    @Sendable
    func publish() {
      let works = waiting.withLock { works in
        defer { works = [] }
        return works
      }
      for work in works { work() }
    }
    let client = ServiceClient(
      streams: EventStreams { work in waiting.withLock { $0.append(work) } })
    let path = await client.create()
    let reader = await client.events(path)
    publish()
    #expect(reader.read().contains("event: snapshot"))
    _ = await client.act(path, #""addCounterButtonTapped""#)
    _ = await client.send(.delete, path)
    publish()
    #expect(reader.read().contains("event: end\ndata: {\"reason\":\"deleted\"}"))
  }

  @Test("A session whose events were followed is released once it has ended")
  func released() async throws {
    let path = await client.create()
    weak var session: (any Session)?
    do {
      let id = try #require(SessionID(String(path.dropFirst("/sessions/".count))))
      session = client.service.directory.find(id)?.session
      #expect(session != nil)
      let reader = await client.events(path)
      #expect(reader.read().contains("event: snapshot"))
      _ = await client.send(.delete, path)
      #expect(reader.read().contains("event: end") && reader.hasEnded)
    }
    #expect(session == nil)
  }
}

/// A feature with an effect that sends nothing.
@Reducer
private struct Silent {
  struct State: Codable, Equatable, Sendable {}

  enum Action: Codable, Sendable {
    case begin
    case look
  }

  let clock: TestClock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .begin: .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }
      case .look: .none
      }
    }
  }
}
