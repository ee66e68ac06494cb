import Backstack
import BackstackTesting
import Testing

/// A feature that notes whether it is presented in a store.
private struct Onlooker: Reducer {
  struct State: Sendable {
    var isPresented: [Bool] = []
    @Presents var next: Next?

    struct Next: Sendable {
      var isPresented: [Bool] = []
    }
  }

  @CasePathable
  enum Action: Sendable {
    case look
    case next(PresentationAction<Void>)
  }

  @Dependency(\.isPresented) var isPresented

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .look = action { state.isPresented.append(isPresented) }
      return .none
    }
    .ifLet(\.$next, action: \.next) {
      Reduce { state, _ in
        @Dependency(\.isPresented) var isPresented
        state.isPresented.append(isPresented)
        return .none
      }
    }
  }
}

@Suite("Reducers that are called while a store is created")
struct ReducerCallDuringCreationTests {
  // A node mounted for a state that is not the store's would be unmounted outside of a step.
  @Test("A reducer that is called while a store is created is not part of the store")
  func initialState() {
    func made() -> Onlooker.State {
      var state = Onlooker.State(next: Onlooker.State.Next())
      let onlooker = Onlooker()
      _ = onlooker.reduce(into: &state, action: .next(.presented(())))
      _ = onlooker.reduce(into: &state, action: .look)
      return state
    }
    let outside = made()
    #expect(
      Store(initialState: outside) { Onlooker() }.withDependencies(made).next?.isPresented == [
        false
      ])
    let store = Store(initialState: made()) {
      let _ = made()
      Onlooker()
    }
    #expect(outside.next?.isPresented == [false])
    #expect(store.next?.isPresented == [false])
    store.send(.next(.presented(())))
    #expect(store.next?.isPresented == [false, true])
    store.send(.next(.dismiss))
    #expect(store.withState { $0.next == nil })
  }

  @Test("An action sent within withState does not change the state that it reads")
  func sendAmidLook() {
    let store = Store(initialState: Onlooker.State(next: Onlooker.State.Next())) { Onlooker() }
    store.withState { state in
      store.send(.next(.dismiss))
      #expect(state.next != nil)
    }
    #expect(store.withState { $0.next == nil })
  }
}
