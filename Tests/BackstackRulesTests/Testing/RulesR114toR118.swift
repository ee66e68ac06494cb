import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("R114 to R118: how a test store runs", .timeLimit(.minutes(20)))
struct TestStoreRunRules {
  let theatre = Theatre { name in
    switch name {
    case "later": Script.later(.note(3))
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

  @Test("R114: an action is sent whole, by its case, or by its case and payload")
  func send() async {
    let test = theatre.testStore(Stage.State(), Stage())
    await test.send(.lead(.note(1))) { $0.lead.notes = [1] }
    await test.send(\.lead.note, 2) { $0.lead.notes = [1, 2] }
    await test.send(\.path.push, (id: 0, state: .player(Player.State()))) {
      $0.path[id: 0] = .player(Player.State())
    }
    await test.send(\.wait)
    await test.send(\.stop)
    await test.finish()
    #expect(theatre.failures.messages == [])
  }

  // TCA's useMainSerialExecutor is there for old tests and changes nothing: no test needs it.
  @Test(
    "R115: a test finishes, skips, asserts, and changes exhaustivity and dependencies for a while")
  func rest() async {
    let test = theatre.testPlayer()
    test.timeout = .seconds(115)
    await test.send(.play("wait"))
    await test.finish()
    #expect(theatre.failures.kinds == [.effectsInFlight])
    #expect(theatre.failures.messages.first?.contains("115.0 seconds") == true)
    await test.skipInFlightEffects()
    test.exhaustivity = .off
    await test.send(.play("race"))
    await test.skipReceivedActions()
    test.exhaustivity = .on
    test.assert { $0.notes = [11, 21, 31, 12, 22, 32, 13, 23, 33] }
    #expect(theatre.failures.all.count == 1)
    #expect(!test.isDismissed)

    func script(_ number: Int) -> Script { Script(player: { _ in .send(.note(number)) }) }
    await test.withExhaustivity(.off) {
      await test.send(.note(1))
      await test.withDependencies {
        $0[Script.self] = script(2)
      } operation: {
        await test.send(.play(""))
        await test.receive(.note(2))
      }
      test.dependencies[Script.self] = script(3)
      await test.send(.play(""))
      await test.receive(.note(3))
    }
    #expect(test.exhaustivity == .on)
    #expect(theatre.failures.all.count == 1)
  }

  @Test("R116: skipped effects are only forgotten: they run, and what they send can be received")
  func skippedEffects() async {
    do {
      let test = theatre.testPlayer()
      await test.send(.play("later"))
      await test.send(.play("wait"))
      await test.skipInFlightEffects()
      #expect(theatre.clock.sleeperCount == 2)
      await theatre.advance()
      await test.receive(.note(3)) { $0.notes = [3] }
    }
    #expect(theatre.failures.messages == [])
  }

  // TCA moves every task of the process to the main actor; here a store has an executor of its own.
  @Test(
    "R117: what effects do side by side comes in the same order each time, in parallel tests, too")
  func determinism() async {
    let script = theatre.script
    let results = await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          let theatre = Theatre(script.player)
          let test = theatre.testPlayer()
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
  @Test("R118: what effects can do without waiting they have done when a send or a receive returns")
  func settled() async {
    let test = theatre.testPlayer()
    await test.send(.play("yields"))
    #expect(theatre.failures.messages == [])
    await test.receive(.note(1000), timeout: .zero) { $0.notes = [1000] }
    await test.send(.play("later"))
    // Nothing but receive itself waits for the effect that this wakes.
    await theatre.clock.advance(by: .seconds(1)) {}
    await test.receive(.note(3), timeout: .zero) { $0.notes = [1000, 3] }
    #expect(theatre.failures.messages == [])
  }
}
