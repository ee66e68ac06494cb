// example begins
import Backstack
import BackstackTesting
import Testing

@Test("A counter leaves at five") func counterLeavesAtFive() async {
  let store = TestStore(
    initialState: CountersFeature.State(
      path: StackState([.counter(CounterFeature.State(count: 4))]))
  ) {
    CountersFeature()
  } withDependencies: {
    $0.continuousClock = TestClock()
  }
  await store.send(\.path[id: 0].counter.incrementButtonTapped) {
    $0.path[id: 0, case: \.counter]?.count = 5
  }
  // The counter has dismissed itself.
  await store.receive(\.path.popFrom) {
    $0.path[id: 0] = nil
  }
}
// example ends
