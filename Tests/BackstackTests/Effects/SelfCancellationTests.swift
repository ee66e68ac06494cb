import BackstackTesting
import Testing

@testable import Backstack

private enum Act: Sendable {
  case go
  case got(Int)
}

@Suite("Effects that replace those in flight")
struct SelfCancellationTests {
  private let clock = TestClock()

  private func makeStore(_ effect: @escaping @Sendable () -> Effect<Act>) -> Store<[Int], Act> {
    Store(initialState: []) {
      Reduce { state, action in
        switch action {
        case .go: return effect()
        case .got(let number):
          state.append(number)
          return .none
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func later(_ number: Int) -> Effect<Act> {
    .run { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.got(number))
    }
  }

  @Test("An effect that is cancellable twice by the same id does not cancel itself")
  func twice() {
    let store = makeStore {
      .send(.got(1)).cancellable(id: "id", cancelInFlight: true)
        .cancellable(id: "id", cancelInFlight: true)
    }
    store.send(.go)
    #expect(store.state == [1])
  }

  @Test("An effect that is debounced by its own id runs after the delay, once")
  func debounced() async {
    let store = makeStore { [clock] in
      later(1).cancellable(id: "id", cancelInFlight: true)
        .debounce(id: "id", for: .seconds(1), clock: clock)
    }
    store.send(.go)
    store.send(.go)
    await clock.advance(by: .seconds(2))
    #expect(store.state == [1])
    #expect(store.effectCount == 0)
  }

  @Test("A part of an effect cancels others with its id, but not the effect that contains it")
  func part() async {
    let store = makeStore {
      .merge(later(1), later(2).cancellable(id: "id", cancelInFlight: true)).cancellable(id: "id")
    }
    store.send(.go)
    await clock.advance(by: .seconds(1))
    #expect(store.state == [1, 2])
    store.send(.go)
    store.send(.go)
    await clock.advance(by: .seconds(1))
    // The second effect is cancelled as a whole, including its first part.
    #expect(store.state == [1, 2, 1, 2])
  }

  @Test("An operation does not cancel the effect or operation with its id that contains it")
  func operations() async {
    let store = makeStore { [clock] in
      .run { send in
        try await withTaskCancellation(id: "id", cancelInFlight: true) {
          try await withTaskCancellation(id: "id", cancelInFlight: true) {
            try await clock.sleep(for: .seconds(1))
            await send(.got(1))
          }
        }
        await send(.got(2))
      }
      .cancellable(id: "id")
    }
    store.send(.go)
    await clock.advance(by: .seconds(1))
    #expect(store.state == [1, 2])
    store.send(.go)
    store.send(.go)
    await clock.advance(by: .seconds(1))
    #expect(store.state == [1, 2, 1, 2])
  }

  @Test("An effect that sleeps for zero seconds waits for the clock and can be cancelled")
  func noTime() async {
    let store = Store<[Int], Act>(initialState: []) { [clock] in
      Reduce { state, action in
        switch action {
        case .go:
          return .run {
            try await clock.sleep(for: .zero)
            await $0(.got(1))
          }
          .cancellable(id: 1)
        case .got(0): return .cancel(id: 1)
        case .got(let number):
          state.append(number)
          return .none
        }
      }
    }
    store.send(.go)
    #expect(store.state == [])
    store.send(.got(0))
    await clock.advance(by: .seconds(1))
    #expect(store.state == [])
    store.send(.go)
    await clock.advance()
    #expect(store.state == [1])
  }
}
