import Backstack
import BackstackPlatform
import Testing

@Suite("Stores with a monitor")
struct StoreMonitorTests {
  private let monitor = ScriptedMonitor()
  private let store: StoreOf<Ledger>

  init() {
    store = Store.hosted(
      initialState: { Ledger.State() }, reducer: { Ledger() }, monitor: monitor,
      withDependencies: { _ in })
  }

  @Test("The monitor is told of each action and its sender")
  func calls() throws {
    try store.send(.addLater(1), as: .client(text: [1]))
    #expect(
      monitor.takeCalls() == [
        "admits 1", "did addLater(1) client [1]", "will add(1) effect",
        "did add(1) effect of 1 ago",
      ])
    _ = try store.sendBatch([.add(2), .addLater(1)], texts: [[2], [3]]) { _ in true }
    #expect(
      monitor.takeCalls() == [
        "will add(2) client [2]", "will addLater(1) client [3]", "admits 2",
        "did add(2) client [2]", "did addLater(1) client [3]",
        "will add(1) effect", "did add(1) effect of 1 ago",
      ])
    _ = try store.sendBatch([.add(3)])
    #expect(
      monitor.takeCalls() == ["will add(3) client []", "admits 1", "did add(3) client []"])
    store.send(.add(4))
    #expect(monitor.takeCalls() == ["will add(4) effect", "did add(4) effect"])
    #expect(store.total == 11)
  }

  @Test("The monitor is told which action an effect's action comes from, whatever came between")
  func causes() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    try store.send(.note(.wait(begun)), as: .host)
    try store.send(.add(1), as: .host)
    _ = try store.sendBatch([.addLater(2), .add(3)])
    #expect(monitor.takeCalls().last == "did add(2) effect of 2 ago")
    begin.finish()
    await store.settle()
    #expect(monitor.takeCalls().last?.hasSuffix("waited) effect of 5 ago") == true)
  }

  @Test("The monitor is told how many effects are in flight")
  func effectCounts() throws {
    #expect(monitor.effectCount == nil)
    try store.send(.note(.start), as: .host)
    #expect(monitor.effectCount == 1)
    try store.send(.closeNote, as: .host)
    #expect(monitor.effectCount == 0)
    try store.send(.openNote, as: .host)
    try store.send(.note(.start), as: .host)
    #expect(monitor.effectCount == 1)
    store.end()
    #expect(monitor.effectCount == 0)
  }

  @Test("An action whose state the monitor rejects is rolled back")
  func rejectedAction() throws {
    try store.send(.note(.start), as: .host)
    monitor.change { $0.most = 5 }
    for action in [Ledger.Action.add(6), .replaceNote(6)] {
      monitor.change { $0.previous = Ledger.State() }
      let error = #expect(throws: RefusedAction.self) { try store.send(action, as: .host) }
      #expect(error?.index == 0 && error?.target == nil)
    }
    #expect(store.total == 0 && store.actionCount == 1)
    try expectOneEffect()
  }

  @Test("A store that can't return to the state before a rejected action ends")
  func noState() throws {
    try store.send(.note(.start), as: .host)
    monitor.change { $0.most = 5 }
    #expect(throws: RefusedAction.self) { try store.send(.replaceNote(6), as: .host) }
    #expect(store.isEnded && store.effectCount == 0)
  }

  @Test("A batch whose state the monitor rejects is rolled back", arguments: 0...2)
  func rejectedBatch(_ others: Int) throws {
    try store.send(.note(.start), as: .host)
    monitor.change { $0.most = 5 }
    _ = monitor.takeCalls()
    let actions = [Ledger.Action.closeNote, .openNote].prefix(others) + [.replaceNote(6)]
    let error = #expect(throws: RefusedAction.self) { try store.sendBatch(Array(actions)) }
    #expect(error?.index == others && error?.target == nil)
    #expect(monitor.takeCalls().last == "admits \(others + 1)")
    #expect(store.total == 0 && store.actionCount == 1)
    try expectOneEffect()
  }

  @Test("A batch whose state is not valid is rolled back")
  func invalidBatch() throws {
    try store.send(.note(.start), as: .host)
    let tasks = try store.sendBatch([.closeNote, .openNote, .note(.start), .add(6)], texts: []) {
      $0.total <= 5
    }
    #expect(tasks == nil)
    #expect(store.total == 0 && store.actionCount == 1)
    try expectOneEffect()
  }

  @Test("The monitor ends the store after an action, or after a round", arguments: [false, true])
  func end(afterRound: Bool) throws {
    try store.send(.note(.start), as: .host)
    monitor.change {
      if afterRound { $0.endsAfterRound = true } else { $0.endsAfter = "addLater(1)" }
    }
    _ = monitor.takeCalls()
    _ = try store.sendBatch([.addLater(1), .add(2)])
    #expect(store.isEnded && store.effectCount == 0)
    // The batch had its effect on the state already; what it caused counts if the round went on.
    #expect(store.total == (afterRound ? 3 : 2))
    #expect(monitor.takeCalls().contains("did add(2) client []") == afterRound)
    let count = store.actionCount
    store.send(.add(1))
    try store.send(.add(1), as: .host)
    #expect(try store.sendBatch([.add(1)]).isEmpty)
    store.replaceState(DecodedState(Ledger.State(), nil))
    #expect(store.total == (afterRound ? 3 : 2) && store.actionCount == count)
    #expect(monitor.takeCalls() == [])
  }

  /// Expects that the note's effect is still the note's.
  private func expectOneEffect() throws {
    #expect(store.effectCount == 1)
    try store.send(.note(.start), as: .host)
    #expect(store.effectCount == 2)
    try store.send(.closeNote, as: .host)
    #expect(store.effectCount == 0)
  }
}

/// A sum, and a note that has effects.
@Reducer
private struct Ledger {
  struct State: Sendable {
    var total = 0
    var note: Note.State? = Note.State()
  }

  enum Action: Sendable {
    case add(Int)
    case addLater(Int)
    case closeNote
    case openNote
    case replaceNote(Int)
    case note(Note.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.total += number
      case .addLater(let number): return .send(.add(number))
      case .closeNote: state.note = nil
      case .openNote: state.note = Note.State()
      case .replaceNote(let number):
        state.note = nil
        state.total += number
      case .note: break
      }
      return .none
    }
    .ifLet(\.note, action: \.note) { Note() }
  }
}

@Reducer
private struct Note {
  struct State: Sendable {}

  enum Action: Sendable {
    case start
    case wait(AsyncStream<Void>)
    case waited
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .start: return .run { _ in await forever() }
      case .wait(let end):
        return .run { send in
          for await _ in end {}
          await send(.waited)
        }
      case .waited: return .none
      }
    }
  }
}

/// A monitor that records its calls, and rejects or ends what a test tells it to.
private final class ScriptedMonitor: StoreMonitor {
  struct Script: Sendable {
    /// The largest total that is admitted.
    var most = Int.max
    /// The state before the next action.
    var previous: Ledger.State?
    /// The action after which the store has to end.
    var endsAfter: String?
    var endsAfterRound = false
    fileprivate var calls: [String] = []
    fileprivate var effectCount: Int?
  }

  private let script = Guarded(Script())

  func change(_ body: (inout Script) -> Void) { script.withLock { body(&$0) } }

  /// Returns the calls since the last time.
  func takeCalls() -> [String] {
    script.withLock { script in
      defer { script.calls = [] }
      return script.calls
    }
  }

  /// The number of effects in flight, as far as the monitor knows.
  var effectCount: Int? { script.withLock { $0.effectCount } }

  private static func text(_ cause: ActionCause) -> String {
    switch cause {
    case .client(let text): "client \(text)"
    case .effect(let distance): distance.map { "effect of \($0) ago" } ?? "effect"
    case .host: "host"
    case .start: "start"
    }
  }

  func willProcess(_ action: Ledger.Action, cause: ActionCause) {
    change { $0.calls.append("will \(action) \(Self.text(cause))") }
  }

  func admits(_ state: () -> Ledger.State, sharing shares: SharedAccess, after count: Int) -> Bool {
    let total = state().total
    return script.withLock { script in
      script.calls.append("admits \(count)")
      return total <= script.most
    }
  }

  func previousState(sharing shares: SharedAccess) -> DecodedState<Ledger.State>? {
    script.withLock { $0.previous }.map { DecodedState($0, nil) }
  }

  func didProcess(
    _ action: Ledger.Action, cause: ActionCause, made: MadeValues?, effectCount: Int
  ) -> Bool {
    script.withLock { script in
      script.calls.append("did \(action) \(Self.text(cause))")
      return "\(action)" != script.endsAfter
    }
  }

  func didChange(effectCount: Int) { change { $0.effectCount = effectCount } }

  func didEndRound(_ state: () -> Ledger.State, sharing shares: SharedAccess) -> Bool {
    script.withLock { !$0.endsAfterRound }
  }
}
