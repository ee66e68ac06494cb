import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Requests of TCA's users: tests")
struct ParallelTestStoreTests {
  @Test("A test may ignore element ids when it compares stacks", .tags(.r126))
  func hiddenIDs() async {
    let setup = ScriptedStoreSetup()
    let test = setup.testStore(ScriptedParent.State(), ScriptedParent())
    test.exhaustivity = .off
    for _ in 0..<2 {
      await test.send(.edit { $0.path = [.child(ScriptedChild.State(id: 11))] })
    }
    test.exhaustivity = .on
    #expect(test.state.path.ids == [1])
    let expected = ScriptedParent.State(path: [.child(ScriptedChild.State(id: 11))])
    test.assert { $0 = expected }
    #expect(setup.failures.kinds == [.stateMismatch])
    test.stackElementIDs = .ignored
    test.assert { $0 = expected }
    test.assert { $0 = ScriptedParent.State(path: [.child(ScriptedChild.State(id: 12))]) }
    #expect(setup.failures.kinds == [.stateMismatch, .stateMismatch])
  }

  @Test(
    "With lazy receivedActions, an effect's action is processed when the test receives it",
    .tags(.r127))
  func lazy() async {
    let processed = Collected<Int>()
    let test = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        processed.add(action)
        return action == 1 ? .merge(.send(2), .send(3)) : .none
      }
    }
    test.receivedActions = .lazy
    await test.send(1) { $0 = 1 }
    #expect(processed.all == [1])
    await test.receive(2) { $0 = 3 }
    #expect(processed.all == [1, 2])
    await test.receive(3) { $0 = 6 }
  }

  // Issues go to the test that has the store, not to the test of the current task.
  @Test("Parallel tests each get their own issues and actions, and none is lost")
  func leakage() async {
    await withTaskGroup { group in
      for number in 1...100 {
        group.addTask {
          let setup = ScriptedStoreSetup { name in
            .run { send in
              // Off the store's executor, in a task without a current test.
              let text = await Task.detached { "\(number)" }.value
              reportIssue(text)
              await send(.note(number))
            }
            .cancellable(id: "shared by all")
          }
          // The timeout's clock stands still: a missing action would hang, not pass.
          let test = setup.testChild(timeoutClock: TestClock())
          await test.send(.play("go"))
          await test.receive(.note(number)) { $0.notes = [number] }
          await test.finish()
          #expect(setup.failures.kinds == [.issue])
          #expect(setup.failures.messages == ["\(number)"])
        }
      }
    }
  }
}
