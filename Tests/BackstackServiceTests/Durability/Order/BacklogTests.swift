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

@Suite("Storages that cannot keep up")
struct BacklogTests {
  private let storage = ScriptedStorage()
  private let clock = TestClock()
  private let timer = ManualTimer()

  private func client(_ limits: WriteLimits = WriteLimits()) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.timer = timer
    configuration.writeLimits = limits
    configuration.settleTimeout = 3600
    configuration.effectLimits = .none
    let feature = Feature("misbehaving", initialState: Misbehaving.State()) { [clock] in
      Misbehaving().dependency(\.continuousClock, clock)
    }
    // Streams schedule work on separate threads: on the thread that completes a write, the next
    // write would begin recursively.
    return ServiceClient([feature], configuration: configuration, streams: EventStreams())
  }

  /// Waits until all changes of a session are stored.
  private func settle(_ session: any Session) async -> StorageError? {
    await withCheckedContinuation { continuation in
      session.whenStored { continuation.resume(returning: $0) }
    }
  }

  private static let creation = #"{"feature": "misbehaving"}"#

  @Test("The timers of 5,000 sessions wait for a stalled storage, and do not delay clients")
  func manyTimers() async throws {
    let count = 5_000
    let client = client()
    let host = try #require(client.service.directory.runtimes["misbehaving"])
    var sessions: [any Session] = []
    for _ in 0..<count {
      let entry = try client.service.directory.starter.start(
        host, .initial, principal: nil, timeToLive: 3600)
      client.service.directory.starter.store(entry)
      _ = try entry.session.send(
        Array(#""startTimer""#.utf8), in: nil, awaitsEffects: false, if: .any,
        issues: IssueCollector())
      sessions.append(entry.session)
      await letOthersWork()
    }
    while clock.sleeperCount < count { await letOthersWork() }
    let bystander = await client.create(Self.creation)
    let before = storage.writes.count
    storage.hold()
    // While the storage is stalled, a session is at most one version ahead of the captured one.
    for _ in 0..<3 { await clock.advance(by: .seconds(1)) }
    let limits = WriteLimits()
    #expect(storage.writes.count == before + limits.effectWrites)
    #expect(
      client.service.directory.waitingCount(for: .effect) == count - limits.effectWrites)
    #expect(
      client.metrics.contains(
        #"backstack_sessions_waiting{for="effect"} \#(count - limits.effectWrites)"#))
    #expect(sessions.allSatisfy { (2...3).contains($0.version) })
    #expect(client.service.directory.registry.sessionCount == count + 1)
    // A client's write does not wait for the waiting writes of effects.
    let action = client.begin(.post, bystander + "/actions", #"{"wait": {"count": 0}}"#)
    // Neither does the write of a session whose tick waits, once a client reads it.
    let read = client.begin(.get, "/sessions/\(sessions[count - 1].context.id)")
    // The read moves the session forward, and a storage thread gives it its turn.
    while storage.writes.count < before + limits.effectWrites + 2 { await letOthersWork() }
    #expect(storage.writes.count == before + limits.effectWrites + 2)
    storage.release()
    #expect(await action.answer.version == 1)
    #expect(await read.answer.version == 2)
    for session in sessions { #expect(await settle(session) == nil) }
    await clock.advance(by: .seconds(1))
    for session in sessions { #expect(await settle(session) == nil) }
    // No session was dropped, no timer was lost, and the stored versions are the current ones.
    #expect(client.service.directory.registry.sessionCount == count + 1)
    #expect(client.metrics.contains(#"backstack_effects{feature="misbehaving"} \#(count)"#))
    #expect(client.metrics.contains("backstack_storage_failures_total 0"))
    for session in sessions {
      let stored = try await storage.load(session.context.id.description)
      #expect(stored.header.revision.version == UInt64(session.version))
    }
  }

  @Test("Changes of a session that waits for its turn join the same write")
  func joining() async throws {
    let update = try await joinedWrite(of: 5)
    #expect(update.entries.map(\.version) == [1, 2, 3, 4, 5])
  }

  @Test("A write contains at most as many stored answers as are remembered")
  func answers() async throws {
    let update = try await joinedWrite(of: 300) { [(.idempotencyKey, #""\#($0)""#)] }
    #expect(update.entries.count == 300 && update.removedAnswers == [])
    #expect(update.answers.map(\.key.key) == (201...300).map(String.init))
  }

  /// Sends actions to a session that has to wait for another one's write, and returns the write
  /// that contains them all.
  private func joinedWrite(
    of count: Int, fields: (Int) -> [(HTTPFieldName, String)] = { _ in [] }
  ) async throws -> SessionUpdate {
    let client = client(WriteLimits(clientWrites: 1, effectWrites: 1))
    let first = await client.create(Self.creation)
    let second = await client.create(Self.creation)
    storage.hold()
    let blocking = client.begin(.post, first + "/actions", #"{"wait": {"count": 0}}"#)
    let before = storage.writes.count
    let replies = (1...count).map {
      client.begin(.post, second + "/actions", #"{"wait": {"count": 0}}"#, fields($0))
    }
    #expect(storage.writes.count == before)
    #expect(client.service.directory.waitingCount(for: .client) == 1)
    storage.release()
    _ = await blocking.answer
    for (index, reply) in replies.enumerated() { #expect(await reply.answer.version == index + 1) }
    let writes = storage.writes.dropFirst(before)
    #expect(writes.count == 1)
    guard case .update(let update) = try #require(writes.first) else {
      throw StorageError.invalid("Not an update.")
    }
    return update
  }

  @Test("A write that an overloaded storage refuses is retried, with the changes since")
  func overloaded() async throws {
    let client = client()
    let path = await client.create(Self.creation)
    storage.fail(.overloaded)
    let first = client.begin(
      .post, path + "/actions", #"{"wait": {"count": 0}}"#, [(.idempotencyKey, #""k""#)])
    let second = client.begin(.post, path + "/actions", #"{"wait": {"count": 0}}"#)
    #expect(!first.isFinished && !second.isFinished)
    #expect(client.metrics.contains("backstack_storage_failures_total 1"))
    timer.advance(by: WriteScheduler.pause)
    #expect(await client.send(.get, "/readyz").status == 200)
    storage.fail(nil)
    // The number of retries meanwhile depends on threads, but the outcome does not.
    while !first.isFinished {
      timer.advance(by: WriteScheduler.pause)
      await letOthersWork()
    }
    #expect(await first.answer.version == 1)
    #expect(await second.answer.version == 2)
    #expect(client.service.directory.registry.sessionCount == 1)
    let id = String(path.dropFirst("/sessions/".count))
    #expect(try await storage.load(id).header.revision.version == 2)
    let key = AnswerKey(scope: id, key: "k")
    #expect(try await storage.answer(key, at: .init(client.service.configuration.now())) != nil)
  }

  @Test("Creations and ends that an overloaded storage refuses are retried")
  func overloadedLife() async throws {
    let client = client()
    let path = await client.create(Self.creation)
    storage.fail(.overloaded)
    let creation = client.begin(.post, "/sessions", Self.creation)
    let end = client.begin(.delete, path)
    #expect(!creation.isFinished && !end.isFinished)
    storage.fail(nil)
    while !creation.isFinished || !end.isFinished {
      timer.advance(by: WriteScheduler.pause)
      await letOthersWork()
    }
    #expect(await creation.answer.status == 201)
    #expect(await end.answer.status == 204)
    let id = String(path.dropFirst("/sessions/".count))
    await #expect(throws: StorageError.ended(reason: "deleted")) { try await storage.load(id) }
  }

  @Test("The bytes of a creation take room until it is stored")
  func largeCreations() async throws {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.timer = timer
    configuration.writeLimits = WriteLimits(bytes: 10_000)
    let state = LargeState.State(text: String(repeating: "x", count: 20_000))
    let client = ServiceClient(
      [Feature("large-state", initialState: state) { LargeState() }],
      configuration: configuration)
    func create() -> AwaitedAnswer {
      client.begin(.post, "/sessions", #"{"feature": "large-state"}"#)
    }
    for _ in 1...2 { try #require(create().isFinished) }
    storage.hold()
    let (first, second) = (create(), create())
    #expect(storage.heldCount == 1)
    #expect(client.service.directory.waitingCount(for: .client) == 1)
    storage.release()
    #expect(await first.answer.status == 201)
    #expect(await second.answer.status == 201)
  }

  @Test("When too much waits, creations and activations are refused and change nothing")
  func full() async {
    let asleep = await client().create(Self.creation)
    let client = client(WriteLimits(clientWrites: 1, effectWrites: 1, waitingClients: 2))
    var paths: [String] = []
    for _ in 0..<3 { paths.append(await client.create(Self.creation)) }
    storage.hold()
    let replies = paths.map { client.begin(.post, $0 + "/actions", #"{"wait": {"count": 0}}"#) }
    let writes = storage.writes.count
    let refused = [
      await client.send(.post, "/sessions", Self.creation), await client.send(.get, asleep),
    ]
    for answer in refused {
      #expect(answer.status == 503 && answer.problem == "storage-unavailable")
      #expect(answer.fields[.retryAfter] != nil)
    }
    #expect(storage.writes.count == writes)
    #expect(client.service.directory.registry.sessionCount == 3)
    storage.release()
    for reply in replies { #expect(await reply.answer.version == 1) }
    #expect(await client.send(.get, asleep).version == 0)
    #expect(await client.send(.post, "/sessions", Self.creation).status == 201)
  }

  @Test("An effect that waits for the storage can be cancelled")
  func cancellation() async {
    let client = client(WriteLimits(clientWrites: 9, effectWrites: 1))
    let first = await client.create(Self.creation)
    let second = await client.create(Self.creation)
    for path in [first, second] { _ = await client.act(path, #""startTimer""#) }
    storage.hold()
    for _ in 0..<3 { await clock.advance(by: .seconds(1)) }
    #expect(client.service.directory.waitingCount(for: .effect) == 1)
    let ends = [first, second].map { client.begin(.delete, $0) }
    #expect(client.metrics.contains(#"backstack_effects{feature="misbehaving"} 0"#))
    storage.release()
    for end in ends { #expect(await end.answer.status == 204) }
  }

  @Test("Effects of a single session do not get far ahead of a stalled storage")
  func lead() async throws {
    let client = client()
    let path = await client.create(Self.creation)
    let session = try #require(client.session(path))
    storage.hold()
    let flood = client.begin(.post, path + "/actions", #""flood""#)
    while session.version < WriteSchedule.maximumLead { await letOthersWork() }
    storage.release()
    _ = await flood.answer
    #expect(await client.send(.delete, path).status == 204)
  }

  @Test(
    "Everything that was acknowledged is stored, in order, with an unsteady storage",
    arguments: 0..<12 as Range<UInt64>)
  func model(_ seed: UInt64) async throws {
    var numbers = SeededGenerator(seed: seed)
    let unsteady = UnsteadyStorage(storage, seed: seed)
    var configuration = ServiceConfiguration()
    configuration.storage = unsteady
    configuration.timer = timer
    configuration.settleTimeout = 3600
    configuration.writeLimits = WriteLimits(
      clientWrites: .random(in: 1...4, using: &numbers),
      effectWrites: .random(in: 1...4, using: &numbers),
      bytes: .random(in: 1...100_000, using: &numbers), clientsPerEffect: 2)
    let feature = Feature("misbehaving", initialState: Misbehaving.State()) { [clock] in
      Misbehaving().dependency(\.continuousClock, clock)
    }
    let client = ServiceClient([feature], configuration: configuration, streams: EventStreams())
    func answer(_ reply: AwaitedAnswer) async -> ServiceClient.Answer {
      while !reply.isFinished {
        unsteady.work()
        timer.advance(by: WriteScheduler.pause)
        await letOthersWork()
      }
      return await reply.answer
    }
    var paths: [String] = []
    for _ in 0..<10 {
      let creation = await answer(client.begin(.post, "/sessions", Self.creation))
      let path = try #require(creation.fields[.location])
      paths.append(path)
      if Bool.random(using: &numbers) {
        _ = await answer(client.begin(.post, path + "/actions", #""startTimer""#))
      }
    }
    var replies: [(path: String, reply: AwaitedAnswer)] = []
    var known: [String: Int] = [:]
    for _ in 0..<300 {
      let path = paths.randomElement(using: &numbers)!
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0..<3: await clock.advance(by: .seconds(1))
      case 3..<5:
        replies.append(
          (path, client.begin(.post, path + "/actions", #"{"wait": {"count": 0}}"#)))
      case 5: replies.append((path, client.begin(.get, path)))
      default: unsteady.work()
      }
    }
    for (path, reply) in replies {
      let answer = await answer(reply)
      #expect(answer.status == 200)
      known[path] = max(known[path] ?? 0, answer.version ?? -1)
    }
    #expect(client.service.directory.registry.sessionCount == paths.count)
    for path in paths {
      let session = try #require(client.session(path))
      let stored = Guarded(false)
      session.whenStored { _ in stored.withLock { $0 = true } }
      while !stored.withLock({ $0 }) {
        unsteady.work()
        timer.advance(by: WriteScheduler.pause)
        await letOthersWork()
      }
      let id = String(path.dropFirst("/sessions/".count))
      let version = try await storage.load(id).header.revision.version
      #expect(version >= UInt64(known[path] ?? 0))
      let entries = try await storage.journal(of: id, from: 0, limit: .max, snapshots: false)
      let versions = entries.entries.map(\.version)
      #expect(versions == Array((versions.first ?? 0)...version))
    }
  }
}

/// A storage that completes writes when a test asks for it, and is sometimes overloaded.
private final class UnsteadyStorage: SessionStorage {
  private struct State: Sendable {
    var numbers: SeededGenerator
    var jobs: [@Sendable () -> Void] = []
  }

  private let base: any SessionStorage
  private let state: Guarded<State>

  init(_ base: any SessionStorage, seed: UInt64) {
    self.base = base
    state = Guarded(State(numbers: SeededGenerator(seed: ~seed)))
  }

  /// Completes some of the waiting writes.
  func work() {
    let jobs = state.withLock { state in
      let count = Int.random(in: 0...state.jobs.count, using: &state.numbers)
      defer { state.jobs.removeFirst(count) }
      return Array(state.jobs[..<count])
    }
    for job in jobs { job() }
  }

  func submit(_ write: StorageWrite) {
    let (isRefused, isLate) = state.withLock { state in
      (
        Int.random(in: 0..<4, using: &state.numbers) == 0 || state.jobs.count > 5,
        Bool.random(using: &state.numbers)
      )
    }
    if isRefused, !isLate { return write.fail(with: .overloaded) }
    state.withLock { [base] state in
      state.jobs.append {
        if isRefused { write.fail(with: .overloaded) } else { base.submit(write) }
      }
    }
  }

  func ask(_ query: StorageQuery) { base.ask(query) }

  func close() async { await base.close() }
}
