import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

/// Checks the scenarios of the article on stack-based navigation.
@Suite("The article on stack-based navigation")
struct StackArticleTests {
  @Test("A counter that dismisses itself at 5 is tested exhaustively", .tags(.r80))
  func exhaustive() async {
    let store = TestStore(
      initialState: CountersFeature.State(
        path: StackState([.counter(CounterFeature.State(count: 3))]))
    ) {
      CountersFeature()
    }
    await store.send(\.path[id: 0].counter.incrementButtonTapped) {
      $0.path[id: 0, case: \.counter]?.count = 4
    }
    await store.send(\.path[id: 0].counter.incrementButtonTapped) {
      XCTModify(&$0.path[id: 0], case: \.counter) { $0.count = 5 }
    }
    await store.receive(\.path.popFrom) {
      $0.path[id: 0] = nil
    }
  }

  @Test("A counter that dismisses itself at 5 is tested non-exhaustively")
  func nonExhaustive() async {
    let store = TestStore(
      initialState: CountersFeature.State(
        path: StackState([.counter(CounterFeature.State(count: 3))]))
    ) {
      CountersFeature()
    }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].counter.incrementButtonTapped)
    await store.send(\.path[id: 0].counter.incrementButtonTapped)
    await store.receive(\.path.popFrom)
    #expect(store.state.path.isEmpty)
  }

  @Test("A test pushes with the id that the store would assign", .tags(.r15, .r114))
  func push() async {
    let store = TestStore(initialState: CountersFeature.State()) { CountersFeature() }
    await store.send(\.path.push, (id: 0, state: .counter(CounterFeature.State(count: 1)))) {
      $0.path[id: 0] = .counter(CounterFeature.State(count: 1))
    }
    await store.send(\.pushButtonTapped) {
      $0.path.append(.counter(CounterFeature.State()))
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
    }
    // Neither the store nor the closure uses an id again (R39, R40).
    await store.send(\.pushButtonTapped) {
      $0.path.append(.counter(CounterFeature.State()))
      #expect($0.path.ids == [2])
    }
    #expect(store.state.path.ids == [2])
  }

  @Test("A timer ticks with the test's clock and ends with its screen")
  func timer() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: CountersFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      CountersFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.path[id: 0].counter.toggleTimerButtonTapped) {
      $0.path[id: 0, case: \.counter]?.isTimerOn = true
    }
    await clock.advance(by: .seconds(3))
    for count in 1...3 {
      await store.receive(\.path[id: 0].counter.tick) {
        $0.path[id: 0, case: \.counter]?.count = count
      }
    }
    await store.send(\.path.popFrom, 0) {
      $0.path[id: 0] = nil
    }
    #expect(clock.sleeperCount == 0)
    await store.finish()
  }

  @Test("A timer that reaches 5 pops its screen and so ends")
  func timerDismisses() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: CountersFeature.State(
        path: StackState([
          .counter(CounterFeature.State()), .counter(CounterFeature.State(count: 4)),
        ]))
    ) {
      CountersFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.path[id: 1].counter.toggleTimerButtonTapped) {
      $0.path[id: 1, case: \.counter]?.isTimerOn = true
    }
    await clock.advance(by: .seconds(10))
    await store.receive(\.path[id: 1].counter.tick) {
      $0.path[id: 1, case: \.counter]?.count = 5
    }
    await store.receive(\.path.popFrom, 1) {
      $0.path[id: 1] = nil
    }
  }
}
