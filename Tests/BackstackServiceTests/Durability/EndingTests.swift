import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import BackstackTesting
import Dispatch
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Ended sessions and the storage")
struct EndingTests {
  private let storage = ScriptedStorage()
  private let service: ErrandService
  private let calls = Calls()

  private final class Calls: Sendable {
    private let calls = Guarded<[String]>([])

    var all: [String] { calls.withLock { $0 } }

    func append(_ call: String) { calls.withLock { $0.append(call) } }
  }

  init() { service = ErrandService(storage: storage) }

  private var client: ServiceClient { service.client }

  /// Returns the metric of sessions that have ended for a reason.
  private func ended(_ reason: SessionEndReason, _ service: ErrandService? = nil) -> Int {
    let host = (service ?? self.service).client.service.directory.runtimes["errands"]
    return host?.counters.endedSessions[reason] ?? 0
  }

  @Test("A session whose end cannot be stored continues, also after a restart")
  func failedEnd() async {
    let session = await service.create()
    _ = await client.act(session, #""add""#)
    let reader = await client.events(session)
    _ = reader.read()
    storage.fail(.full)
    #expect(await client.send(.delete, session).problem == "storage-unavailable")
    #expect(!reader.read().contains("event: end"))
    #expect(reader.hasEnded)
    storage.fail(nil)
    #expect(await client.send(.get, session).contains(#""version":1,"state":{"count":1"#))
    #expect(client.service.directory.runtimes["errands"]?.counters.sessions == 1)
    #expect(ended(.deleted) == 0)
    let after = ErrandService(storage: storage)
    #expect(await after.client.send(.get, session).status == 200)
    #expect(await after.client.send(.delete, session).status == 204)
    #expect(await after.client.send(.get, session).status == 410)
    #expect(ended(.deleted, after) == 1)
  }

  @Test("The end of a session is reported only once it is stored", arguments: [false, true])
  func pendingEnd(fails: Bool) async {
    let session = await service.create()
    let wait = client.begin(.get, session + "?wait=60", nil, [(.ifNoneMatch, #""0""#)])
    let reader = await client.events(session)
    _ = reader.read()
    storage.hold()
    if fails { storage.fail(.unavailable("test")) }
    let end = client.begin(.delete, session)
    let others = [
      client.begin(.get, session), client.begin(.delete, session),
      client.begin(.post, session + "/actions", #""add""#), client.begin(.get, session + "/events"),
    ]
    await service.quietDeadlines()
    #expect(!end.isFinished && !wait.isFinished && others.allSatisfy { !$0.isFinished })
    #expect(!reader.read().contains("event: end"))
    #expect(!reader.hasEnded)
    #expect(ended(.deleted) == 0)
    storage.release()
    #expect(await end.answer.status == (fails ? 503 : 204))
    #expect(await wait.answer.status == (fails ? 503 : 410))
    for other in others { #expect(await other.answer.status == (fails ? 503 : 410)) }
    #expect(reader.read().contains("event: end") != fails)
    #expect(reader.hasEnded)
    storage.fail(nil)
    #expect(await client.send(.get, session).status == (fails ? 200 : 410))
  }

  @Test("An expired session whose end cannot be stored is read from the storage again")
  func failedExpiry() async {
    let session = await service.create()
    service.date.advance(by: 3601)
    storage.fail(.full)
    #expect(await client.send(.get, session).problem == "storage-unavailable")
    #expect(ended(.expired) == 0)
    storage.fail(nil)
    // The storage keeps a session for an eighth longer than its time to live.
    #expect(await client.send(.get, session).status == 200)
    service.date.advance(by: 3601)
    #expect(await client.send(.get, session).status == 410)
    #expect(ended(.expired) == 1)
  }

  @Test("A session over its limit whose end cannot be stored continues with its stored state")
  func failedRunaway() async {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.effectLimits = EffectLimits(actionsPerSecond: 500)
    configuration.now = ManualDate().now
    let feature = Feature("misbehaving", initialState: Misbehaving.State()) { Misbehaving() }
    let client = ServiceClient([feature], configuration: configuration)
    let session = await client.create(#"{"feature": "misbehaving"}"#)
    storage.fail(.full)
    #expect(await client.act(session, #""echo""#).problem == "storage-unavailable")
    client.service.directory.deadlines.sync {}
    storage.fail(nil)
    #expect(await client.send(.get, session).contains(#""version":0,"state":{"count":0"#))
    #expect(client.service.directory.runtimes["misbehaving"]?.counters.endedSessions == [:])
    #expect(await client.act(session, #""echo""#).status == 410)
    client.service.directory.deadlines.sync {}
    #expect(
      client.service.directory.runtimes["misbehaving"]?.counters.endedSessions == [
        .tooManyActions: 1
      ])
    let after = ServiceClient([feature], configuration: configuration)
    #expect(await after.send(.get, session).status == 410)
  }

  @Test("A session that exceeds its limit during a write also ends in the storage")
  func runawayAmidWrite() async {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.effectLimits = EffectLimits(actionsPerSecond: 500)
    configuration.now = ManualDate().now
    let feature = Feature("misbehaving", initialState: Misbehaving.State()) { Misbehaving() }
    let client = ServiceClient([feature], configuration: configuration)
    let session = await client.create(#"{"feature": "misbehaving"}"#)
    // Keeps the session from being removed from the service before the write completes.
    client.service.directory.deadlines.suspend()
    defer { client.service.directory.deadlines.resume() }
    storage.hold()
    let write = client.begin(.post, session + "/actions", #""complain""#)
    #expect(storage.heldCount == 1)
    let runaway = client.begin(.post, session + "/actions", #""echo""#)
    #expect(storage.heldCount == 1 && !runaway.isFinished)
    storage.release()
    _ = await write.answer
    #expect(await runaway.answer.contains(#""reason":"too-many-actions""#))
    let after = ServiceClient([feature], configuration: configuration)
    #expect(await after.send(.get, session).contains(#""reason":"too-many-actions""#))
  }

  @Test("A session whose state is found too large when it is stored also ends in the storage")
  func tooLargeWhenWritten() async throws {
    let clock = TestClock()
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.now = ManualDate().now
    configuration.maximumStateBytes = 200_000
    // Prevents snapshots, which would show the size earlier.
    configuration.journalLimits.snapshotBytesPerAction = 0
    let feature = Feature("swelling", initialState: Swelling.State()) {
      Swelling()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let client = ServiceClient([feature], configuration: configuration)
    let path = await client.create(#"{"feature": "swelling"}"#)
    #expect(await client.act(path, #"{"fill": 190000}"#).status == 200)
    #expect(await client.act(path, #"{"fillLater": 200000}"#).status == 200)
    let session = try #require(client.session(path))
    while clock.sleeperCount == 0 { await letOthersWork() }
    await clock.advance(by: .seconds(1))
    await withCheckedContinuation { continuation in
      session.whenSettled { continuation.resume() }
    }
    #expect(session.exceededLimit == .stateTooLarge)
    // No request reads the session, which would cause a write.
    #expect(storage.writes.contains { if case .end = $0 { true } else { false } })
    let after = ServiceClient([feature], configuration: configuration)
    #expect(await after.send(.get, path).contains(#""reason":"state-too-large""#))
  }

  @Test("Lifecycle hooks are called once the event is stored")
  func hooks() async throws {
    let client = hooked()
    storage.hold()
    let creation = client.begin(.post, "/sessions", #"{"feature": "errands"}"#)
    #expect(calls.all == [])
    storage.release()
    let session = try #require(await creation.answer.fields[.location])
    #expect(calls.all == ["start"])
    storage.fail(.full)
    #expect(await client.send(.post, "/sessions", #"{"feature": "errands"}"#).status == 503)
    #expect(await client.send(.delete, session).status == 503)
    #expect(calls.all == ["start"])
    storage.fail(nil)
    #expect(await client.send(.delete, session).status == 204)
    #expect(calls.all == ["start", "resume", "end deleted"])
  }

  private func hooked() -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    let calls = calls
    return ServiceClient(
      [
        Feature("errands", initialState: Errands.State()) { Errands() }
          .onSessionStart { _ in calls.append("start") }
          .onSessionResume { _ in calls.append("resume") }
          .onSessionEnd { _, reason in calls.append("end \(reason.name)") }
      ],
      configuration: configuration)
  }
}

/// A feature whose text gets a given length, at once or after a second.
@Reducer
private struct Swelling {
  struct State: Codable, Sendable { var text = "" }

  enum Action: Codable, Sendable {
    case fill(Int)
    case fillLater(Int)
  }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fill(let count):
        state.text = String(repeating: "x", count: count)
        return .none
      case .fillLater(let count):
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.fill(count))
        }
      }
    }
  }
}

extension ErrandService {
  /// Waits until the current work of the deadline queue is done.
  fileprivate func quietDeadlines() async {
    await withCheckedContinuation { continuation in
      client.service.directory.deadlines.async { continuation.resume() }
    }
  }
}
