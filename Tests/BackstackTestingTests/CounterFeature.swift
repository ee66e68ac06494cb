import Backstack

/// A counter with a timer, which dismisses itself at 5.
@Reducer
struct CounterFeature {
  struct State: Equatable {
    var count = 0
    var isTimerOn = false
  }

  enum Action: Equatable {
    case incrementButtonTapped
    case toggleTimerButtonTapped
    case tick
    case closeButtonTapped
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped, .tick:
        state.count += 1
        return state.count >= 5 ? .run { _ in await self.dismiss() } : .none
      case .toggleTimerButtonTapped:
        state.isTimerOn.toggle()
        guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: CancelID.timer)
      case .closeButtonTapped:
        return .run { _ in await self.dismiss() }
      }
    }
  }
}

/// A stack of counters.
@Reducer
struct CountersFeature {
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action: Equatable {
    case path(StackActionOf<Path>)
    case pushButtonTapped
    case replaceButtonTapped
  }

  @Reducer(state: .equatable, action: .equatable)
  enum Path {
    case counter(CounterFeature)
    case other(OtherFeature)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pushButtonTapped:
        state.path.append(.counter(CounterFeature.State()))
      case .replaceButtonTapped:
        state.path = StackState(state.path.map { $0 })
      case .path:
        break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

/// A screen with a name.
@Reducer
struct OtherFeature {
  struct State: Equatable { var name = "" }
  enum Action: Equatable { case changed(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .changed(let name): state.name = name
      }
      return .none
    }
  }
}
