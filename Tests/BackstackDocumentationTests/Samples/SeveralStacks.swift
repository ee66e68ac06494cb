import Backstack
import Testing

@Suite("Samples: several stacks, and a path by hand")
struct SeveralStacks {
  @Reducer
  struct CounterFeature {
    struct State: Equatable, Codable {
      var count = 0
    }

    enum Action {
      case incrementButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incrementButtonTapped:
          state.count += 1
          return .none
        }
      }
    }
  }

  // sample: stack-path-by-hand
  @Reducer
  struct Path {
    enum State: Equatable {
      case counter(CounterFeature.State)
      case help
    }

    enum Action {
      case counter(CounterFeature.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: \.counter) {
        CounterFeature()
      }
    }
  }
  // end

  // sample: stack-tabs
  @Reducer
  struct TabsFeature {
    struct State: Equatable {
      var first = StackState<Path.State>()
      var second = StackState<Path.State>()
    }

    enum Action {
      case first(StackActionOf<Path>)
      case second(StackActionOf<Path>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .forEach(\.first, action: \.first) { Path() }
        .forEach(\.second, action: \.second) { Path() }
    }
  }
  // end

  @Test func tabs() {
    let store = Store(initialState: TabsFeature.State()) { TabsFeature() }
    // sample: stack-tabs-ids
    store.send(.first(.push(id: .unassigned, state: .counter(CounterFeature.State()))))
    store.send(.second(.push(id: .unassigned, state: .help)))
    store.send(.first(.push(id: .unassigned, state: .help)))
    #expect(store.first.ids == [0, 2])
    #expect(store.second.ids == [1])
    // end
    store.send(.first(.element(id: 0, action: .counter(.incrementButtonTapped))))
    #expect(store.first[id: 0]?.counter?.count == 1)
  }
}
