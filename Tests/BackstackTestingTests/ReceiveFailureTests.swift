import Backstack
import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

@Suite("Failures of a test store: received actions")
struct ReceiveFailureTests {
  let failures = Failures()
  let clock = TestClock()

  private func makeStore(
    timeoutClock: any Clock<Duration> = ImmediateClock(), line: UInt = #line
  ) -> TestStoreOf<ProbeFeature> {
    BackstackTestingTests.makeStore(
      ProbeFeature.State(), ProbeFeature(), failures: failures, timeoutClock: timeoutClock,
      line: line
    ) {
      $0.continuousClock = clock
    }
  }

  @Test("A test receives actions by value, predicate, case, or case and payload", .tags(.r113))
  func overloads() async {
    let store = makeStore()
    await store.send(.ask([1, 2, 3, 4]))
    await store.receive(.response(1)) {
      $0.count = 1
      $0.log = ["response 1"]
    }
    store.exhaustivity = .off
    await store.receive { $0 == .response(2) }
    await store.receive(\.response)
    #expect(store.state.count == 6)
    await store.receive(\.response, 4)
    #expect(failures.all.isEmpty)
  }

  @Test(
    "A test store's state is the one after the last asserted action, even if effects sent more",
    .tags(.r107))
  func state() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.ask([1, 2]))
    #expect(store.state.count == 0)
    await store.receive(.response(1))
    #expect(store.state.count == 1)
    await store.receive(.response(2))
    #expect(store.state.count == 3)
  }

  @Test("In the closure of send and receive, a test store's state is the one before the action")
  func stateInClosure() async {
    let store = makeStore()
    await store.send(.add(1)) {
      #expect(store.state.count == 0)
      $0.count = 1
    }
    await store.send(.ask([2, 3]))
    await store.receive(.response(2)) {
      #expect(store.state.count == 1)
      $0.count = 3
      $0.log = ["response 2"]
    }
    #expect(store.state.count == 3)
    store.exhaustivity = .off
    await store.send(.ask([4, 5]))
    await store.receive(.response(5)) { _ in #expect(store.state.count == 10) }
    #expect(store.state.count == 15)
    #expect(failures.all.isEmpty)
  }

  @Test(
    "receive fails at once if no effect can send, with a message for each kind of receive",
    .tags(.r108, .r113))
  func nothing() async {
    // With this clock, it would never time out.
    let store = makeStore(timeoutClock: TestClock())
    await store.receive(.response(1))
    await store.receive { $0 == .response(1) }
    await store.receive(\.response)
    await store.receive(\.response, 1)
    await store.receive(\.stop)
    #expect(failures.kinds == Array(repeating: .nothingReceived, count: 5))
    let expected = failures.messages.map { $0.prefix { $0 != ":" && $0 != "\n" } }
    #expect(Set(expected).count == 5)
    #expect(failures.messages[0].hasPrefix("Expected to receive .response(1)."))
    #expect(failures.messages[1].hasPrefix("Expected to receive an action that the predicate"))
    #expect(
      failures.messages[2].hasPrefix(
        "Expected to receive an action of the case .response with a payload of Int."))
    #expect(failures.messages[3].hasPrefix("Expected to receive .response(…) with the payload 1."))
    #expect(failures.messages[4].hasPrefix("Expected to receive .stop."))
  }

  @Test("The failure for an expected action of an element has the element's id", .tags(.r120))
  func ids() async {
    let store = BackstackTestingTests.makeStore(
      CountersFeature.State(), CountersFeature(), failures: failures)
    await store.receive(\.path[id: 3].counter.tick)
    await store.receive(\.path[id: 3].other.changed, "secret")
    await store.receive(\.path[id: 3].other.changed)
    #expect(
      failures.messages[0].hasPrefix(
        "Expected to receive .path(.element(id: #3, action: .counter(.tick)))."))
    #expect(
      failures.messages[1].hasPrefix(
        """
        Expected to receive .path(.element(id: #3, action: .other(.changed(…)))) with the payload \
        "secret".
        """))
    #expect(failures.messages[2].hasPrefix("Expected to receive an action of the case with a"))
  }

  @Test(
    "Receiving another action than expected fails, and state moves on to that action",
    .tags(.r108, .r111))
  func unexpected() async {
    let store = makeStore()
    await store.send(.ask([1, 2]))
    await store.receive(.response(3)) { $0.count = 3 }
    #expect(failures.kinds == [.unexpectedAction])
    #expect(failures.messages.first?.hasPrefix("An effect sent another action:\n") == true)
    #expect(store.state.count == 1)
    await store.receive(.response(2)) {
      $0.count = 3
      $0.log = ["response 1", "response 2"]
    }
    #expect(failures.all.count == 1)
  }

  @Test("The failure for another action before the expected one mentions the order", .tags(.r108))
  func unexpectedBefore() async {
    let store = makeStore()
    await store.send(.ask([1, 2]))
    await store.receive(.response(2))
    #expect(failures.kinds == [.unexpectedAction])
    #expect(failures.messages.first?.hasPrefix("An effect sent another action before this") == true)
    await store.skipReceivedActions()
  }

  @Test("Receiving a case with another payload fails only for the payload", .tags(.r108))
  func value() async {
    let store = makeStore()
    await store.send(.ask([1]))
    await store.receive(\.response, 2) {
      $0.count = 1
      $0.log = ["response 1"]
    }
    #expect(failures.kinds == [.valueMismatch])
  }

  @Test(
    "A non-exhaustive receive of a case and a payload skips other payloads, and waits", .tags(.r111)
  )
  func valueNonExhaustive() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.ask([1, 2]))
    await store.receive(\.response, 2) { $0.count = 3 }
    await store.send(.askElsewhere(7))
    await store.receive(\.response, 7)
    #expect(failures.all.isEmpty)
    await store.send(.ask([1]))
    await store.receive(\.response, 2)
    #expect(failures.kinds == [.nothingReceived])
    #expect(failures.messages.last?.contains("Received:\n\n.response(1)") == true)
  }

  @Test("receive times out for a sleeping effect, and names the effects in flight", .tags(.r108))
  func timeout() async {
    let store = makeStore()
    let line = #line + 1
    await store.send(.askLater(1))
    await store.receive(\.response, timeout: .seconds(5))
    #expect(failures.kinds == [.receiveTimeout])
    #expect(failures.messages.first?.contains("5.0 seconds") == true)
    #expect(failures.messages.first?.contains(".askLater(…) sent at") == true)
    #expect(failures.messages.first?.contains("Tests.swift:\(line):") == true)
    await store.skipInFlightEffects()
  }

  @Test("receive fails if all effects end while it waits", .tags(.r108))
  func effectsEnded() async {
    let task = Mutex<TestStoreTask?>(nil)
    let store = makeStore(
      timeoutClock: CallbackClock { await task.withLock { $0 }?.cancel() })
    let sent = await store.send(.wait)
    task.withLock { $0 = sent }
    await store.receive(\.response)
    #expect(failures.kinds == [.effectsEnded])
  }

  @Test("Sending before effects' actions are received fails the test", .tags(.r112))
  func unhandled() async {
    let store = makeStore()
    await store.send(.ask([1, 2]))
    await store.send(.nothing)
    #expect(failures.kinds == [.unhandledReceivedActions])
    #expect(
      failures.messages == [
        """
        2 actions of effects must be received before .nothing is sent:

        .response(1)
        .response(2)
        """
      ])
    // They can still be received: one failure is enough.
    await store.receive(.response(1)) {
      $0.count = 1
      $0.log = ["response 1"]
    }
    await store.skipReceivedActions()
    #expect(failures.all.count == 1)
  }

  @Test(
    "In a non-exhaustive test, receive skips earlier actions, and send skips the rest",
    .tags(.r111, .r112)
  )
  func nonExhaustive() async {
    let store = makeStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.ask([1, 2, 3, 4]))
    await store.receive(.response(3)) {
      $0.count = 6
      $0.log = ["response 1", "response 2", "response 3"]
    }
    #expect(failures.kinds == [.skippedActions])
    await store.send(.add(0))
    #expect(failures.kinds == [.skippedActions, .skippedActions])
    #expect(store.state.count == 10)
    #expect(failures.areAllExpected)
    await store.finish()
    #expect(failures.all.count == 2)
  }

  @Test("A non-exhaustive test still fails for an action that does not come", .tags(.r108))
  func nonExhaustiveTimeout() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.ask([1]))
    await store.receive(.response(2))
    await store.send(.wait)
    await store.receive(.response(2))
    #expect(failures.kinds == [.nothingReceived, .receiveTimeout])
  }

  @Test(
    "In a non-exhaustive test, other actions don't extend the timeout of receive")
  func flow() async {
    let time = TestClock()
    let waits = Mutex(0)
    let store = makeStore(
      timeoutClock: FlowClock(time: time) { [clock] in
        waits.withLock { $0 += 1 }
        await time.advance(by: .milliseconds(400))
        await clock.advance(by: .seconds(1))
      })
    store.exhaustivity = .off
    await store.send(.askEverySecond)
    await store.receive(.response(-1), timeout: .seconds(1))
    #expect(failures.kinds == [.receiveTimeout])
    #expect(waits.withLock { $0 } == 3)
    await store.skipInFlightEffects()
  }

  @Test("receive waits for an action from another executor", .tags(.r113))
  func elsewhere() async {
    let store = makeStore(timeoutClock: TestClock())
    await store.send(.askElsewhere(7))
    await store.receive(.response(7)) {
      $0.count = 7
      $0.log = ["response 7"]
    }
    await store.finish()
    #expect(failures.all.isEmpty)
  }

  @Test("An action that results from a received action is received, too", .tags(.r80))
  func chain() async {
    let store = makeStore()
    await store.send(.askTwice(2))
    await store.receive(.ask([2]))
    await store.receive(\.response, 2) {
      $0.count = 2
      $0.log = ["response 2"]
    }
    #expect(failures.all.isEmpty)
  }

  @Test(
    "skipReceivedActions continues with the state after them, and fails if there are none",
    .tags(.r115))
  func skip() async {
    let store = makeStore()
    await store.send(.ask([1, 2]))
    await store.skipReceivedActions()
    #expect(store.state.count == 3)
    #expect(failures.all.isEmpty)
    await store.skipReceivedActions(strict: false)
    #expect(failures.all.isEmpty)
    await store.skipReceivedActions()
    #expect(failures.kinds == [.noActionsToSkip])
  }

  @Test(
    "Actions left over at finish fail once; those at the end of a test, at the store's line",
    .tags(.r108))
  func leftover() async {
    do {
      let store = makeStore()
      await store.send(.ask([1]))
      await store.finish()
      #expect(failures.kinds == [.leftoverActions])
      #expect(store.state.count == 1)
    }
    #expect(failures.all.count == 1)

    let line = #line + 1
    await makeStore().send(.ask([1]))
    #expect(failures.kinds == [.leftoverActions, .leftoverActions])
    #expect(failures.lines.last == UInt(line))
  }
}

/// A clock that calls back when a task begins to sleep on it, so that time can pass; the task
/// sleeps until it is cancelled.
private struct FlowClock: Clock {
  let time: TestClock<Duration>
  let callback: @Sendable () async -> Void

  var now: TestClock<Duration>.Instant { time.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestClock<Duration>.Instant, tolerance: Duration?) async throws {
    await callback()
    for await _ in AsyncStream<Never>.makeStream().stream {}
    try Task.checkCancellation()
  }
}
