import Backstack

/// The features of the article on tests.
enum Tested {
  // sample: testing-feature
  @Reducer
  struct CounterFeature {
    struct State: Equatable {
      var count = 0
      var isTimerOn = false
    }

    enum Action: Equatable {
      case decrementButtonTapped
      case incrementButtonTapped
      case loadButtonTapped
      case loaded(Int)
      case tick
      case timerButtonTapped
    }

    enum CancelID { case timer }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .decrementButtonTapped:
          state.count -= 1
          return .none
        case .incrementButtonTapped, .tick:
          state.count += 1
          return state.count < 5 ? .none : .run { _ in await dismiss() }
        case .loadButtonTapped:
          return .merge(
            .run { send in await send(.loaded(1)) },
            .run { send in await send(.loaded(2)) })
        case .loaded(let count):
          state.count += count
          return .none
        case .timerButtonTapped:
          state.isTimerOn.toggle()
          guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) {
              await send(.tick)
            }
          }
          .cancellable(id: CancelID.timer)
        }
      }
    }
  }
  // end

  // sample: testing-stack-feature
  @Reducer
  struct CountersFeature {
    @Reducer(state: .equatable, action: .equatable)
    enum Path {
      case counter(CounterFeature)
    }

    struct State: Equatable {
      var path = StackState<Path.State>()
    }

    enum Action: Equatable {
      case path(StackActionOf<Path>)
      case pushButtonTapped
      case reloadButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path:
          return .none
        case .pushButtonTapped:
          state.path.append(.counter(CounterFeature.State()))
          return .none
        case .reloadButtonTapped:
          state.path = StackState(state.path.map { $0 })
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
  }
  // end
}
