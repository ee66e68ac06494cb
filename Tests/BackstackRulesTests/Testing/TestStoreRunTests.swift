import Backstack
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("Running a test store")
struct TestStoreRunTests {
  let setup = ScriptedStoreSetup { name in
    switch name {
    case "later": EffectScript.later(.note(3))
    case "yields":
      .run { send in
        for _ in 0..<1000 { await Task.yield() }
        await send(.note(1000))
      }
    case "race":
      .merge(
        (1...3).map { runner in
          .run { send in
            for lap in 1...3 {
              await Task.yield()
              await send(.note(runner * 10 + lap))
            }
          }
        })
    default: nil
    }
  }

  @Test("A test sends an action as a whole, by its case, or by its case and payload", .tags(.r114))
  func send() async {
    let test = setup.testStore(ScriptedParent.State(), ScriptedParent())
    await test.send(.lead(.note(1))) { $0.lead.notes = [1] }
    await test.send(\.lead.note, 2) { $0.lead.notes = [1, 2] }
    await test.send(\.path.push, (id: 0, state: .child(ScriptedChild.State()))) {
      $0.path[id: 0] = .child(ScriptedChild.State())
    }
    await test.send(\.wait)
    await test.send(\.stop)
    await test.finish()
    #expect(setup.failures.messages == [])
  }

  // TCA's `useMainSerialExecutor` exists for old tests and has no effect: no test needs it.
  @Test(
    "A test can finish, skip, assert, and change exhaustivity and dependencies temporarily",
    .tags(.r115))
  func rest() async {
    let test = setup.testChild()
    test.timeout = .seconds(115)
    await test.send(.play("wait"))
    await test.finish()
    #expect(setup.failures.kinds == [.effectsInFlight])
    #expect(setup.failures.messages.first?.contains("115.0 seconds") == true)
    await test.skipInFlightEffects()
    test.exhaustivity = .off
    await test.send(.play("race"))
    await test.skipReceivedActions()
    test.exhaustivity = .on
    test.assert { $0.notes = [11, 21, 31, 12, 22, 32, 13, 23, 33] }
    #expect(setup.failures.all.count == 1)
    #expect(!test.isDismissed)

    func script(_ number: Int) -> EffectScript {
      EffectScript(child: { _ in .send(.note(number)) })
    }
    await test.withExhaustivity(.off) {
      await test.send(.note(1))
      await test.withDependencies {
        $0[EffectScript.self] = script(2)
      } operation: {
        await test.send(.play(""))
        await test.receive(.note(2))
      }
      test.dependencies[EffectScript.self] = script(3)
      await test.send(.play(""))
      await test.receive(.note(3))
    }
    #expect(test.exhaustivity == .on)
    #expect(setup.failures.all.count == 1)
  }

  @Test(
    "Skipped effects keep running, and tests can receive what they send", .tags(.r116)
  )
  func skippedEffects() async {
    do {
      let test = setup.testChild()
      await test.send(.play("later"))
      await test.send(.play("wait"))
      await test.skipInFlightEffects()
      #expect(setup.clock.sleeperCount == 2)
      await setup.advance()
      await test.receive(.note(3)) { $0.notes = [3] }
    }
    #expect(setup.failures.messages == [])
  }

  // TCA moves every task of the process to the main actor; here each store has its own executor.
  @Test(
    "Concurrent effects send in the same order every time, in parallel tests, too",
    .tags(.r117))
  func determinism() async {
    let script = setup.script
    let results = await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          let setup = ScriptedStoreSetup(script.child)
          let test = setup.testChild()
          test.exhaustivity = .off
          await test.send(.play("race"))
          await test.finish(timeout: .zero)
          return test.state.notes
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results) == [[11, 21, 31, 12, 22, 32, 13, 23, 33]])
  }

  // TCA yields some twenty times; here a test waits until the store's executor is idle.
  @Test(
    "A send or receive returns once all effects have run as far as they can without waiting",
    .tags(.r118))
  func settled() async {
    let test = setup.testChild()
    await test.send(.play("yields"))
    #expect(setup.failures.messages == [])
    await test.receive(.note(1000), timeout: .zero) { $0.notes = [1000] }
    await test.send(.play("later"))
    // Only `receive` itself waits for the effect that this wakes.
    await setup.clock.advance(by: .seconds(1)) {}
    await test.receive(.note(3), timeout: .zero) { $0.notes = [1000, 3] }
    #expect(setup.failures.messages == [])
  }
}
