import Backstack

/// A screen that notes its actions, and waits, sends, stops and dismisses itself on request.
@Reducer
struct Page {
  struct State: Equatable, Hashable, Codable, Identifiable {
    var id = 0
    var taps = 0
    var ticks = 0

    init(_ id: Int = 0, taps: Int = 0) {
      self.id = id
      self.taps = taps
    }
  }

  enum Action: Equatable, Codable {
    case tap
    /// The action that an effect sends.
    case tick
    /// Sends `tick` at once.
    case tickNow
    /// Sends `tick` a second later.
    case wait
    /// Stops waiting.
    case stop
    case rename(Int)
    case close
    case closeTwice
  }

  enum CancelID { case waiting }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.recorder) var recorder

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      recorder("page \(state.id): \(action)")
      switch action {
      case .tap: state.taps += 1
      case .tick: state.ticks += 1
      case .tickNow: return .send(.tick)
      case .wait:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
        .cancellable(id: CancelID.waiting)
      case .stop: return .cancel(id: CancelID.waiting)
      case .rename(let id): state.id = id
      case .close: return .run { _ in await self.dismiss() }
      case .closeTwice:
        return .run { _ in
          await self.dismiss()
          await self.dismiss()
        }
      }
      return .none
    }
  }
}
