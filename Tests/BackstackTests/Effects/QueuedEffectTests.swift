import BackstackTestSupport
import BackstackTesting
import Testing

@testable import Backstack

/// An action that runs an effect by its name, logs a number, or cancels an id.
private enum Act: Sendable {
  case go(String)
  case got(Int)
  case cancel(Int)
}

@Suite("Effects that wait in a concatenation", .tags(.r93))
struct QueuedEffectTests {
  let clock = TestClock()

  private func makeStore(
    _ effect: @escaping @Sendable (String) -> Effect<Act>
  ) -> Store<[Int], Act> {
    Store(initialState: []) {
      Reduce { state, action in
        switch action {
        case .got(let number):
          state.append(number)
          return .none
        case .go(let name): return effect(name)
        case .cancel(let id): return .cancel(id: id)
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// Returns an effect that sends a number after a second.
  private func later(_ number: Int) -> Effect<Act> {
    .run { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.got(number))
    }
  }

  /// Returns whether the store still has entries for cancel ids.
  private func hasIDs(_ store: Store<[Int], Act>) throws -> Bool {
    try !#require(store.core as? StoreCore<[Int], Act>).root.scopes.isEmpty
  }

  @Test("A queued effect can be cancelled by its id; the effect after it still runs")
  func ownID() async throws {
    let store = makeStore { _ in
      .concatenate(later(1), later(2).cancellable(id: 2), later(3))
    }
    store.send(.go(""))
    store.send(.cancel(2))
    await clock.advance(by: .seconds(2))
    #expect(store.state == [1, 3])
    #expect(store.effectCount == 0)
    #expect(try !hasIDs(store))
  }

  @Test("Cancelling an id removes only the part with that id from a queued merge")
  func part() async throws {
    let store = makeStore { _ in
      .concatenate(
        later(1),
        .merge(later(2).cancellable(id: 2), .concatenate(later(3), later(4).cancellable(id: 4))))
    }
    store.send(.go(""))
    store.send(.cancel(2))
    store.send(.cancel(4))
    await clock.advance(by: .seconds(3))
    #expect(store.state == [1, 3])
    #expect(try !hasIDs(store))
  }

  @Test("A cancellation in a concatenation does not cancel the effects that follow it")
  func sameQueue() async throws {
    let store = makeStore { _ in
      .concatenate(
        later(1), .cancel(id: 2), later(2).cancellable(id: 2),
        later(3).cancellable(id: 2, cancelInFlight: true))
    }
    store.send(.go(""))
    await clock.advance(by: .seconds(3))
    #expect(store.state == [1, 2, 3])
    #expect(try !hasIDs(store))
  }

  @Test(
    "Cancelling an id ends both the running and the queued effect with that id", arguments: 1...8)
  func sameID(_: Int) async throws {
    let store = makeStore { _ in
      .concatenate(later(1).cancellable(id: 1), later(2).cancellable(id: 1), later(3))
    }
    store.send(.go(""))
    store.send(.cancel(1))
    await clock.advance(by: .seconds(2))
    #expect(store.state == [3])
    #expect(try !hasIDs(store))
  }

  @Test("cancelInFlight also cancels queued effects with the same id")
  func cancelInFlight() async throws {
    let store = makeStore { name in
      name == "queue"
        ? .concatenate(later(1), later(2).cancellable(id: 1))
        : later(3).cancellable(id: 1, cancelInFlight: true)
    }
    store.send(.go("queue"))
    store.send(.go("other"))
    await clock.advance(by: .seconds(2))
    #expect(store.state == [1, 3])
    #expect(try !hasIDs(store))
  }

  @Test("A queued effect can still be cancelled by its id when it waits for another effect")
  func waitsAgain() async throws {
    let store = makeStore { _ in
      .concatenate(later(1), later(2), later(3).cancellable(id: 3))
    }
    store.send(.go(""))
    await clock.advance(by: .seconds(1))
    store.send(.cancel(3))
    await clock.advance(by: .seconds(2))
    #expect(store.state == [1, 2])
    #expect(try !hasIDs(store))
  }
}
