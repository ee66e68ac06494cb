import Backstack
import Synchronization
import Testing

/// A screen with timers of its own, on a stack, in a list and in a presentation.
@Reducer
private struct Board {
  struct State: Sendable {
    var log: [String] = []
    var path = StackState<Ticker.State>([Ticker.State(id: 0), Ticker.State(id: 1)])
    var rows: IdentifiedArrayOf<Ticker.State> = [Ticker.State(id: 0), Ticker.State(id: 1)]
    @Presents var sheet: Sheet.State? = .first(Ticker.State(id: 0))
    var detail: Ticker.State? = Ticker.State(id: 0)
    var mode: Sheet.State = .first(Ticker.State(id: 0))
    /// Not rolled back with the state, because it is an object.
    let kept = KeptCollections()
  }

  enum Action: Sendable {
    case note(String)
    case start
    case stop
    case follow
    case removeRow(Int)
    case swapSheet
    case leave(BatchSendTests.Child)
    case enter(BatchSendTests.Child)
    case keepCollections
    case useKeptCollections
    case path(StackAction<Ticker.State, Ticker.Action>)
    case rows(IdentifiedAction<Int, Ticker.Action>)
    case sheet(PresentationAction<Sheet.Action>)
    case detail(Ticker.Action)
    case mode(Sheet.Action)
  }

  @Reducer
  enum Sheet {
    case first(Ticker)
    case second(Ticker)
  }

  private enum CancelID { case timer }

  var body: some ReducerOf<Self> {
    Scope(state: \.mode, action: \.mode)
    Reduce { state, action in
      switch action {
      case .note(let text): state.log.append(text)
      case .start: return .run { _ in await forever() }.cancellable(id: CancelID.timer)
      case .stop: return .cancel(id: CancelID.timer)
      case .follow:
        state.log.append("followed by")
        return .send(.note("what it sent"))
      case .removeRow(let id): state.rows[id: id] = nil
      case .swapSheet: state.sheet = .second(Ticker.State(id: 0))
      case .leave(.screen): state.path.pop(from: 0)
      case .leave(.row): state.rows[id: 0] = nil
      case .leave(.sheet): state.sheet = nil
      case .leave(.detail): state.detail = nil
      case .leave(.mode): state.mode = .second(Ticker.State(id: 0))
      case .enter(.screen): state.path = StackState(ids: [0], elements: [Ticker.State(id: 0)])
      case .enter(.row): state.rows = [Ticker.State(id: 0)]
      case .enter(.sheet): state.sheet = .first(Ticker.State(id: 0))
      case .enter(.detail): state.detail = Ticker.State(id: 0)
      case .enter(.mode): state.mode = .first(Ticker.State(id: 0))
      case .keepCollections: state.kept.set(state.path, state.rows)
      case .useKeptCollections: (state.path, state.rows) = state.kept.value
      case .path, .rows, .sheet, .detail, .mode: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Ticker() }
    .forEach(\.rows, action: \.rows) { Ticker() }
    .ifLet(\.$sheet, action: \.sheet)
    .ifLet(\.detail, action: \.detail) { Ticker() }
  }
}

@Reducer
private struct Ticker {
  struct State: Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  enum Action: Sendable {
    case start
    case tap
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start: return .run { _ in await forever() }
      case .tap:
        state.count += 1
        return .none
      }
    }
  }
}

@Suite("Batches of actions")
struct BatchSendTests {
  /// A child of the board, by the operator that runs it.
  enum Child: CaseIterable, Sendable {
    case screen, row, sheet, detail, mode

    fileprivate var start: Board.Action {
      switch self {
      case .screen: .path(.element(id: 0, action: .start))
      case .row: .rows(.element(id: 0, action: .start))
      case .sheet: .sheet(.presented(.first(.start)))
      case .detail: .detail(.start)
      case .mode: .mode(.first(.start))
      }
    }
  }

  /// Creates a store with six effects: at the root, on the stack, in the list and in the sheet.
  private func busyStore() -> StoreOf<Board> {
    let store = Store(initialState: Board.State()) { Board() }
    store.send(.start)
    for id in 0...1 {
      store.send(.path(.element(id: StackElementID(generation: id), action: .start)))
      store.send(.rows(.element(id: id, action: .start)))
    }
    store.send(.sheet(.presented(.first(.start))))
    #expect(store.effectCount == 6)
    return store
  }

  private static let unreachable = Board.Action.path(.element(id: 99, action: .tap))
  /// Actions that end each of the effects in different ways.
  private static let endings: [Board.Action] = [
    .stop, .path(.popFrom(id: 0)), .removeRow(0), .removeRow(1), .swapSheet,
    .sheet(.presented(.second(.start))), .sheet(.dismiss), .start,
  ]

  @Test("A batch's actions are processed in order, and those of its effects after the last")
  func order() throws {
    let store = Store(initialState: Board.State()) { Board() }
    _ = try store.sendBatch([.follow, .note("second"), .path(.element(id: 1, action: .tap))])
    #expect(store.log == ["followed by", "second", "what it sent"])
    #expect(store.path[id: 1]?.count == 1)
    #expect(store.actionCount == 4)
  }

  @Test("A batch that commits ends the effects that its actions end")
  func kept() throws {
    let store = busyStore()
    _ = try store.sendBatch(Self.endings)
    // The last action started an effect.
    #expect(store.effectCount == 1)
    #expect(store.path.isEmpty)
    #expect(store.rows.isEmpty)
    #expect(store.sheet == nil)
  }

  @Test("A batch whose last action is refused is rolled back", arguments: 0...endings.count)
  func takenBack(_ count: Int) throws {
    let store = busyStore()
    let before = store.actionCount
    #expect(throws: RefusedAction.self) {
      try store.sendBatch(Self.endings.prefix(count) + [Self.unreachable])
    }
    #expect(store.actionCount == before)
    #expect(store.effectCount == 6)
    #expect(store.path.ids == [0, 1])
    #expect(store.rows.ids == [0, 1])
    #expect(store.sheet?.first?.id == 0)
    // Each effect still belongs to its screen.
    store.send(.path(.popFrom(id: 1)))
    #expect(store.effectCount == 5)
    store.send(.path(.popFrom(id: 0)))
    #expect(store.effectCount == 4)
    store.send(.removeRow(1))
    #expect(store.effectCount == 3)
    store.send(.removeRow(0))
    #expect(store.effectCount == 2)
    store.send(.sheet(.dismiss))
    #expect(store.effectCount == 1)
    store.send(.stop)
    #expect(store.effectCount == 0)
  }

  @Test(
    "A child that leaves and enters again in a batch is another one", arguments: Child.allCases)
  func another(_ child: Child) throws {
    let store = Store(initialState: Board.State()) { Board() }
    store.send(.enter(child))
    store.send(child.start)
    #expect(store.effectCount == 1)
    _ = try store.sendBatch([.leave(child), .enter(child)])
    #expect(store.effectCount == 0)
    store.send(child.start)
    #expect(store.effectCount == 1)
    store.send(.leave(child))
    #expect(store.effectCount == 0)
  }

  @Test(
    "A child that left and entered again is the same after a batch is rolled back",
    arguments: Child.allCases)
  func same(_ child: Child) throws {
    let store = Store(initialState: Board.State()) { Board() }
    store.send(.enter(child))
    store.send(child.start)
    for _ in 0..<2 {
      #expect(throws: RefusedAction.self) {
        try store.sendBatch([.leave(child), .enter(child), child.start, Self.unreachable])
      }
      #expect(store.effectCount == 1)
    }
    store.send(child.start)
    #expect(store.effectCount == 2)
    store.send(.leave(child))
    #expect(store.effectCount == 0)
  }

  /// The generation of a collection tells the store what it compared last.
  @Test(
    "Collections from a batch that was rolled back are compared with the mounted elements",
    arguments: [Child.screen, .row])
  func keptCollections(_ child: Child) throws {
    let store = Store(initialState: Board.State()) { Board() }
    store.send(.enter(child))
    store.send(child.start)
    #expect(throws: RefusedAction.self) {
      try store.sendBatch([.leave(child), .keepCollections, Self.unreachable])
    }
    #expect(store.effectCount == 1)
    store.send(.useKeptCollections)
    #expect(store.effectCount == 0)
  }

  @Test("The case of an enum that a batch left is the mounted one after the batch is rolled back")
  func mode() throws {
    let store = Store(initialState: Board.State()) { Board() }
    store.send(.mode(.first(.start)))
    #expect(throws: RefusedAction.self) {
      try store.sendBatch([.leave(.mode), .mode(.second(.start)), Self.unreachable])
    }
    store.send(.note("The tree is compared with the state."))
    #expect(store.effectCount == 1)
    store.send(.leave(.mode))
    #expect(store.effectCount == 0)
  }

  @Test("A refused batch reports the action whose target an earlier one removed")
  func which() {
    let store = busyStore()
    let tap = Board.Action.path(.element(id: 1, action: .tap))
    let error = #expect(throws: RefusedAction.self) {
      try store.sendBatch([tap, .path(.popFrom(id: 1)), tap])
    }
    #expect(error?.index == 2)
    #expect(error?.target?.reason == .element)
    #expect(store.path[id: 1]?.count == 0)
  }

  @Test(
    "Replacing the state ends the effects of features that the new state does not present")
  func replaced() {
    let store = busyStore()
    var state = store.state
    state.path.pop(from: 1)
    state.rows[id: 0] = nil
    state.sheet = .second(Ticker.State(id: 0))
    store.replaceState(DecodedState(state, nil))
    #expect(store.actionCount == 7)
    #expect(store.effectCount == 3)
  }

  @Test(
    "A task calls its finish callback once its effects end, unless the callback is removed")
  func finish() throws {
    let store = Store(initialState: Board.State()) { Board() }
    let task = try store.sendBatch([.start])[0]
    let count = CallCount()
    let forget = task.whenFinished { count.add() }
    #expect(task.whenFinished { count.add() } != nil)
    forget?()
    store.send(.stop)
    #expect(count.value == 1)
    #expect(task.whenFinished { count.add() } == nil)
  }
}

private final class KeptCollections: Sendable {
  typealias Value = (StackState<Ticker.State>, IdentifiedArrayOf<Ticker.State>)

  private let kept = Mutex<Value>(([], []))

  var value: Value { kept.withLock { $0 } }

  func set(_ path: StackState<Ticker.State>, _ rows: IdentifiedArrayOf<Ticker.State>) {
    kept.withLock { $0 = (path, rows) }
  }
}

private final class CallCount: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
