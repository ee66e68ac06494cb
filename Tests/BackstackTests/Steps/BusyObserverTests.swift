import Backstack
import Synchronization
import Testing

/// A feature with a new object in its state after each action.
@Reducer
private struct Churn {
  struct State: Sendable {
    var count = 0
    var object: Counted
  }

  enum Action: Sendable { case next }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      state.object = Counted(state.object.alive)
      return .none
    }
  }
}

/// An object that counts the living instances of its class.
private final class Counted: Sendable {
  final class Alive: Sendable { let number = Atomic(0) }
  let alive: Alive

  init(_ alive: Alive) {
    self.alive = alive
    alive.number.add(1, ordering: .relaxed)
  }

  deinit { alive.number.subtract(1, ordering: .relaxed) }
}

@Suite("Observers that always have a call pending")
struct BusyObserverTests {
  @Test("An observer that always has a call pending does not keep old states alive")
  func piling() {
    let alive = Counted.Alive()
    let store = Store(initialState: Churn.State(object: Counted(alive))) { Churn() }
    let weak = WeakStore(store)
    let most = Mutex((calls: 0, alive: 0))
    let token = store.onChange { state in
      most.withLock {
        $0.calls += 1
        $0.alive = max($0.alive, alive.number.load(ordering: .relaxed))
      }
      if state.count < 1000 { weak.store?.send(.next) }
    }
    store.send(.next)
    #expect(most.withLock { $0.calls } == 1000)
    #expect(most.withLock { $0.alive } < 10)
    withExtendedLifetime(token) {}
  }
}
