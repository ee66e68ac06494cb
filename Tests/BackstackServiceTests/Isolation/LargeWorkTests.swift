import Backstack
import BackstackHTTP
import Dispatch
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

/// A queue of work on large sessions that runs when a test asks for it.
private final class Workshop: Sendable {
  private let works = Mutex<[@Sendable () -> Void]>([])

  var large: LargeWork {
    LargeWork { [self] _, work in works.withLock { $0.append(work) } }
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
