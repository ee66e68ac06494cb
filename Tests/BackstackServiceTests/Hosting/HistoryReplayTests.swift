import Backstack
import BackstackHTTP
import BackstackService
import BackstackServiceTesting
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo

@Suite("Replaying histories")
struct HistoryReplayTests {
  private static let history = #"""
    [
      {"version": 4, "time": "2026-11-21T10:00:00Z", "action": "addCounterButtonTapped",
        "cause": "client"},
      {"version": 5, "time": "2026-11-21T10:00:01Z", "cause": "client",
        "action": {"path": {"element": {"id": 8, "action": {"counter": "startTimerButtonTapped"}}}}},
      {"version": 6, "cause": "effect",
        "action": {"path": {"element": {"id": 8, "action": {"counter": "timerTicked"}}}}},
      {"version": 7, "cause": "client",
        "action": {"path": {"element": {"id": 7, "action": {"counter": "incrementButtonTapped"}}}}},
      {"version": 8, "cause": "effect", "action": {"path": {"popFrom": {"id": 7}}}},
      {"version": 9, "cause": "client", "action": "addCounterButtonTapped"}
    ]
    """#
  private static let start = #"{"path": [{"id": 7, "state": {"counter": {"count": 4}}}]}"#

  @Test(
    "Replaying a history's actions restores its states without running effects",
    arguments: [false, true])
  func replay(isWrapped: Bool) throws {
    let text = isWrapped ? #"{"entries": \#(Self.history)}"# : Self.history
    let history = try SessionHistory<Counters.Action>(json: text.utf8)
    #expect(history.entries.map(\.cause).filter { $0 == "effect" }.count == 2)
    let states = try history.replay(from: Self.start.utf8) {
      Counters()
    } withDependencies: {
      // A clock that fails when an effect uses it.
      $0.continuousClock = UnimplementedClock()
    }
    let counts = (3...9).map { states[$0]?.path.map { $0.counter?.count } }
    #expect(counts == [[4], [4, 0], [4, 0], [4, 1], [5, 1], [], [0]])
    // The element ids are the server's.
    #expect(states[9]?.path.ids == [9])
    #expect(states.count == 7)
  }

  @Test("A creation yields the given state, and a restore an earlier one")
  func causes() throws {
    let text = #"""
      {"oldest": 0, "version": 4, "entries": [
        {"version": 0, "cause": "creation", "effects": 0, "snapshot": true},
        {"version": 1, "cause": "client", "action": "addCounterButtonTapped"},
        {"version": 2, "cause": "client", "action": "addCounterButtonTapped"},
        {"version": 3, "cause": "restore", "restored": 1},
        {"version": 4, "cause": "client", "action": "addCounterButtonTapped"}
      ]}
      """#
    let history = try SessionHistory<Counters.Action>(json: text.utf8)
    let states = try history.replay(from: #"{"path": []}"#.utf8) { Counters() }
    #expect((0...4).map { states[$0]?.path.ids ?? [-1] } == [[], [0], [0, 1], [0], [0, 2]])
    #expect(states.count == 5)

    let forgotten = try SessionHistory<Counters.Action>(
      json: #"[{"version": 9, "cause": "restore", "restored": 3}]"#.utf8)
    #expect(throws: HistoryError.self) {
      try forgotten.replay(from: #"{"path": []}"#.utf8) { Counters() }
    }
  }

  @Test("Invalid histories and initial states are refused")
  func refusal() {
    #expect(throws: DecodingError.self) {
      try SessionHistory<Counters.Action>(
        json: #"[{"version": 1, "action": "dance", "cause": "client"}]"#.utf8)
    }
    #expect(throws: DecodingError.self) {
      try SessionHistory<Counters.Action>(json: "[]".utf8).replay(from: "{}".utf8) { Counters() }
    }
  }

  @Test(
    "A replay yields the states that a running server returned",
    arguments: ServiceTransport.allCases)
  func served(over transport: ServiceTransport) async throws {
    let feature = Feature("inventory", initialState: Inventory.State()) {
      Inventory()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    let service = try HostedService([feature], over: transport)
    let session = try await service.session(of: Inventory.self, "inventory")
    let actions: [Inventory.Action] = [
      .addButtonTapped, .destination(.presented(.addItem(.set(\.item.name, "Lamp")))),
      .confirmAddItemButtonTapped, .deleteButtonTapped(id: UUID(0)),
      .destination(.presented(.alert(.confirmDeletion(id: UUID(0))))),
    ]
    var answered: [Int: Inventory.State] = [0: try await session.snapshot().state]
    var entries: [SessionHistory<Inventory.Action>.Entry] = []
    for action in actions {
      let snapshot = try await session.send(action)
      answered[snapshot.version] = snapshot.state
      entries.append(.init(version: snapshot.version, action: action, cause: "client"))
    }
    let states = try SessionHistory(entries: entries).replay(
      from: #"{"items": [], "destination": null}"#.utf8
    ) {
      Inventory()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    #expect(states == answered)
  }
}
