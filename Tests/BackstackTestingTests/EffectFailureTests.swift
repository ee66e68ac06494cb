import Backstack
import BackstackTesting
import Testing

@Suite("What a test store fails for: effects")
struct EffectFailureTests {
  let failures = Failures()
  let clock = TestClock()

  private func makeStore(line: UInt = #line) -> TestStoreOf<ProbeFeature> {
    BackstackTestingTests.makeStore(
      ProbeFeature.State(), ProbeFeature(), failures: failures, line: line
    ) {
      $0.continuousClock = clock
    }
  }

  @Test("An effect that runs at the end fails at the line of its send, transitively (R108, F76)")
  func stillRunning() async {
    do {
      let store = makeStore()
      await store.send(.wait)
    }
    #expect(failures.kinds == [.effectStillRunning])
    #expect(failures.lines == [#line - 3])
    #expect(failures.messages.first?.hasPrefix("An effect of .wait still runs") == true)
    // It went with its store all the same (R100).
    #expect(clock.sleeperCount == 0)
  }

  @Test("Only an exhaustive test has to end its effects (F75)")
  func nonExhaustive() async {
    do {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.wait)
    }
    #expect(failures.all.isEmpty)
    do {
      let store = makeStore()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.wait)
    }
    #expect(failures.kinds == [.effectStillRunning])
    #expect(failures.areAllExpected)
  }

  @Test("finish waits for effects and fails when they don't end in time (R108, R115)")
  func finish() async {
    let store = makeStore()
    await store.send(.wait)
    await store.finish(timeout: .seconds(2))
    #expect(failures.kinds == [.effectsInFlight])
    #expect(failures.messages.first?.contains(".wait sent at") == true)
    await store.send(.stop)
    await store.finish()
    #expect(failures.all.count == 1)
  }

  @Test("A task's finish fails for its own effects only (R99, R108)")
  func taskFinish() async {
    let store = makeStore()
    let waiting = await store.send(.wait)
    let done = await store.send(.misuse)
    await done.finish()
    #expect(failures.kinds == [.issue])
    let line = #line + 1
    await waiting.finish()
    #expect(failures.kinds == [.issue, .taskTimeout])
    #expect(failures.lines.last == UInt(line))
    #expect(!waiting.isCancelled)
    await waiting.cancel()
    #expect(waiting.isCancelled)
    #expect(clock.sleeperCount == 0)
    await waiting.finish()
    #expect(failures.all.count == 2)
  }

  @Test("A task without effects counts as cancelled (R99)")
  func noEffects() async {
    let task = await makeStore().send(.nothing)
    #expect(task.isCancelled)
  }

  @Test("Forgotten effects still run, and what they send is received (R116)")
  func skip() async {
    let store = makeStore()
    await store.send(.askLater(1))
    await store.skipInFlightEffects()
    await clock.advance(by: .seconds(1))
    await store.receive(.response(1)) {
      $0.count = 1
      $0.log = ["response 1"]
    }
    #expect(failures.all.isEmpty)
    await store.skipInFlightEffects(strict: false)
    #expect(failures.all.isEmpty)
    await store.skipInFlightEffects()
    #expect(failures.kinds == [.noEffectsToSkip])
  }

  @Test("Not exhaustive, showing: skipped effects are told (R110)")
  func showSkipped() async {
    let store = makeStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.wait)
    await store.skipInFlightEffects()
    #expect(failures.kinds == [.skippedEffects])
    #expect(failures.areAllExpected)
  }

  @Test("A test clock brings effects as far as they get before more time passes (R117, R118)")
  func clockSettles() async {
    let store = makeStore()
    await store.send(.askLater(1))
    await store.send(.askLater(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.response(1)) {
      $0.count = 1
      $0.log = ["response 1"]
    }
    await store.receive(.response(2)) {
      $0.count = 3
      $0.log = ["response 1", "response 2"]
    }
    #expect(failures.all.isEmpty)
  }

  @Test("Many test stores at once, with effects on other executors, get their own only (R117, U13)")
  func parallel() async {
    let failures = failures
    await withTaskGroup { group in
      for number in 1...100 {
        group.addTask {
          let clock = TestClock()
          // A timeout would never come: whatever is missing would hang.
          let store = BackstackTestingTests.makeStore(
            ProbeFeature.State(), ProbeFeature(), failures: failures, timeoutClock: TestClock()
          ) {
            $0.continuousClock = clock
          }
          await store.send(.askElsewhere(number))
          await store.receive(.response(number)) {
            $0.count = number
            $0.log = ["response \(number)"]
          }
          await store.send(.askLater(number))
          await clock.advance(by: .seconds(1))
          await store.receive(.response(number)) {
            $0.count = 2 * number
            $0.log = ["response \(number)", "response \(number)"]
          }
          await store.finish()
        }
      }
    }
    #expect(failures.messages == [])
  }

  @Test("An effect that never rests stops no test (R118)")
  func restless() async {
    let failures = failures
    let store = TestStore<Int, Int>(
      initialState: { 0 },
      reducer: {
        Reduce { _, _ in
          .run { _ in while !Task.isCancelled { await Task.yield() } }
        }
      },
      withDependencies: { _ in }, reporter: failures.reporter, timeoutClock: ImmediateClock(),
      location: SourceLocation())
    let task = await store.send(1)
    await store.finish()
    #expect(failures.kinds == [.effectsInFlight])
    await task.cancel()
    await store.finish()
    #expect(failures.all.count == 1)
  }
}
