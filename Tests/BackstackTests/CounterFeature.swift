import Backstack

/// A screen for the tests of operators: it counts, sends, ticks and dismisses itself.
struct Counter: Reducer {
  struct State: Equatable, Codable, Identifiable {
    var id = 0
    var count = 0
    init(id: Int = 0, count: Int = 0) {
      self.id = id
      self.count = count
    }
  }

  @CasePathable
  enum Action: Equatable, Codable, Sendable {
    case increment
    case sendIncrement
    case startTimer
    case stopTimer
    case tick
    case dismiss
    case dismissTwice
    case startThenLeave
    case changeID(Int)
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment, .tick:
        state.count += 1
        return .none
      case .sendIncrement:
        return .send(.increment)
      case .startTimer, .startThenLeave:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: CancelID.timer)
      case .stopTimer:
        return .cancel(id: CancelID.timer)
      case .dismiss:
        return .run { _ in await self.dismiss() }
      case .dismissTwice:
        return .run { _ in
          await self.dismiss()
          await self.dismiss()
        }
      case .changeID(let id):
        state.id = id
        return .none
      }
    }
  }
}
