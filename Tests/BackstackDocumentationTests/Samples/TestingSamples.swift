import Backstack
import BackstackTesting
import Testing

@Suite("Samples: testing")
struct TestingSamples {
  typealias CounterFeature = Tested.CounterFeature

  private func makeStore() -> TestStoreOf<CounterFeature> {
    TestStore(initialState: CounterFeature.State()) { CounterFeature() }
  }

  // sample: testing-clock
  @Test func `a timer counts until it is stopped`() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.timerButtonTapped) {
      $0.isTimerOn = true
    }
    await clock.advance(by: .seconds(2))
    await store.receive(\.tick) {
      $0.count = 1
    }
    await store.receive(\.tick) {
      $0.count = 2
    }
    await store.send(.timerButtonTapped) {
      $0.isTimerOn = false
    }
  }
  // end

  @Test func receive() async {
    let store = makeStore()
    // sample: testing-receive
    await store.send(.loadButtonTapped)
    // An action that is equal.
    await store.receive(.loaded(1)) {
      $0.count = 1
    }
    // An action of a case; with a second argument, its payload is compared, too.
    await store.receive(\.loaded, 2) {
      $0.count = 3
    }
    // An action that a closure accepts.
    await store.send(.loadButtonTapped)
    let isLoaded = { (action: CounterFeature.Action) in action.is(\.loaded) }
    await store.receive(isLoaded) {
      $0.count = 4
    }
    // end
    // sample: testing-skip
    await store.skipReceivedActions()
    store.assert {
      $0.count = 6
    }
    // end
    await store.finish()
  }

  // sample: testing-not-exhaustive
  @Test func `what is loaded is added up`() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    }
    store.exhaustivity = .off

    await store.send(.incrementButtonTapped)
    await store.send(.loadButtonTapped)
    await store.receive(\.loaded, 1)
    await store.receive(\.loaded) {
      $0.count = 4
    }
  }
  // end

  @Test func showSkipped() async {
    let store = makeStore()
    // sample: testing-show-skipped
    store.exhaustivity = .off(showSkippedAssertions: true)
    // end
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    // sample: testing-partly
    await store.withExhaustivity(.off) {
      await store.send(.incrementButtonTapped)
      await store.send(.decrementButtonTapped)
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 2
    }
    // end
  }

  @Test func inFlight() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    // sample: testing-in-flight
    let task = await store.send(.timerButtonTapped) {
      $0.isTimerOn = true
    }
    await task.cancel()
    await store.finish()
    // end
    await store.send(.timerButtonTapped) { $0.isTimerOn = false }
    await store.send(.timerButtonTapped) { $0.isTimerOn = true }
    // sample: testing-skip-in-flight
    await store.skipInFlightEffects()
    // end
  }

  @Test func lazy() async {
    // sample: testing-lazy
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    }
    store.receivedActions = .lazy

    await store.send(.loadButtonTapped)
    // The feature has not seen an action of its effects yet.
    await store.receive(.loaded(1)) {
      $0.count = 1
    }
    await store.receive(.loaded(2)) {
      $0.count = 3
    }
    // end
  }

  @Test func dependencies() async {
    // sample: testing-dependencies
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    // From the next action on:
    store.dependencies.continuousClock = UnimplementedClock()
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    // For the duration of the closure:
    let clock = TestClock()
    await store.withDependencies {
      $0.continuousClock = clock
    } operation: {
      await store.send(.timerButtonTapped) {
        $0.isTimerOn = true
      }
    }
    // end
    await store.send(.timerButtonTapped) { $0.isTimerOn = false }
  }
}
