import Backstack
import Testing

/// A feature whose effect sends without ever waiting, until it is cancelled.
private struct Restless: Reducer {
  @CasePathable
  enum Action: Sendable {
    case start
    case tick
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start: return .run { send in while !Task.isCancelled { await send(.tick) } }
    case .tick:
      state += 1
      return .none
    }
  }
}

@Suite("Effects that never wait")
struct RestlessTests {
  @Test("A send returns although its effect never waits, and the effect can be cancelled")
  func busyLoop() async {
    let store = Store(initialState: 0) { Restless() }
    let task = store.send(.start)
    #expect(store.effectCount == 1)
    task.cancel()
    await task.finish()
    #expect(store.effectCount == 0)
    #expect(store.state > 0)
  }
}
