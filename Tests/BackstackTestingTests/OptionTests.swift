import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Options of a test store")
struct OptionTests {
  let failures = Failures()
  let clock = TestClock()

  private func makeProbe() -> TestStoreOf<ProbeFeature> {
    makeStore(ProbeFeature.State(), ProbeFeature(), failures: failures) {
      $0.continuousClock = clock
    }
  }

  private func makeCounters() -> TestStoreOf<CountersFeature> {
    makeStore(CountersFeature.State(), CountersFeature(), failures: failures)
  }

  @Test("With ids ignored, stacks with equal elements are equal")
  func ignoredIDs() async {
    let expected = CountersFeature.State(
      path: StackState([.other(OtherFeature.State()), .counter(CounterFeature.State())]))
    let store = makeCounters()
    store.exhaustivity = .off
    await store.send(.path(.push(id: 0, state: .other(OtherFeature.State()))))
    await store.send(.pushButtonTapped)
    await store.send(.replaceButtonTapped)
    store.exhaustivity = .on
    #expect(store.state.path.ids == [2, 3])

    store.assert { $0 = expected }
    #expect(failures.kinds == [.stateMismatch])

    store.stackElementIDs = .ignored
    store.assert { $0 = expected }
    #expect(failures.all.count == 1)
    await store.send(.pushButtonTapped) {
      $0.path = StackState(expected.path + [.counter(CounterFeature.State())])
    }
    #expect(failures.all.count == 1)
    // Elements are still compared.
    store.assert { $0.path[id: 3, case: \.counter]?.count = 1 }
    #expect(failures.kinds == [.stateMismatch, .stateMismatch])
  }

  @Test("Lazily received actions wait for receive, in order")
  func lazy() async {
    let store = makeProbe()
    store.receivedActions = .lazy
    await store.send(.ask([1, 2]))
    await store.receive(.response(1)) {
      $0.count = 1
      $0.log = ["response 1"]
    }
    await store.receive(.response(2)) {
      $0.count = 3
      $0.log = ["response 1", "response 2"]
    }
    await store.finish()
    #expect(failures.all.isEmpty)
  }

  @Test("Eager actions are processed when they arrive; lazy ones at each receive")
  func lazyOrder() async {
    for (processing, log) in [
      (ReceivedActionProcessing.eager, ["response 1", "response 2"]), (.lazy, ["response 1"]),
    ] {
      let seen = Log()
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          seen.append("response \(action)")
          return action == 0 ? .merge(.send(1), .send(2)) : .none
        }
      }
      store.receivedActions = processing
      await store.send(0)
      await store.receive(1)
      #expect(seen.entries.filter { $0 != "response 0" } == log)
      await store.receive(2)
    }
  }

  @Test("Lazy actions that wait are received, skipped or left over like eager ones")
  func lazyLeftover() async {
    let store = makeProbe()
    store.receivedActions = .lazy
    await store.send(.ask([1, 2]))
    await store.send(.nothing)
    #expect(failures.kinds == [.unhandledReceivedActions])
    await store.receive(.response(2))
    #expect(failures.kinds == [.unhandledReceivedActions, .unexpectedAction])
    #expect(failures.messages.last?.hasPrefix("An effect sent another action before this") == true)
    await store.finish()
    #expect(failures.kinds.last == .leftoverActions)
    #expect(store.state.count == 3)

    await store.send(.ask([4]))
    await store.skipReceivedActions()
    #expect(store.state.count == 7)
    #expect(failures.all.count == 3)
  }

  @Test(
    "A non-exhaustive receive processes waiting actions up to the one that it expects", .tags(.r111)
  )
  func lazyNonExhaustive() async {
    let store = makeProbe()
    store.receivedActions = .lazy
    store.exhaustivity = .off
    await store.send(.askTwice(1))
    await store.receive(.response(1))
    #expect(store.state.count == 1)
    #expect(failures.all.isEmpty)
  }

  @Test(
    "Skipping lazy actions also skips those that they lead to", .tags(.r112, .r115))
  func lazySkip() async {
    let store = makeProbe()
    store.receivedActions = .lazy
    await store.send(.askTwice(1))
    await store.skipReceivedActions()
    #expect(store.state.count == 1)
    await store.send(.add(1)) { $0.count = 2 }

    store.exhaustivity = .off
    await store.send(.askTwice(3))
    await store.send(.add(1))
    #expect(store.state.count == 6)
    await store.skipReceivedActions(strict: false)
    #expect(store.state.count == 6)
    #expect(store.receivedActions == .lazy)
    #expect(failures.all.isEmpty)
  }

  @Test("A test store processes waiting actions when it becomes eager")
  func lazyToEager() async {
    let store = makeProbe()
    store.receivedActions = .lazy
    await store.send(.askTwice(1))
    store.receivedActions = .eager
    await store.receive(.ask([1]))
    await store.receive(.response(1)) {
      $0.count = 1
      $0.log = ["response 1"]
    }
    #expect(failures.all.isEmpty)
  }

  @Test("In a test, assigning to an unknown id appends an element", .tags(.r28))
  func unknownID() async {
    let store = makeCounters()
    await store.send(.path(.push(id: 0, state: .other(OtherFeature.State())))) {
      $0.path[id: 0] = .other(OtherFeature.State())
    }
    #expect(failures.all.isEmpty)
  }

  @Test("A test's closure consumes no element ids", .tags(.r40))
  func idsOfClosures() async {
    let store = makeCounters()
    store.exhaustivity = .off
    await store.send(.pushButtonTapped) { _ = $0.path + [.other(OtherFeature.State())] }
    store.assert { _ = $0.path + [.other(OtherFeature.State())] }
    await store.send(.pushButtonTapped)
    #expect(store.state.path.ids == [0, 1])
  }

  @Test("XCTModify fails for another case, without a value and without a change", .tags(.r108))
  func modify() async {
    let store = makeCounters()
    let push = StackAction<CountersFeature.Path.State, CountersFeature.Path.Action>
      .push(id: 0, state: .counter(CounterFeature.State()))
    let line = #line + 2
    await store.send(.path(push)) {
      XCTModify(&$0.path[id: 0], case: \.counter) { _ in }
      $0.path.append(.counter(CounterFeature.State()))
      XCTModify(&$0.path[id: 0], case: \.other) { $0.name = "x" }
      XCTModify(&$0.path[id: 0], case: \.counter) { _ in }
    }
    #expect(failures.kinds == [.wrongCase, .wrongCase, .unchangedCase])
    #expect(failures.lines == [line, line + 2, line + 3].map { UInt($0) })
    #expect(
      failures.messages.prefix(2) == [
        "XCTModify expected a CounterFeature.State, but there is no value.",
        "XCTModify expected a OtherFeature.State, but the value is .counter(…).",
      ])
    store.exhaustivity = .off
    await store.send(\.path[id: 0].counter.incrementButtonTapped) {
      XCTModify(&$0.path[id: 0], case: \.counter) { $0.count = 1 }
    }
    await store.send(\.path[id: 0].counter.incrementButtonTapped) {
      XCTModify(&$0.path[id: 0], case: \.counter) { _ in }
    }
    #expect(failures.all.count == 3)
  }

  @Test("XCTModify also changes an enum that is not optional")
  func modifyEnum() {
    var state = CountersFeature.Path.State.counter(CounterFeature.State())
    XCTModify(&state, case: \.counter) { $0.count = 2 }
    #expect(state == .counter(CounterFeature.State(count: 2)))
  }
}
