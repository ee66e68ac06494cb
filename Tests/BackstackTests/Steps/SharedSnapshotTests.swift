import Backstack
import BackstackTesting
import Testing

/// A screen with computed properties that count the writes to its parts.
@Reducer
private struct Ledger {
  struct State: Sendable {
    var writes = 0
    private var storedRow: Counter.State? = Counter.State()
    private var storedRows: IdentifiedArrayOf<Counter.State> = [Counter.State()]
    private var storedPath = StackState<Counter.State>([Counter.State()])
    private var storedPart = Part.State()

    var row: Counter.State? {
      get { storedRow }
      set { (storedRow, writes) = (newValue, writes + 1) }
    }

    var rows: IdentifiedArrayOf<Counter.State> {
      get { storedRows }
      set { (storedRows, writes) = (newValue, writes + 1) }
    }

    var path: StackState<Counter.State> {
      get { storedPath }
      set { (storedPath, writes) = (newValue, writes + 1) }
    }

    var part: Part.State {
      get { storedPart }
      set { (storedPart, writes) = (newValue, writes + 1) }
    }
  }

  enum Action: Sendable {
    case row(Counter.Action)
    case rows(IdentifiedActionOf<Counter>)
    case path(StackActionOf<Counter>)
    case part(Part.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: \.part) { Part() }
    EmptyReducer()
      .ifLet(\.row, action: \.row) { Counter() }
      .forEach(\.rows, action: \.rows) { Counter() }
      .forEach(\.path, action: \.path) { Counter() }
  }
}

@Reducer
private struct Part {
  struct State: Sendable {
    @Presents var leaf: Counter.State? = Counter.State()
  }

  enum Action: Sendable {
    case leaf(PresentationAction<Counter.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$leaf, action: \.leaf) { Counter() }
  }
}

@Reducer
private struct Shelf {
  struct State: Sendable {
    var total = 0
    @Presents var ledger: Ledger.State? = Ledger.State()
  }

  enum Action: Sendable {
    case count
    case ledger(PresentationAction<Ledger.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .count = action { state.total += 1 }
      return .none
    }
    .ifLet(\.$ledger, action: \.ledger) { Ledger() }
  }
}

@Suite("Snapshots of a state")
struct SharedSnapshotTests {
  @Test("Reconciling the tree does not write to an earlier snapshot of the state", arguments: 0..<4)
  func computed(shape: Int) {
    let store = Store(initialState: Shelf.State()) {
      Shelf()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let id = store.ledger!.path.ids[0]
    let start: Ledger.Action =
      switch shape {
      case 0: .row(.startTimer)
      case 1: .rows(.element(id: 0, action: .startTimer))
      case 2: .path(.element(id: id, action: .startTimer))
      default: .part(.leaf(.presented(.startTimer)))
      }
    store.send(.ledger(.presented(start)))
    #expect(store.effectCount == 1)
    let snapshot = store.state
    let writes = snapshot.ledger?.writes
    store.send(.count)
    store.send(.count)
    #expect(snapshot.ledger?.writes == writes)
    #expect(store.ledger?.writes == writes)
    #expect(store.effectCount == 1)
    store.send(.ledger(.dismiss))
    #expect(store.effectCount == 0)
  }

  @Test(
    "A snapshot can be read while its store reconciles the tree on another thread", arguments: 0..<2
  )
  func sideBySide(shape: Int) async {
    let store = Store(initialState: Shelf.State()) {
      Shelf()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let id = store.ledger!.path.ids[0]
    let start: Ledger.Action =
      shape == 0
      ? .path(.element(id: id, action: .startTimer)) : .part(.leaf(.presented(.startTimer)))
    store.send(.ledger(.presented(start)))
    let snapshot = store.state
    let writes = snapshot.ledger?.writes
    await withTaskGroup { group in
      group.addTask { for _ in 0..<200 { store.send(.count) } }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<200 where snapshot.ledger?.writes != writes {
            Issue.record("A snapshot has changed.")
          }
        }
      }
    }
    #expect(store.total == 200)
    #expect(store.effectCount == 1)
  }
}
