import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Durable effects of hosted sessions")
struct DurableEffectTests {
  private let storage = ScriptedStorage()
  private let bank = Bank()

  private func directory(
    _ feature: Feature? = nil, startAction: Checkout.Action? = nil,
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) -> SessionDirectory {
    var configuration = SessionConfiguration()
    configuration.storage = storage
    configuration.now = { Date(timeIntervalSince1970: 1_800_000_000) }
    configuration.settleTimeout = 3600
    configure(&configuration)
    return SessionDirectory(
      features: [feature ?? checkout(startAction: startAction)], configuration: configuration)
  }

  private func checkout(startAction: Checkout.Action? = nil, suspends: Bool = false) -> Feature {
    Feature(
      "checkout", initialState: Checkout.State(), startAction: startAction,
      suspendsEffects: suspends
    ) { [bank] in
      Checkout(bank: bank)
    }
  }

  private func pending() async throws -> [String] {
    try await storage.sessions(by: .pending, limit: 9).sessions.map(\.id)
  }

  private func state(
    _ id: String, in directory: SessionDirectory, until condition: (Checkout.State) -> Bool
  ) async throws -> Checkout.State {
    for try await snapshot in directory.snapshots(of: id) {
      let state = try WireCoding.decode(
        Checkout.State.self, fromSaved: Array(snapshot.state.utf8))
      if condition(state) { return state }
    }
    throw CancellationError()
  }

  @Test("One that was interrupted runs again in another process, without a request")
  func restart() async throws {
    let first = directory()
    let id = try await first.create("checkout").id
    _ = try await first.send(#"{"pay":"order-1"}"#, to: id)
    await bank.orders(1)
    let stored = try await SessionArchive(storage).session(id)
    #expect(
      stored.pendingEffects
        == [PendingEffect(id: "order-1", action: #"{"charge":"order-1"}"#)])
    #expect(try await pending() == [id])

    // The first process hangs; it does not stop.
    let second = directory()
    second.sweep()
    await bank.orders(2)
    bank.approve()
    let state = try await state(id, in: second) { !$0.receipts.isEmpty }
    #expect(state.receipts == ["receipt of order-1"])
    #expect(bank.received == ["order-1", "order-1"])
    // The action that it sent and its end are stored together.
    #expect(try await pending() == [])
    #expect(try await SessionArchive(storage).session(id).pendingEffects == nil)

    let third = directory()
    third.sweep()
    #expect(try await third.snapshot(of: id).state == second.snapshot(of: id).state)
    #expect(bank.received.count == 2)
  }

  @Test(
    "One whose session was dropped, as its changes could not be stored, runs again once they can be",
    arguments: [.full, .readOnly, .answerExists, .unavailable("test")] as [StorageError])
  func dropped(_ error: StorageError) async throws {
    let directory = directory()
    let id = try await directory.create("checkout").id
    _ = try await directory.send(#"{"pay":"order-1"}"#, to: id)
    await bank.orders(1)
    storage.fail(error)
    await #expect(throws: SessionError.self) {
      try await directory.send(#"{"pay":"order-2"}"#, to: id)
    }
    let session = try #require(SessionID(id))
    while directory.find(session) != nil { await letOthersWork() }
    storage.fail(nil)
    directory.sweep()
    await bank.orders(2)
    #expect(bank.received == ["order-1", "order-1"])
  }

  @Test("The work starts once the action is stored, and ends with the write of what it sends")
  func writes() async throws {
    let directory = directory()
    let id = try await directory.create("checkout").id
    let session = try #require(
      SessionID(id).flatMap { directory.find($0)?.session }
        as? FeatureSession<Checkout.State, Checkout.Action>)
    storage.hold()
    let sent = Task { try await directory.send(#"{"pay":"order-1"}"#, to: id).version }
    while storage.heldCount == 0 { await letOthersWork() }
    await session.store.settle()
    #expect(bank.received == [])
    storage.release()
    await bank.orders(1)
    #expect(try await sent.value == 2)
    bank.approve()
    _ = try await state(id, in: directory) { !$0.receipts.isEmpty }
    let updates = storage.writes.compactMap { write in
      if case .update(let update) = write { update } else { nil }
    }
    #expect(updates.map(\.isPending) == [true, false])
    #expect(updates.map(\.entries.count) == [2, 1])
    let metadata = updates.map { String(decoding: $0.metadata ?? [], as: UTF8.self) }
    #expect(metadata[0].contains("order-1") && !metadata[1].contains("order-1"))
  }

  @Test("A request with a key waits for one, although that waits for the storage")
  func keyed() async {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.settleTimeout = 3600
    let client = ServiceClient([checkout()], configuration: configuration)
    let session = await client.create(#"{"feature":"checkout"}"#)
    bank.approve()
    let fields = [
      (HTTPFieldName.prefer, "wait=60"),
      (HTTPFieldName.idempotencyKey, "a-key-of-twenty-characters"),
    ]
    for _ in 0..<2 {
      let paid = await client.send(
        .post, session + "/actions", #"{"pay":"order-1"}"#, fields)
      #expect(paid.contains(#""version":3,"state":{"receipts":["receipt of order-1"]"#))
    }
    #expect(bank.received == ["order-1"])
  }

  @Test("One that ends without an action is not started again, although there is no new version")
  func noAnswer() async throws {
    let directory = directory()
    let id = try await directory.create("checkout").id
    _ = try await directory.send(#"{"pay":"silent"}"#, to: id)
    await bank.orders(1)
    #expect(try await pending() == [id])
    bank.approve()
    while try await !pending().isEmpty { await letOthersWork() }
    #expect(try await directory.snapshot(of: id).version == 2)
  }

  @Test("The start action of a session can be one, and a session without storage hands it over")
  func handOver() async throws {
    let first = directory(startAction: .pay("order-1")) { $0.storage = nil }
    let id = try await first.create("checkout").id
    await bank.orders(1)
    let saved = try #require(first.savedSessions().first)
    #expect(saved.pendingEffects?.map(\.id) == ["order-1"])
    let second = directory(startAction: .pay("order-1"))
    try second.resume(saved)
    await bank.orders(2)
    bank.approve()
    let state = try await state(id, in: second) { !$0.receipts.isEmpty }
    #expect(state.receipts == ["receipt of order-1"])

    while try await !pending().isEmpty { await letOthersWork() }

    bank.approveLater()
    let third = directory(startAction: .pay("order-2"))
    let other = try await third.create("checkout").id
    await bank.orders(3)
    #expect(try await pending() == [other])
  }

  @Test("One whose action this program can't decode stays pending for another one")
  func unreadable() async throws {
    let first = directory()
    let id = try await first.create("checkout").id
    _ = try await first.send(#"{"pay":"order-1"}"#, to: id)
    await bank.orders(1)
    let lines = LockIsolated<[String]>([])
    let older = directory(
      Feature("checkout", initialState: Checkout.State()) { WindowShopping() }
    ) {
      $0.log = { line in lines.withValue { $0.append(line) } }
    }
    older.sweep()
    _ = try await older.send(#""look""#, to: id)
    #expect(lines.value.contains { $0.contains("durable-effect-unreadable") }, "\(lines.value)")
    #expect(try await pending() == [id])
    let newer = directory()
    newer.sweep()
    await bank.orders(2)
    bank.approve()
    #expect(try await state(id, in: newer) { !$0.receipts.isEmpty }.looks == 1)
  }

  @Test("One that can't be decoded is replaced by another one with its id")
  func replaced() async throws {
    let first = directory()
    let id = try await first.create("checkout").id
    _ = try await first.send(#"{"pay":"order-1"}"#, to: id)
    await bank.orders(1)
    let stored = try await SessionArchive(storage).session(id)
    let second = directory { $0.storage = nil }
    try second.resume(
      SavedSession(
        id: id, feature: "checkout", version: stored.version, principal: nil, timeToLive: 60,
        nextElementID: 0, state: stored.state, shape: nil, history: nil,
        pendingEffects: [PendingEffect(id: "order-1", action: #"{"gone":{}}"#)]))
    _ = try await second.send(#"{"pay":"order-1"}"#, to: id)
    await bank.orders(2)
    #expect(
      second.savedSessions().first?.pendingEffects
        == [PendingEffect(id: "order-1", action: #"{"charge":"order-1"}"#)])
  }

  @Test("A session stays active while one is pending, also if its effects may be suspended")
  func active() async throws {
    let date = ManualDate()
    let directory = directory(checkout(suspends: true)) {
      $0.now = date.now
      $0.passivateAfter = 10
      $0.maximumWait = 10
    }
    let id = try await directory.create("checkout").id
    _ = try await directory.send(#"{"pay":"order-1"}"#, to: id)
    await bank.orders(1)
    date.advance(by: 100)
    directory.sweep()
    #expect(directory.sessionCount == 1)
    bank.approve()
    _ = try await state(id, in: directory) { !$0.receipts.isEmpty }
    date.advance(by: 100)
    // Once the stream of snapshots has ended.
    while directory.sessionCount > 0 {
      directory.sweep()
      await letOthersWork()
    }
  }

  @Test("Those of sessions that have no room are started when there is room")
  func capacity() async throws {
    let first = directory()
    var ids: Set<String> = []
    for number in 1...3 {
      let id = try await first.create("checkout").id
      ids.insert(id)
      _ = try await first.send(#"{"pay":"order-\#(number)"}"#, to: id)
    }
    await bank.orders(3)
    let second = directory { $0.maximumSessions = 1 }
    for number in 4...6 {
      // Again and again, as a server: the sweep before may find only now that there was no room.
      while bank.received.count < number {
        second.sweep()
        await letOthersWork()
      }
      #expect(second.sessionCount == 1)
      let id = try #require(second.registry.all.first).session.context.id.description
      #expect(ids.remove(id) != nil)
      try await second.end(id)
    }
    #expect(try await pending() == [])
  }

  @Test("They need as much room as the state, and a session with too many ends")
  func size() async throws {
    let directory = directory { $0.maximumStateBytes = 400 }
    let id = try await directory.create("checkout").id
    do {
      for number in 0..<40 {
        _ = try await directory.send(#"{"pay":"order-\#(number + 1000)"}"#, to: id)
        // An id and an action of 10 and 23 bytes.
        #expect(number < 12)
      }
      Issue.record("The session has no limit.")
    } catch SessionError.ended(let reason) {
      #expect(reason == .stateTooLarge)
    }
    #expect(try await pending() == [])
  }
}

/// A bank that receives orders, and responds to them when a test says so.
private final class Bank: Sendable {
  private struct State {
    var orders: [String] = []
    var isApproved = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  var received: [String] { state.withLock { $0.orders } }

  /// Waits until the bank has received a number of orders.
  func orders(_ count: Int) async { while received.count < count { await letOthersWork() } }

  /// Approves all orders, from now on immediately.
  func approve() {
    let waiting = state.withLock { state in
      state.isApproved = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for order in waiting { order.resume() }
  }

  /// Approves the next orders when it is told to.
  func approveLater() { state.withLock { $0.isApproved = false } }

  func charge(_ order: String) async throws -> String {
    await withCheckedContinuation { continuation in
      let isApproved = state.withLock { state in
        state.orders.append(order)
        if !state.isApproved { state.waiting.append(continuation) }
        return state.isApproved
      }
      if isApproved { continuation.resume() }
    }
    try Task.checkCancellation()
    return "receipt of \(order)"
  }
}

@Reducer
private struct Checkout {
  @ObservableState
  struct State: Codable, Sendable {
    var receipts: [String] = []
    var looks = 0
  }

  @CasePathable
  enum Action: Codable, Sendable {
    case pay(String)
    @ServerOnly case charge(String)
    @ServerOnly case charged(receipt: String)
  }

  let bank: Bank

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pay(let order): return .durable(id: order, .charge(order))
      case .charge(let order):
        return .run { send in
          let receipt = try await bank.charge(order)
          if order != "silent" { await send(.charged(receipt: receipt)) }
        }
      case .charged(let receipt):
        state.receipts.append(receipt)
        return .none
      }
    }
  }
}

/// An older version of the feature.
@Reducer
private struct WindowShopping {
  typealias State = Checkout.State

  @CasePathable
  enum Action: Codable, Sendable { case look }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.looks += 1
      return .none
    }
  }
}
