import Backstack
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackSessions

@Suite("Actions that the program and effects send to sessions")
struct HostActionTests {
  private static func chat(startAction: Talk.Action? = nil) -> Feature {
    Feature(
      "chat", initialState: Talk.State(), link: Talk.State.init(link:), startAction: startAction
    ) { Talk() }
  }

  private static let guestbook = Feature("guestbook", initialState: Guestbook.State()) {
    Guestbook()
  }

  private func directory(
    storage: (any SessionStorage)? = nil, startAction: Talk.Action? = nil,
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) -> SessionDirectory {
    var configuration = SessionConfiguration()
    configuration.storage = storage
    configuration.now = { Date(timeIntervalSince1970: 1_800_000_000) }
    configuration.settleTimeout = 3600
    configure(&configuration)
    return SessionDirectory(
      features: [Self.chat(startAction: startAction), Self.guestbook],
      configuration: configuration)
  }

  private func messages(_ snapshot: SessionSnapshot) throws -> [String] {
    try WireCoding.decode(Talk.State.self, fromSaved: Array(snapshot.state.utf8)).messages
  }

  private func causes(of id: String, in directory: SessionDirectory) throws -> [String] {
    let entry = try #require(SessionID(id).flatMap { directory.find($0) })
    return entry.session.history(after: -1, limit: 100).entries.map(\.cause.name)
  }

  // MARK: The program

  @Test("The program sends an action that clients may not, and gets the version that has it")
  func send() async throws {
    let storage = MemoryStorage()
    let directory = directory(storage: storage)
    let session = try await directory.create("chat")
    let sent = try await directory.send(action: Talk.Action.received("Hello"), to: session.id)
    #expect(sent.version == 1)
    #expect(try messages(sent) == ["Hello"])
    #expect(try causes(of: session.id, in: directory) == ["creation", "host"])
    // It was stored before the call returned, and another directory can read the cause.
    #expect(try await storage.load(session.id).header.version == 1)
    directory.stop()
    let second = self.directory(storage: storage)
    #expect(try messages(await second.snapshot(of: session.id)) == ["Hello"])
    #expect(try causes(of: session.id, in: second) == ["creation", "host"])
    second.stop()
  }

  @Test("An action for a passive session activates it")
  func passive() async throws {
    let storage = MemoryStorage()
    let first = directory(storage: storage)
    let session = try await first.create("chat")
    first.stop()
    let second = directory(storage: storage)
    let sent = try await second.send(action: Talk.Action.received("Hello"), to: session.id)
    #expect(sent.version == 1)
    second.stop()
  }

  @Test("An action that can't be processed changes nothing, and the error says why")
  func refusals() async throws {
    let directory = directory { $0.maximumStateBytes = 300 }
    let session = try await directory.create("chat")
    func error(_ body: () async throws -> Void) async -> SessionError? {
      do {
        try await body()
        return nil
      } catch {
        return error as? SessionError
      }
    }
    let long = String(repeating: "x", count: 400)
    guard
      case .wrongTypes(_, feature: "chat")? = await error({
        _ = try await directory.send(action: Guestbook.Action.sign(name: "Ada"), to: session.id)
      }),
      case .versionMismatch? = await error({
        _ = try await directory.send(
          action: Talk.Action.received("Hello"), to: session.id, ifVersion: 3)
      }),
      case .staleElement(_, version: 0, index: nil)? = await error({
        _ = try await directory.send(
          action: Talk.Action.topic(.presented(.rename("Tea"))), to: session.id)
      }),
      case .stateTooLarge(limit: 300)? = await error({
        _ = try await directory.send(action: Talk.Action.received(long), to: session.id)
      }),
      case .unknownSession? = await error({
        _ = try await directory.send(action: Talk.Action.received("Hello"), to: "nobody")
      }),
      case .unknownFeature("diary")? = await error({
        try await directory.broadcast(Talk.Action.received("Hello"), to: "diary")
      }),
      case .wrongTypes(_, feature: "chat")? = await error({
        try await directory.broadcast(Guestbook.Action.sign(name: "Ada"), to: "chat")
      }),
      case .wrongTypes("the state", feature: "chat")? = await error({
        try await directory.broadcast(Talk.Action.received("Hello"), to: "chat") {
          (state: Guestbook.State) in state.names.isEmpty
        }
      })
    else {
      Issue.record("An action was accepted, or its refusal has another reason.")
      return
    }
    #expect(try await directory.snapshot(of: session.id).version == 0)
  }

  @Test("A broadcast reaches the sessions of the feature whose state fulfils the condition")
  func broadcast() async throws {
    let storage = MemoryStorage()
    let directory = directory(storage: storage) { $0.maximumStateBytes = 300 }
    let ada = try await directory.create("chat", from: .link("/rooms/tea"))
    let bob = try await directory.create("chat", from: .link("/rooms/tea"))
    let eve = try await directory.create("chat", from: .link("/rooms/milk"))
    let other = try await directory.create("guestbook")
    let count = try await directory.broadcast(Talk.Action.received("Hello"), to: "chat") {
      (state: Talk.State) in state.room == "tea"
    }
    #expect(count == 2)
    #expect(try messages(await directory.snapshot(of: ada.id)) == ["Hello"])
    #expect(try messages(await directory.snapshot(of: bob.id)) == ["Hello"])
    #expect(try await directory.snapshot(of: eve.id).version == 0)
    #expect(try await directory.snapshot(of: other.id).version == 0)
    #expect(try await storage.load(ada.id).header.version == 1)

    // Neither a session without room for the action nor one that has ended hinders the others.
    let full = String(repeating: "x", count: 200)
    _ = try await directory.send(action: Talk.Action.received(full), to: ada.id)
    try await directory.end(eve.id)
    #expect(try await directory.broadcast(Talk.Action.received(full), to: "chat") == 1)
    #expect(try await directory.snapshot(of: bob.id).version == 2)
    #expect(try await directory.snapshot(of: ada.id).version == 2)
    directory.stop()
  }

  @Test("Broadcasts reach the sessions in order, and leave other work a turn")
  func broadcastsInParts() async throws {
    let directory = directory()
    for _ in 0..<130 { _ = try await directory.create("chat") }
    let sessions = directory.registry.all.map(\.session)
    let turns = LockIsolated<[@Sendable () -> Void]>([])
    let reached = LockIsolated<[Int]>([])
    let queue = BroadcastQueue(
      limits: .none, now: ManualSteadyClock().now, timer: ManualTimer(), sessions: { sessions },
      schedule: { turn in turns.withValue { $0.append(turn) } })
    func send(_ action: any Sendable) {
      queue.send(HostAction(action), numbered: queue.newNumber()) { outcome in
        reached.withValue { $0.append(outcome.count) }
      }
    }
    send(Talk.Action.received("1"))
    send(Talk.Action.received("2"))
    var counts: [[Int]] = []
    while let turn = turns.withValue({ $0.isEmpty ? nil : $0.removeFirst() }) {
      turn()
      let versions = sessions.map(\.version)
      counts.append([versions.count { $0 >= 1 }, versions.count { $0 == 2 }])
    }
    #expect(counts == [[64, 0], [128, 0], [130, 0], [130, 64], [130, 128], [130, 130]])
    #expect(reached.value == [130, 130])
    let last = try #require(sessions.last)
    #expect(try messages(await directory.snapshot(of: "\(last.context.id)")) == ["1", "2"])
    // The queue continues after it was empty, and after an action that every session refuses.
    send(Guestbook.Action.sign(name: "Ada"))
    send(Talk.Action.received("3"))
    while let turn = turns.withValue({ $0.isEmpty ? nil : $0.removeFirst() }) { turn() }
    #expect(reached.value == [130, 130, -1, 130])
  }

  @Test("Sessions that broadcast take turns, and what waits of one that ends is dropped")
  func broadcastTurns() async throws {
    let works = LockIsolated<[@Sendable () -> Void]>([])
    let directory = SessionDirectory(
      features: [Self.chat()], configuration: SessionConfiguration(), streams: EventStreams(),
      large: LargeWork { _, work in works.withValue { $0.append(work) } })
    let ada = try await directory.create("chat")
    let bob = try await directory.create("chat")
    let eve = try await directory.create("chat")
    let queue = try #require(directory.runtimes["chat"]?.broadcasts)
    func wait(for count: Int) async { while queue.waitingCount != count { await letOthersWork() } }
    for number in 1...900 {
      _ = try await directory.send(action: Talk.Action.say("Ada \(number)"), to: ada.id)
      if number == 1 { await wait(for: 1) }
    }
    await wait(for: 900)
    _ = try await directory.send(action: Talk.Action.say("Bob"), to: bob.id)
    await wait(for: 901)
    func work() { works.withValue { $0.isEmpty ? nil : $0.removeFirst() }?() }
    work()
    work()
    #expect(try messages(await directory.snapshot(of: eve.id)) == ["Ada 1", "Bob"])
    try await directory.end(ada.id)
    await wait(for: 0)
    while works.withValue({ !$0.isEmpty }) { work() }
    #expect(try messages(await directory.snapshot(of: eve.id)) == ["Ada 1", "Bob"])
  }

  @Test(
    "A broadcast counts as what it costs: its sender's next one waits, and those of others do not",
    arguments: [EffectLimits(actionsPerSecond: 4), EffectLimits(bytesPerSecond: 300)])
  func broadcastCost(_ limits: EffectLimits) async throws {
    let directory = directory()
    for _ in 0..<3 { _ = try await directory.create("chat") }
    let sessions = directory.registry.all.map(\.session)
    let works = LockIsolated<[@Sendable () -> Void]>([])
    let (clock, timer) = (ManualSteadyClock(), ManualTimer())
    let queue = BroadcastQueue(
      limits: limits, now: clock.now, timer: timer, sessions: { sessions },
      schedule: { work in works.withValue { $0.append(work) } })
    func send(_ text: String, from sender: (any Session)?) {
      queue.send(
        HostAction(Talk.Action.received(text), from: sender?.context), numbered: queue.newNumber()
      ) { _ in }
    }
    func seen() async throws -> String {
      while let work = works.withValue({ $0.isEmpty ? nil : $0.removeFirst() }) { work() }
      return try await messages(directory.snapshot(of: "\(sessions[2].context.id)")).joined()
    }
    for number in 1...3 { send("\(number)", from: sessions[0]) }
    #expect(try await seen() == "12")
    send("a", from: sessions[1])
    send("b", from: nil)
    #expect(try await seen() == "12ab")
    #expect(queue.waitingCount == 1)
    clock.advance(by: 0.3)
    timer.advance(by: 0.3)
    #expect(try await seen() == "12ab")
    clock.advance(by: 1)
    timer.advance(by: 1)
    #expect(try await seen() == "12ab3")
  }

  @Test(
    "What effects change in other sessions is stored after what clients wait for",
    arguments: [false, true])
  func broadcastPriority(isOfEffect: Bool) async throws {
    let storage = ScriptedStorage()
    let directory = directory(storage: storage) {
      $0.writeLimits = WriteLimits(clientWrites: 1, effectWrites: 1)
    }
    for _ in 0..<2 { _ = try await directory.create("chat") }
    let sessions = directory.registry.all.map(\.session)
    storage.hold()
    for session in sessions {
      let sender = isOfEffect ? session.context : nil
      _ = try session.process(HostAction(Talk.Action.received("1"), from: sender), if: .any)
    }
    #expect(directory.waitingCount(for: .effect) == (isOfEffect ? 1 : 0))
    #expect(directory.waitingCount(for: .client) == (isOfEffect ? 0 : 1))
    storage.release()
  }

  @Test("A broadcast does not prolong the life of a session, and a send does")
  func expiry() async throws {
    let time = ManualDate()
    let directory = directory { $0.now = time.now }
    let sent = try await directory.create("chat", timeToLive: 60)
    let reached = try await directory.create("chat", timeToLive: 60)
    time.advance(by: 40)
    _ = try await directory.send(action: Talk.Action.received("1"), to: sent.id)
    try await directory.broadcast(Talk.Action.received("2"), to: "chat")
    time.advance(by: 40)
    directory.sweep()
    #expect(try messages(await directory.snapshot(of: sent.id)) == ["1", "2"])
    do {
      _ = try await directory.snapshot(of: reached.id)
      Issue.record("The session has not expired.")
    } catch SessionError.ended(let reason) {
      #expect(reason == .expired)
    }
  }

  // MARK: Effects

  @Test("Sessions that send to each other without end are ended")
  func endless() async throws {
    let directory = directory { $0.effectLimits = EffectLimits(actionsPerSecond: 100) }
    let ada = try await directory.create("chat")
    let bob = try await directory.create("chat")
    var ends = directory.snapshots(of: ada.id).makeAsyncIterator()
    _ = try await directory.send(action: Talk.Action.pingPong(from: ada.id, to: bob.id), to: ada.id)
    do {
      while try await ends.next() != nil {}
      Issue.record("The session continues.")
    } catch SessionError.ended(let reason) {
      #expect(reason == .tooManyActions)
    }
  }

  @Test("An effect that continues after its session has ended can't send")
  func lateSend() async throws {
    let outcomes = AsyncStream.makeStream(of: String.self)
    let directory = SessionDirectory(
      features: [
        Feature("late", initialState: Latecomer.State()) {
          Latecomer { outcomes.continuation.yield($0) }
        }, Self.guestbook,
      ], configuration: SessionConfiguration())
    let late = try await directory.create("late")
    let guestbook = try await directory.create("guestbook")
    _ = try await directory.send(action: Latecomer.Action.wait(guestbook.id), to: late.id)
    try await directory.end(late.id)
    var received = outcomes.stream.makeAsyncIterator()
    #expect(await received.next() == "It was refused.")
    #expect(try await directory.snapshot(of: guestbook.id).version == 0)
  }

  @Test("An effect that sends to a session that does not exist gets the error")
  func unknownReceiver() async throws {
    let directory = directory()
    let ada = try await directory.create("chat")
    _ = try await directory.send(#"{"pingPong": {"from": "nobody", "to": "nobody"}}"#, to: ada.id)
    let failed = try await directory.snapshot(of: ada.id)
    #expect(try messages(failed) == ["There is no session with this id."])
  }

  @Test("Outside of a server, sending to sessions reports an issue unless a test overrides it")
  @MainActor
  func withoutServer() async {
    let sent = LockIsolated<[String]>([])
    let store = TestStore(initialState: Talk.State(room: "tea")) {
      Talk()
    } withDependencies: {
      $0.sessions = HostedSessions(
        send: { _, id in sent.withValue { $0.append(id) } },
        broadcast: { action, feature in
          sent.withValue { $0.append("\(feature): \(action)") }
          return 3
        })
    }
    await store.send(.say("Hello"))
    await store.receive(.delivered(3)) { $0.reached = 3 }
    #expect(sent.value == [#"chat: received("Hello")"#])

    let bare = TestStore(initialState: Talk.State(room: "tea")) { Talk() }
    await withKnownIssue {
      await bare.send(.say("Hello"))
      await bare.receive(.delivered(0))
    } matching: {
      "\($0)".contains(#"Override the dependency "sessions""#)
    }
  }

  // MARK: Start actions

  @Test("A start action is the first version of a session, and is sent once")
  func start() async throws {
    let storage = MemoryStorage()
    let first = directory(storage: storage, startAction: .started)
    let session = try await first.create("chat", from: .link("/rooms/tea"))
    #expect(session.version == 1)
    #expect(try messages(session) == ["Welcome to tea"])
    #expect(try causes(of: session.id, in: first) == ["creation", "start"])
    // The version before can be restored.
    #expect(try messages(await first.restore(0, of: session.id)) == [])
    first.stop()
    let second = directory(storage: storage, startAction: .started)
    #expect(try await second.snapshot(of: session.id).version == 2)
    #expect(try causes(of: session.id, in: second) == ["creation", "start", "restore"])
    second.stop()
  }

  @Test("The effects of a start action run, and a client sees what they have done at once")
  func startEffects() async throws {
    let directory = directory(startAction: .pingPong(from: "nobody", to: "nobody"))
    let session = try await directory.create("chat")
    var versions = directory.snapshots(of: session.id).makeAsyncIterator()
    var seen: [String] = []
    while seen.isEmpty, let next = try await versions.next() { seen = try messages(next) }
    #expect(seen == ["There is no session with this id."])
  }

  @Test("A session whose start action is refused or exceeds a limit is not created")
  func refusedStart() async throws {
    for action in [
      Talk.Action.received(String(repeating: "x", count: 400)),
      .topic(.presented(.rename("Tea"))),
      .waitAll(4),
    ] {
      let storage = MemoryStorage()
      let directory = directory(storage: storage, startAction: action) {
        $0.maximumStateBytes = 300
        $0.effectLimits = EffectLimits(inFlight: 3)
      }
      do {
        _ = try await directory.create("chat")
        Issue.record("The session was created.")
      } catch {
        switch (action, error) {
        case (.received, .stateTooLarge(limit: 300)), (.topic, .staleElement),
          (.waitAll, .ended(.tooManyEffects)):
          break
        default: Issue.record("\(error)")
        }
      }
      #expect(directory.sessionCount == 0)
      #expect(directory.runtimes["chat"]?.counters.effects == 0)
      #expect(try await storage.count() == 0)
      directory.stop()
    }
  }
}

/// Sends to another session when its effects are cancelled.
@Reducer
private struct Latecomer {
  @ObservableState
  struct State: Codable, Sendable {}
  enum Action: Codable, Sendable { case wait(String) }

  /// Receives the outcomes of the sends.
  let outcome: @Sendable (String) -> Void
  @Dependency(\.sessions) var sessions

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .wait(let id) = action else { return .none }
      return .run { _ in
        try? await Task.never()
        do {
          try await sessions.send(Guestbook.Action.sign(name: "Eve"), to: id)
          outcome("The action was sent.")
        } catch is SessionError {
          outcome("It was refused.")
        }
      }
    }
  }
}

extension BroadcastQueue.Outcome {
  /// The number of sessions that have processed the action; -1 if every one would refuse it.
  fileprivate var count: Int {
    if case .reached(let sessions) = self { sessions.count } else { -1 }
  }
}
