import Backstack
import BackstackTesting
import Testing

@Suite("Samples: cancel ids of features side by side")
struct ScopedIDs {
  // sample: effects-scoped-ids
  @Reducer
  struct TimerFeature {
    struct State: Equatable {
      var seconds = 0
    }

    enum Action {
      case startButtonTapped
      case stopButtonTapped
      case tick
    }

    enum CancelID: Hashable {
      case timer(name: String)
    }

    let name: String
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .startButtonTapped:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) {
              await send(.tick)
            }
          }
          .cancellable(id: CancelID.timer(name: name))
        case .stopButtonTapped:
          return .cancel(id: CancelID.timer(name: name))
        case .tick:
          state.seconds += 1
          return .none
        }
      }
    }
  }
  // end

  @Reducer
  struct TwoTimersFeature {
    struct State: Equatable {
      var first = TimerFeature.State()
      var second = TimerFeature.State()
    }

    enum Action {
      case first(TimerFeature.Action)
      case second(TimerFeature.Action)
    }

    let names: [String]

    var body: some ReducerOf<Self> {
      Scope(state: \.first, action: \.first) { TimerFeature(name: names[0]) }
      Scope(state: \.second, action: \.second) { TimerFeature(name: names[1]) }
    }
  }

  @Test(arguments: [(["a", "b"], 1), (["a", "a"], 0)])
  func twoTimers(names: [String], running: Int) {
    let store = Store(initialState: TwoTimersFeature.State()) {
      TwoTimersFeature(names: names)
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.send(.first(.startButtonTapped))
    store.send(.second(.startButtonTapped))
    store.send(.first(.stopButtonTapped))
    #expect(store.effectCount == running)
  }
}
