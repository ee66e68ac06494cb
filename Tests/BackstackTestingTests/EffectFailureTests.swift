import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Failures of a test store: effects")
struct EffectFailureTests {
  let failures = Failures()
  let clock = TestClock()

  private func makeProbe(line: UInt = #line) -> TestStoreOf<ProbeFeature> {
    BackstackTestingTests.makeStore(
      ProbeFeature.State(), ProbeFeature(), failures: failures, line: line
    ) {
      $0.continuousClock = clock
    }
  }

  @Test("An effect that an effect's action starts is attributed to the first send", .tags(.r108))
  func originatingSend() async {
    let line = #line + 3
    do {
      let store = makeProbe()
      await store.send(.waitLater)
      await store.send(.nothing)
      await clock.advance(by: .seconds(1))
      await store.receive(.wait)
    }
    #expect(failures.kinds == [.effectStillRunning])
    #expect(failures.lines == [UInt(line)])
    #expect(failures.messages.first?.hasPrefix("An effect of .waitLater still runs") == true)
  }

  @Test("receive first lets effects run as far as they can", .tags(.r118))
  func settlesBeforeReceive() async {
    let failures = failures
    let numbers = AsyncStream<Int>.makeStream()
    let store = TestStore<Int, Int>(
      initialState: { 0 },
      reducer: {
        Reduce { state, action in
          state += action
          guard action == 0 else { return .none }
          return .run { send in for await number in numbers.stream { await send(number) } }
        }
      },
      withDependencies: { _ in }, reporter: failures.reporter, timeoutClock: ImmediateClock(),
      location: SourceLocation())
    await store.send(0)
    for number in 1...100 {
      numbers.continuation.yield(1)
      await store.receive(1, timeout: .zero) { $0 = number }
    }
    numbers.continuation.finish()
    await store.finish(timeout: .zero)
    #expect(failures.messages == [])
  }

  @Test(
    "An effect that still runs at the end of a test fails at the line of its send", .tags(.r108))
  func stillRunning() async {
    do {
      let store = makeProbe()
      await store.send(.wait)
    }
    #expect(failures.kinds == [.effectStillRunning])
    #expect(failures.lines == [#line - 3])
    #expect(failures.messages.first?.hasPrefix("An effect of .wait still runs") == true)
    // It still ended with its store (R100).
    #expect(clock.sleeperCount == 0)
  }

  @Test("Only an exhaustive test fails for effects that still run at its end")
  func nonExhaustive() async {
    do {
      let store = makeProbe()
      store.exhaustivity = .off
      await store.send(.wait)
    }
    #expect(failures.all.isEmpty)
    do {
      let store = makeProbe()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.wait)
    }
    #expect(failures.kinds == [.effectStillRunning])
    #expect(failures.areAllExpected)
  }

  @Test("finish waits for effects and fails if they don't end in time", .tags(.r108, .r115))
  func finish() async {
    let store = makeProbe()
    await store.send(.wait)
    await store.finish(timeout: .seconds(2))
    #expect(failures.kinds == [.effectsInFlight])
    #expect(failures.messages.first?.contains(".wait sent at") == true)
    await store.send(.stop)
    await store.finish()
    #expect(failures.all.count == 1)
  }

  @Test("A task's finish fails only for the task's own effects", .tags(.r99, .r108))
  func taskFinish() async {
    let store = makeProbe()
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

  @Test("A task without effects counts as cancelled", .tags(.r99))
  func noEffects() async {
    let task = await makeProbe().send(.nothing)
    #expect(task.isCancelled)
  }

  @Test("Skipped effects keep running, and tests receive what they send", .tags(.r116))
  func skip() async {
    let store = makeProbe()
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

  @Test(
    "A non-exhaustive test that shows skipped assertions also shows skipped effects", .tags(.r110))
  func showSkipped() async {
    let store = makeProbe()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.wait)
    await store.skipInFlightEffects()
    #expect(failures.kinds == [.skippedEffects])
    #expect(failures.areAllExpected)
  }

  @Test(
    "A test clock runs effects as far as they get before it advances further", .tags(.r117, .r118))
  func clockSettles() async {
    let store = makeProbe()
    for _ in 0..<100 {
      await store.send(.askLater(1))
      // Only the clock itself waits for the effect.
      await clock.advance(by: .seconds(1)) {}
      await store.withExhaustivity(.off) { await store.receive(.response(1), timeout: .zero) }
    }
    #expect(store.state.count == 100)
    #expect(failures.all.isEmpty)
  }

  @Test("A test clock lets a timer sleep again before it advances further", .tags(.r117))
  func timer() async {
    let store = makeStore(
      CountersFeature.State(path: StackState([.counter(CounterFeature.State(count: -1000))])),
      CountersFeature(), failures: failures
    ) {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].counter.toggleTimerButtonTapped)
    await clock.advance(by: .seconds(1000)) {}
    await store.skipReceivedActions()
    #expect(store.state.path[id: 0]?.counter?.count == 0)
  }

  @Test(
    "Parallel test stores receive only their own actions, also from other executors", .tags(.r117))
  func parallel() async {
    let failures = failures
    await withTaskGroup { group in
      for number in 1...100 {
        group.addTask {
          let clock = TestClock()
          // The timeout never passes: a missing action would hang.
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

  @Test("An effect that never waits does not block a test", .tags(.r118))
  func restless() async {
    let failures = failures
    let store = TestStore<Int, Int>(
      initialState: { 0 },
      reducer: {
        Reduce { _, _ in
          .run { _ in while !Task.isCancelled { await letOthersWork() } }
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
