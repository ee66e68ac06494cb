import Backstack

/// A stack of screens as users of the library write it.
@Reducer
struct App {
  struct State: Equatable, Sendable {
    var path = StackState<Path.State>()
    var total = 0
  }

  enum Action: Sendable {
    case path(StackActionOf<Path>)
    case next(Int)
  }

  @Reducer(state: .equatable)
  enum Path {
    case counter(Counter)
    case detail(Detail)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(_, .counter(.decrement))):
        state.total -= 1
        return .none
      case .path: return .none
      case .next(let remaining):
        state.total += 1
        return remaining == 0 ? .none : .send(.next(remaining - 1))
      }
    }
    .forEach(\.path, action: \.path)
  }
}

@Reducer
struct Counter {
  struct State: Equatable, Sendable {
    var count = 0
    var title = "Counter"
  }

  enum Action: Sendable {
    case increment
    case decrement
    case start
    /// Increments by an effect.
    case ask
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .decrement:
        state.count -= 1
        return .none
      case .ask:
        return .send(.increment)
      case .start:
        return .run { _ in try await Task.sleep(for: .seconds(1_000_000)) }
      }
    }
  }
}

@Reducer
struct Detail {
  struct State: Equatable, Sendable {
    var text = ""
  }

  enum Action: Sendable {
    case edit(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edit(let text):
        state.text = text
        return .none
      }
    }
  }
}
