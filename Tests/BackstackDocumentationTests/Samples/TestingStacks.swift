import Backstack
import BackstackTesting
import Testing
import XCTest

@Suite("Samples: testing of stacks")
struct TestingStacks {
  typealias CounterFeature = Tested.CounterFeature
  typealias CountersFeature = Tested.CountersFeature

  // sample: testing-stack
  @Test func `a counter leaves at five`() async {
    let store = TestStore(
      initialState: CountersFeature.State(
        path: StackState([.counter(CounterFeature.State(count: 4))]))
    ) {
      CountersFeature()
    }
    await store.send(\.path[id: 0].counter.incrementButtonTapped) {
      $0.path[id: 0, case: \.counter]?.count = 5
    }
    await store.receive(\.path.popFrom) {
      $0.path[id: 0] = nil
    }
  }
  // end

  // sample: testing-stack-not-exhaustive
  @Test func `a counter leaves at five, in short`() async {
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
  // end

  // sample: testing-push
  @Test func `counters are pushed`() async {
    let store = TestStore(initialState: CountersFeature.State()) {
      CountersFeature()
    }
    await store.send(\.path.push, (id: 0, state: .counter(CounterFeature.State()))) {
      $0.path[id: 0] = .counter(CounterFeature.State())
    }
    await store.send(.pushButtonTapped) {
      $0.path.append(.counter(CounterFeature.State()))
      #expect($0.path.ids == [0, 1])
    }
    await store.send(\.path.popFrom, 0) {
      $0.path = StackState()
    }
  }
  // end

  @Test func modify() async {
    let store = TestStore(
      initialState: CountersFeature.State(
        path: StackState([.counter(CounterFeature.State())]))
    ) {
      CountersFeature()
    }
    // sample: testing-modify
    await store.send(\.path[id: 0].counter.incrementButtonTapped) {
      XCTModify(&$0.path[id: 0], case: \.counter) {
        $0.count = 1
      }
    }
    // end
  }

  @Test func ids() async {
    // sample: testing-ids
    let store = TestStore(
      initialState: CountersFeature.State(
        path: StackState([.counter(CounterFeature.State())]))
    ) {
      CountersFeature()
    }
    store.stackElementIDs = .ignored

    // The elements get new ids, which the test ignores.
    await store.send(.reloadButtonTapped)
    #expect(store.state.path.ids == [1])
    // end
  }
}

// sample: testing-xctest
final class CounterTests: XCTestCase {
  let store = TestStore(initialState: Tested.CounterFeature.State()) {
    Tested.CounterFeature()
  }

  func testIncrement() async {
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.finish()
  }
}
// end
