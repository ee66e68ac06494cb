import Backstack

/// A root with a child of every kind, for the tests of scoped stores and of observation.
@Reducer
struct Tabs {
  @ObservableState
  struct State: Equatable {
    var first = Counter.State()
    var inner = Inner.State()
    @Presents var child: Counter.State?
    @Presents var destination: Destination.State?
    var path = StackState<Counter.State>()
  }

  enum Action {
    case first(Counter.Action)
    case inner(Inner.Action)
    case child(PresentationAction<Counter.Action>)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Counter>)
    case present(Int)
    case edit(Int)
    case push(Int)
    case thrice
  }

  @Reducer(state: .equatable)
  enum Destination {
    case edit(Counter)
    case alert(AlertState<Counter.Action>)
  }

  @Reducer
  struct Inner {
    struct State: Equatable {
      var counter = Counter.State()
      @Presents var child: Counter.State?
    }

    enum Action {
      case counter(Counter.Action)
      case child(PresentationAction<Counter.Action>)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: \.counter) { Counter() }
      EmptyReducer()
        .ifLet(\.$child, action: \.child) { Counter() }
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { Counter() }
    Scope(state: \.inner, action: \.inner) { Inner() }
    Reduce { state, action in
      switch action {
      case .present(let count): state.child = Counter.State(count: count)
      case .edit(let count): state.destination = .edit(Counter.State(count: count))
      case .push(let count): state.path.append(Counter.State(count: count))
      case .thrice:
        return .merge(
          .send(.first(.increment)), .send(.first(.increment)), .send(.first(.increment)))
      case .first, .inner, .child, .destination, .path: break
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Counter() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path) { Counter() }
  }
}
