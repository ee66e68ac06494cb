import Backstack

/// A screen without an `id`: all signs have the same identity.
@Reducer
struct Sign {
  struct State: Equatable {
    var text = ""
  }

  enum Action: Equatable {
    case wait
    case over
    case close
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .wait:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.over)
        }
      case .over:
        state.text = "over"
        return .none
      case .close:
        return .run { _ in await self.dismiss() }
      }
    }
  }
}
