import Backstack
import BackstackTesting
import Testing

/// A feature that calls another one's reducer directly, on a part of its state. The part is not at
/// offset 0, so the outer state can't be mistaken for it.
@Reducer
private struct Outer {
  struct State: Sendable {
    var before = 0
    var total = 0
    var inner = Inner.State()
  }

  enum Action: Sendable {
    case inner(Inner.Action)
    case count
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .inner(let action):
        return Inner().reduce(into: &state.inner, action: action).map(Action.inner)
      case .count:
        state.total += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Inner {
  struct State: Sendable {
    @Presents var leaf: Counter.State? = Counter.State()
    var path = StackState<Counter.State>([Counter.State()])
    var rows: IdentifiedArrayOf<Counter.State> = [Counter.State()]
    var part = Part.State()
    var maybe: Counter.State? = Counter.State()
  }

  enum Action: Sendable {
    case leaf(PresentationAction<Counter.Action>)
    case path(StackActionOf<Counter>)
    case rows(IdentifiedActionOf<Counter>)
    case part(Part.Action)
    case maybe(Counter.Action)
    case popToRoot
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: \.part) { Part() }
    Reduce { state, action in
      if case .popToRoot = action { state.path.removeAll() }
      return .none
    }
    .ifLet(\.$leaf, action: \.leaf) { Counter() }
    .forEach(\.path, action: \.path) { Counter() }
    .forEach(\.rows, action: \.rows) { Counter() }
    .ifLet(\.maybe, action: \.maybe) { Counter() }
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

@Suite("Reducers that another reducer calls directly")
struct DirectReducerCallTests {
  private let store = Store(initialState: Outer.State()) {
    Outer()
  } withDependencies: {
    $0.continuousClock = TestClock()
  }

  @Test(
    "Effects of a directly called reducer survive other actions of its parent", arguments: 0..<5)
  func reconcile(shape: Int) {
    let id = store.inner.path.ids[0]
    let start: Inner.Action =
      switch shape {
      case 0: .leaf(.presented(.startTimer))
      case 1: .path(.element(id: id, action: .startTimer))
      case 2: .rows(.element(id: 0, action: .startTimer))
      case 3: .part(.leaf(.presented(.startTimer)))
      default: .maybe(.startTimer)
      }
    store.send(.inner(start))
    #expect(store.effectCount == 1)
    store.send(.count)
    #expect(store.effectCount == 1)
  }

  @Test("A directly called reducer's dismissals end effects")
  func dismiss() {
    let id = store.inner.path.ids[0]
    store.send(.inner(.leaf(.presented(.startTimer))))
    store.send(.inner(.path(.element(id: id, action: .startTimer))))
    store.send(.count)
    #expect(store.effectCount == 2)
    store.send(.inner(.leaf(.dismiss)))
    #expect(store.effectCount == 1)
    store.send(.inner(.popToRoot))
    #expect(store.effectCount == 0)
  }
}
