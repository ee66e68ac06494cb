import Backstack
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("How a test store runs", .timeLimit(.minutes(20)))
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

  @Test("An action is sent whole, by its case, or by its case and payload", .tags(.r114))
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

  // TCA's useMainSerialExecutor is there for old tests and changes nothing: no test needs it.
  @Test(
    "A test finishes, skips, asserts, and changes exhaustivity and dependencies for a while",
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
    "Skipped effects are only forgotten: they run, and what they send can be received", .tags(.r116)
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

  // TCA moves every task of the process to the main actor; here a store has an executor of its own.
  @Test(
    "What effects do side by side comes in the same order each time, in parallel tests, too",
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

  // TCA yields some twenty times and hopes; here a test waits until the store's executor is idle.
  @Test(
    "What effects can do without waiting they have done when a send or a receive returns",
    .tags(.r118))
  func settled() async {
    let test = setup.testChild()
    await test.send(.play("yields"))
    #expect(setup.failures.messages == [])
    await test.receive(.note(1000), timeout: .zero) { $0.notes = [1000] }
    await test.send(.play("later"))
    // Nothing but receive itself waits for the effect that this wakes.
    await setup.clock.advance(by: .seconds(1)) {}
    await test.receive(.note(3), timeout: .zero) { $0.notes = [1000, 3] }
    #expect(setup.failures.messages == [])
  }
}
