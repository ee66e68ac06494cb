package import Backstack

/// A feature whose effects wait for its clock: a stack of errands.
@Reducer
package struct Errands {
  package struct State: Codable, Equatable, Sendable {
    package var count = 0
    package var path = StackState<Errand.State>()

    package init() {}
  }

  package enum Action: Codable, Sendable {
    case add
    case begin(seconds: Int)
    @ServerOnly case ended
    case path(StackAction<Errand.State, Errand.Action>)
  }

  @Dependency(\.continuousClock) var clock

  package init() {}

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add:
        state.count += 1
      case .begin(let seconds):
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(seconds))
          await send(.ended)
        }
      case .ended:
        state.count += 100
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Errand() }
  }
}

/// A screen with an effect.
@Reducer
package struct Errand {
  package struct State: Codable, Equatable, Sendable {
    package var note = ""

    package init() {}
  }

  package enum Action: Codable, Sendable {
    case write(String)
    case wait
    @ServerOnly case waited
  }

  @Dependency(\.continuousClock) var clock

  package init() {}

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .write(let note):
        state.note = note
      case .wait:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1000))
          await send(.waited)
        }
      case .waited:
        state.note = "waited"
      }
      return .none
    }
  }
}
