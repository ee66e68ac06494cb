import Backstack
import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

/// An action that is not `Equatable`.
@CasePathable
private enum IncomparableAction: Sendable {
  case start
  case number(@Sendable () -> Int)
}

@Suite(
  "The assertions of a test store")
struct TestStoreAssertionTests {
  /// `ask` sends 1 and 2; `later` sends 3 after a second; `misuse` reports an issue.
  let setup = ScriptedStoreSetup { name in
    switch name {
    case "ask":
      .run { send in
        await send(.note(1))
        await send(.note(2))
      }
    case "later": EffectScript.later(.note(3))
    case "misuse": .run { _ in reportIssue("misused") }
    default: nil
    }
  }

  @Test(
    "A test store compares states, and compares actions only when a test names a whole one",
    .tags(.r106))
  func equatable() async {
    let test = TestStore(initialState: 0) {
      Reduce<Int, IncomparableAction> { state, action in
        switch action {
        case .start: return .send(.number { 106 })
        case .number(let number):
          state = number()
          return .none
        }
      }
    }
    await test.send(.start)
    await test.receive(\.number) { $0 = 106 }
    await test.send(.start)
    await test.receive { if case .number = $0 { true } else { false } }
  }

  // As in TCA, unless a test sets `receivedActions = .lazy`.
  @Test(
    "Effects' actions are processed as they arrive; state shows only what was asserted",
    .tags(.r107))
  func eager() async {
    let processed = Collected<Int>()
    let test = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        processed.add(action)
        return action == 1 ? .merge(.send(2), .send(3)) : .none
      }
    }
    await test.send(1) { $0 = 1 }
    #expect(processed.all == [1, 2, 3])
    #expect(test.state == 1)
    await test.receive(2) { $0 = 3 }
    #expect(test.state == 3)
    await test.receive(3) { $0 = 6 }
  }

  @Test(
    "Each kind of failure is distinguished, and reported at the line that caused it", .tags(.r108))
  func failures() async {
    struct Refusal: Error {}
    let inFlight = Mutex<TestStoreTask?>(nil)
    let alarm = CallbackClock { await inFlight.withLock { $0 }?.cancel() }
    func expect(
      _ expected: TestFailure.Kind..., exhaustive: Bool = true,
      timeoutClock: any Clock<Duration> = ImmediateClock(),
      sourceLocation: Testing.SourceLocation = #_sourceLocation,
      _ steps: (TestStoreOf<ScriptedChild>) async -> Void
    ) async {
      let setup = ScriptedStoreSetup(setup.script.child)
      do {
        let test = setup.testChild(timeoutClock: timeoutClock)
        if !exhaustive { test.exhaustivity = .off(showSkippedAssertions: true) }
        await steps(test)
      }
      #expect(setup.failures.kinds == expected, sourceLocation: sourceLocation)
    }

    await expect(.stateMismatch) { await $0.send(.note(1)) { $0.notes = [2] } }
    await expect(.unassertedStateChange) { await $0.send(.note(1)) }
    await expect(.noStateChange) { await $0.send(.play("")) { $0.id = 0 } }
    await expect(.assertionThrew) { await $0.send(.play("")) { _ in throw Refusal() } }
    await expect(.unhandledReceivedActions) {
      await $0.send(.play("ask"))
      await $0.send(.play(""))
      await $0.skipReceivedActions()
    }
    await expect(.unexpectedAction) {
      await $0.send(.play("ask"))
      await $0.receive(.note(2))
      await $0.skipReceivedActions()
    }
    await expect(.valueMismatch) {
      await $0.send(.play("ask"))
      await $0.receive(\.note, 7) { $0.notes = [1] }
      await $0.skipReceivedActions()
    }
    await expect(.nothingReceived, .nothingReceived, .nothingReceived) {
      await $0.receive(.note(1))
      await $0.receive(\.note)
      await $0.receive { _ in true }
    }
    await expect(.receiveTimeout) {
      let task = await $0.send(.play("wait"))
      await $0.receive(\.note)
      await task.cancel()
    }
    await expect(.effectsEnded, timeoutClock: alarm) {
      let task = await $0.send(.play("wait"))
      inFlight.withLock { $0 = task }
      await $0.receive(\.note)
    }
    await expect(.leftoverActions) { await $0.send(.play("ask")) }
    await expect(.effectStillRunning) { await $0.send(.play("wait")) }
    await expect(.effectsInFlight, .taskTimeout) {
      let task = await $0.send(.play("wait"))
      await $0.finish()
      await task.finish()
      await task.cancel()
    }
    await expect(.noActionsToSkip, .noEffectsToSkip) {
      await $0.skipReceivedActions()
      await $0.skipInFlightEffects()
      await $0.skipReceivedActions(strict: false)
      await $0.skipInFlightEffects(strict: false)
    }
    await expect(.skippedActions, .skippedEffects, .skippedAssertions, exhaustive: false) {
      await $0.send(.play("ask"))
      await $0.skipReceivedActions()
      await $0.send(.play("wait"))
      await $0.skipInFlightEffects()
      await $0.send(.note(5))
    }
    await expect(.sendAfterDismissal) {
      await $0.send(.play("dismiss"))
      await $0.send(.play(""))
    }
    await expect(.issue) { await $0.send(.play("misuse")) }
  }

  @Test(
    "A mistake in a closure fails at its line; what an operator detects, at the operator's",
    .tags(.r108))
  func casesInClosures() async {
    let test = setup.testStore(
      ScriptedParent.State(path: [.child(ScriptedChild.State())]), ScriptedParent())
    let line = UInt(#line + 1)
    await test.send(\.path[id: 0].child.note, 1) {
      XCTModify(&$0.path[id: 0], case: \.parent) { $0.lead.id = 1 }
      XCTModify(&$0.path[id: 0], case: \.child) { _ in }
      $0.path[id: 0, case: \.parent]?.lead.id = 1
      $0.path[id: 0, case: \.child]?.notes = [1]
    }
    #expect(setup.failures.kinds == [.wrongCase, .unchangedCase, .issue])
    #expect(setup.failures.all.map(\.location.line) == [line + 1, line + 2, line])
    await test.send(\.path[id: 0].child.note, 2) {
      $0.path[id: 0, case: \.parent] = ScriptedParent.State()
      $0.path[id: 0, case: \.child]?.notes = [1, 2]
    }
    #expect(setup.failures.kinds == [.wrongCase, .unchangedCase, .issue, .issue])

    test.exhaustivity = .off
    await test.send(.path(.popFrom(id: 9)))
    await test.send(.path(.element(id: 9, action: .child(.note(1)))))
    await test.send(.path(.push(id: 0, state: .child(ScriptedChild.State()))))
    await test.send(.path(.push(id: 9, state: .child(ScriptedChild.State()))))
    await test.send(.destination(.dismiss))
    #expect(setup.failures.kinds.dropFirst(4) == [.issue, .issue, .issue, .issue, .issue])
  }

  @Test(
    "An exhaustive closure turns the old state into the new; others must not change the new",
    .tags(.r109))
  func closures() async {
    let test = setup.testChild()
    let seen = Collected<[Int]>()
    await test.send(.note(1)) {
      seen.add($0.notes)
      $0.notes = [1]
    }
    test.exhaustivity = .off
    await test.send(.note(2)) { seen.add($0.notes) }
    #expect(seen.all == [[], [1, 2]])
    #expect(setup.failures.messages == [])
    await test.send(.note(3)) { $0.notes = [3] }
    #expect(setup.failures.kinds == [.stateMismatch])
  }

  @Test(
    "Skipped assertions can be shown as expected failures, for which closures run twice",
    .tags(.r110))
  func showing() async {
    let test = setup.testChild()
    test.exhaustivity = .off(showSkippedAssertions: true)
    var runs = 0
    await test.send(.note(1)) { _ in runs += 1 }
    #expect(runs == 2)
    #expect(setup.failures.kinds == [.skippedAssertions])
    #expect(setup.failures.all.map(\.isExpected) == [true])
  }

  @Test(
    "An exhaustive test must receive the first action; others skip those before the match",
    .tags(.r111))
  func order() async {
    let test = setup.testChild()
    await test.send(.play("ask"))
    await test.receive(.note(2))
    #expect(setup.failures.kinds == [.unexpectedAction])
    #expect(setup.failures.messages.first?.contains("before this one") == true)
    // The test continues after the action that came instead.
    #expect(test.state.notes == [1])
    await test.receive(.note(2)) { $0.notes = [1, 2] }

    test.exhaustivity = .off
    await test.send(.play("ask"))
    await test.receive(.note(2))
    #expect(test.state.notes == [1, 2, 1, 2])
    #expect(setup.failures.all.count == 1)
  }

  @Test(
    "Sending before all is received fails an exhaustive test; others skip those actions",
    .tags(.r112))
  func sendBeforeReceive() async {
    let test = setup.testChild()
    test.exhaustivity = .off
    await test.send(.play("ask"))
    await test.send(.note(3)) { $0.notes = [1, 2, 3] }
    #expect(setup.failures.messages == [])
    test.exhaustivity = .on
    await test.send(.play("ask"))
    await test.send(.play(""))
    #expect(setup.failures.kinds == [.unhandledReceivedActions])
    await test.skipReceivedActions()
  }

  @Test(
    "Actions are received whole, by predicate, case or payload; receive never waits in vain",
    .tags(.r113))
  func receive() async {
    // A timeout on a clock that stands still would never pass.
    let test = setup.testChild(timeoutClock: TestClock())
    await test.send(.play("ask"))
    await test.receive(.note(1), timeout: .seconds(1)) { $0.notes = [1] }
    await test.receive {
      $0 == .note(2)
    } assert: {
      $0.notes = [1, 2]
    }
    await test.send(.play("ask"))
    await test.receive(\.note) { $0.notes = [1, 2, 1] }
    await test.receive(\.note, 2) { $0.notes = [1, 2, 1, 2] }
    #expect(setup.failures.messages == [])
    await test.receive(\.note)
    #expect(setup.failures.kinds == [.nothingReceived])
  }
}
