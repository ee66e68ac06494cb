import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackViews
import Dispatch
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

/// A line of work on large sessions that runs when a test asks for it.
private final class Workshop: Sendable {
  private let works = Mutex<[@Sendable () -> Void]>([])

  var large: LargeWork { large(LargeWorkLimits()) }

  func large(_ limits: LargeWorkLimits) -> LargeWork {
    LargeWork(limits: limits) { [self] _, work in works.withLock { $0.append(work) } }
  }

  var count: Int { works.withLock { $0.count } }

  /// Runs up to `count` pieces of work, including the work that they add.
  func finish(_ count: Int = .max) {
    for _ in 0..<count {
      let work = works.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let work else { return }
      work()
    }
  }
}

@Suite("Work on large sessions")
struct LargeWorkTests {
  private let workshop = Workshop()
  private let timer = ManualTimer()
  private let storage = ScriptedStorage()

  private func client(isStored: Bool = false, large: LargeWork? = nil) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.timer = timer
    configuration.now = ManualDate().now
    if isStored { configuration.storage = storage }
    let feature = Feature(
      "large-state", initialState: LargeState.State(),
      clientInput: ClientInput(takesState: true, takesPushes: true)
    ) { LargeState() }
    return ServiceClient(
      [feature], configuration: configuration, large: large ?? workshop.large)
  }

  private func largeSession(_ client: ServiceClient) async -> String {
    let session = await client.create(#"{"feature": "large-state"}"#)
    #expect(await client.act(session, #"{"fill": 100000}"#).status == 200)
    return session
  }

  @Test(
    "Reads of a large session run on another thread, and small sessions respond at once",
    arguments: ["", "/path", "/history", "/history/0", "?wait=1"])
  func reads(_ suffix: String) async {
    let client = client()
    let small = await client.create(#"{"feature": "large-state"}"#)
    let large = await largeSession(client)
    let reply = client.begin(.get, large + suffix)
    #expect(!reply.isFinished)
    #expect(await client.send(.get, small + suffix).status == 200)
    #expect(workshop.count == 1)
    workshop.finish()
    #expect(await reply.answer.status == 200)
  }

  @Test("Actions of a large session keep their order, also once the session is small again")
  func actions() async {
    let client = client()
    let session = await largeSession(client)
    let replies = [#"{"write": "a"}"#, #"{"fill": 90000}"#, #"[{"write": "b"}]"#].map {
      client.begin(.post, session + "/actions", $0)
    }
    #expect(replies.allSatisfy { !$0.isFinished })
    workshop.finish()
    var versions: [Int?] = []
    for reply in replies { versions.append(await reply.answer.version) }
    #expect(versions == [2, 3, 4])
    #expect(await client.act(session, #"{"write": "c"}"#).version == 5)
    #expect(workshop.count == 0)
  }

  @Test(
    "Waiting clients of a large session get responses that are made on another thread",
    arguments: [false, true])
  func waiting(hasChanged: Bool) async {
    let client = client()
    let session = await largeSession(client)
    let reply = client.begin(.get, session + "?wait=10", nil, [(.ifNoneMatch, #""1""#)])
    workshop.finish()
    #expect(!reply.isFinished)
    if hasChanged {
      _ = client.begin(.post, session + "/actions", #"{"fill": 90000}"#)
      // Only the action: the work that it causes runs later.
      workshop.finish(1)
      client.service.directory.deadlines.sync {}
    } else {
      timer.advance(by: 10)
    }
    #expect(!reply.isFinished)
    #expect(workshop.count == 1)
    workshop.finish()
    #expect(await reply.answer.status == (hasChanged ? 200 : 304))
  }

  @Test("Events of large sessions are made on another thread")
  func events() async {
    let client = client()
    let session = await largeSession(client)
    let reply = client.begin(.get, session + "/events")
    workshop.finish()
    let reader = EventReader(await reply.answer.source!)
    #expect(!reader.read().contains("event: snapshot"))
    #expect(workshop.count == 1)
    workshop.finish()
    #expect(reader.read().contains("event: snapshot"))
    let act = client.begin(
      .post, session + "/actions", #"{"path": {"push": {"state": {"text": "", "ticks": 0}}}}"#)
    workshop.finish()
    #expect(await act.answer.status == 200)
    #expect(reader.read().contains("event: patch"))
  }

  @Test("Large requests are processed on another thread")
  func requests() async {
    let client = client()
    let text = String(repeating: "x", count: 70_000)
    let creation = client.begin(
      .post, "/sessions", #"{"feature": "large-state", "state": {"text": "\#(text)", "path": []}}"#)
    #expect(!creation.isFinished)
    workshop.finish()
    #expect(await creation.answer.status == 201)
    let session = await client.create(#"{"feature": "large-state"}"#)
    let action = client.begin(.post, session + "/actions", #"{"write": "\#(text)"}"#)
    #expect(!action.isFinished)
    workshop.finish()
    #expect(await action.answer.status == 200)
  }

  @Test(
    "Small content that may lead to much more is processed on another thread",
    arguments: ["creation", "batch", "action"])
  func smallContent(_ kind: String) async {
    let client = client()
    let session = await client.create(#"{"feature": "large-state"}"#)
    let text = String(repeating: "x", count: kind == "action" ? 5000 : 1200)
    func begin(_ text: String) -> AwaitedAnswer {
      switch kind {
      case "creation":
        client.begin(
          .post, "/sessions",
          #"{"feature": "large-state", "state": {"text": "\#(text)", "path": []}}"#)
      case "batch": client.begin(.post, session + "/actions", #" [{"write": "\#(text)"}]"#)
      default: client.begin(.post, session + "/actions", #"{"write": "\#(text)"}"#)
      }
    }
    let small = begin(String(text.prefix(kind == "action" ? 4000 : 900)))
    #expect(small.isFinished)
    let large = begin(text)
    #expect(!large.isFinished)
    workshop.finish()
    #expect(await large.answer.status / 100 == 2)
  }

  @Test("Work that took long is done on another thread next time, until it is quick again")
  func learned() async {
    let clock = ManualSteadyClock()
    let cost = Mutex(0.05)
    var configuration = ServiceConfiguration()
    configuration.steadyClock = clock.now
    let start = { @Sendable (_: String) -> LargeState.State? in
      clock.advance(by: cost.withLock { $0 })
      return LargeState.State()
    }
    let feature = Feature("large-state", initialState: LargeState.State(), link: start) {
      Reduce { state, action in
        clock.advance(by: cost.withLock { $0 })
        return LargeState().reduce(into: &state, action: action)
      }
    }
    let client = ServiceClient([feature], configuration: configuration, large: workshop.large)
    let session = await client.create(#"{"feature": "large-state"}"#)
    func isQuick(_ path: String, _ content: String) async -> Bool {
      let reply = client.begin(.post, path, content)
      let isQuick = reply.isFinished
      workshop.finish()
      #expect(await reply.answer.status / 100 == 2)
      return isQuick
    }
    for (path, content) in [
      (session + "/actions", #"{"write": "a"}"#),
      ("/sessions", #"{"feature": "large-state", "link": "/a"}"#),
    ] {
      cost.withLock { $0 = 0.05 }
      // The first one may only have waited for a processor.
      for _ in 0..<2 { #expect(await isQuick(path, content)) }
      #expect(await !isQuick(path, content))
      cost.withLock { $0 = 0 }
      var count = 0
      while await !isQuick(path, content) { count += 1 }
      #expect((20...40).contains(count))
    }
    // Reading is quick all the same.
    #expect(client.begin(.get, session).isFinished)
  }

  @Test("A screen whose view took long is read on another thread next time")
  func slowView() async {
    let clock = ManualSteadyClock()
    var configuration = ServiceConfiguration()
    configuration.steadyClock = clock.now
    let feature = Feature("large-state", initialState: LargeState.State()) {
      LargeState()
    } view: { _ in
      SlowView { clock.advance(by: 0.05) }
    }
    let client = ServiceClient([feature], configuration: configuration, large: workshop.large)
    let session = await client.create(#"{"feature": "large-state"}"#)
    // The first one may only have waited for a processor.
    for _ in 0..<2 {
      #expect(await client.act(session, #"{"write": "a"}"#).status == 200)
      #expect(client.begin(.get, session + "/screen").isFinished)
    }
    let reply = client.begin(.get, session + "/screen")
    #expect(!reply.isFinished)
    workshop.finish()
    #expect(await reply.answer.status == 200)
  }

  @Test("When too many large requests of a client wait, further ones get 503")
  func tooMany() async {
    var limits = LargeWorkLimits()
    limits.requestsPerClient = 2
    let client = client(large: workshop.large(limits))
    let session = await client.create(#"{"feature": "large-state"}"#)
    let batch = #"[{"write": "\#(String(repeating: "x", count: 1200))"}]"#
    let creation = #"{"feature": "large-state", "link": "\#(String(repeating: "x", count: 1200))"}"#
    let replies = (0..<2).map { _ in client.begin(.post, session + "/actions", batch) }
    #expect(replies.map(\.isFinished) == [false, false])
    let refused = await client.act(session, batch)
    for answer in [refused, await client.send(.post, "/sessions", creation)] {
      #expect(answer.status == 503)
      #expect(answer.problem == "overloaded")
      #expect(answer.fields[.retryAfter] == "1")
    }
    #expect(client.metrics.contains("backstack_large_work_waiting 2"))
    #expect(client.metrics.contains("backstack_large_requests_refused_total 2"))
    workshop.finish()
    for reply in replies { #expect(await reply.answer.status == 200) }
    #expect(await client.send(.get, session).version == 2)
  }

  @Test("A large session can be ended, whatever waits")
  func ending() async {
    var limits = LargeWorkLimits()
    limits.requests = 0
    let client = client(large: workshop.large(limits))
    let session = await client.create(#"{"feature": "large-state"}"#)
    #expect(await client.act(session, #"{"fill": 100000}"#).status == 200)
    #expect(await client.send(.get, session).status == 503)
    let reply = client.begin(.delete, session)
    workshop.finish()
    #expect(await reply.answer.status == 204)
  }

  @Test("A large session is activated on another thread")
  func activations() async {
    let before = client(isStored: true, large: LargeWork { _, work in work() })
    let session = await largeSession(before)
    before.service.directory.releaseSessions()
    let after = client(isStored: true)
    let reply = after.begin(.get, session)
    #expect(!reply.isFinished)
    #expect(workshop.count == 1)
    workshop.finish()
    #expect(await reply.answer.version == 1)
  }

  @Test("Small changes of a deep stack are not moved to another thread")
  func deep() async {
    let client = client()
    let screens = (0..<3000).map { #"{"id": \#($0), "state": {"text": "", "ticks": 0}}"# }
    let creation = client.begin(
      .post, "/sessions",
      #"{"feature": "large-state", "state": {"text": "", "path": [\#(screens.joined(separator: ","))]}}"#
    )
    workshop.finish()
    let session = await creation.answer.fields[.location] ?? ""
    let action = #"{"path": {"element": {"id": 7, "action": {"fill": 3}}}}"#
    _ = client.begin(.post, session + "/actions", action)
    workshop.finish()
    #expect(await client.act(session, action).version == 2)
    #expect(workshop.count == 0)
  }
}

/// A view that does something each time it is evaluated.
private struct SlowView: View {
  let evaluate: () -> Void

  var body: some View {
    evaluate()
    return Text("Done")
  }
}
