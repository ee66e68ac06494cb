import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

/// A feature that saves and restores a stack and a list.
private struct Saving: Reducer {
  struct Content: Equatable, Sendable {
    var path = StackState<Counter.State>([Counter.State(id: 0)])
    var rows: IdentifiedArrayOf<Counter.State> = [Counter.State(id: 0)]
  }

  struct State: Equatable, Sendable {
    var content = Content()
    var saved: Content?
  }

  @CasePathable
  enum Action: Sendable {
    case path(StackActionOf<Counter>)
    case rows(IdentifiedActionOf<Counter>)
    case save
    case grow
    case restore
    case restoreAndGrow
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .path, .rows: break
      case .save: state.saved = state.content
      case .grow:
        state.content.path.append(Counter.State())
        state.content.rows.append(Counter.State(id: 1))
      case .restore: state.content = state.saved ?? state.content
      case .restoreAndGrow:
        state.content = state.saved ?? state.content
        state.content.path.append(Counter.State())
        state.content.rows.append(Counter.State(id: 2))
      }
      return .none
    }
    .forEach(\.content.path, action: \.path) { Counter() }
    .forEach(\.content.rows, action: \.rows) { Counter() }
  }
}

@Suite("Restoring an earlier copy of the state")
struct RestoredCopyTests {
  @Test(
    "Restoring a copy ends the effects of elements that the copy lacks", .tags(.r21, .r71),
    arguments: [true, false])
  func restore(andGrow: Bool) {
    let store = Store(initialState: Saving.State()) {
      Saving()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.send(.path(.element(id: 0, action: .startTimer)))
    store.send(.rows(.element(id: 0, action: .startTimer)))
    store.send(.save)
    store.send(.grow)
    store.send(.path(.element(id: 1, action: .startTimer)))
    store.send(.rows(.element(id: 1, action: .startTimer)))
    #expect(store.effectCount == 4)
    store.send(andGrow ? .restoreAndGrow : .restore)
    #expect(store.effectCount == 2)
  }
}
