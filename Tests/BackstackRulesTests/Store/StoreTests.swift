import Backstack
import BackstackTestSupport
import BackstackTesting
import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@Suite(
  "Stores")
struct StoreTests {
  // TCA's store belongs to the main actor. Here any thread may send, and the store processes one
  // action at a time.
  @Test("A send is synchronous on any thread, and publishes the state once", .tags(.r94))
  func send() {
    let setup = ScriptedStoreSetup { name in
      name == "thrice" ? .merge(.send(.note(1)), .send(.note(2)), .send(.note(3))) : nil
    }
    let store = setup.child()
    let published = Collected<Int>()
    let token = store.onChange { published.add($0.notes.count) }
    store.send(.play("thrice"))
    #expect(published.all == [3])
    token.cancel()

    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<250 { store.send(.note(4)) }
    }
    #expect(store.notes.count == 1003)
  }

  @Test(
    "A send during a step is processed after the step; from the reducer itself it is an issue",
    .tags(.r95))
  func reentrance() {
    var setup = ScriptedStoreSetup()
    let box = Mutex<StoreOf<ScriptedParent>?>(nil)
    setup.script.parent = { state, action in
      guard case .lead(.play("reenter")) = action else { return .none }
      box.withLock { $0 }?.send(.lead(.note(1)))
      #expect(state.lead.notes == [])
      return .none
    }
    let store = setup.store()
    box.withLock { $0 = store }
    defer { box.withLock { $0 = nil } }
    store.send(.lead(.play("reenter")))
    #expect(store.lead.notes == [1])
    #expect(setup.issues.all.count == 1)

    // A send while the state is published is allowed; its change is published separately.
    let published = Collected<[Int]>()
    let token = store.onChange { [weak store] state in
      published.add(state.lead.notes)
      if state.lead.notes.count < 3 { store?.send(.lead(.note(2))) }
    }
    store.send(.lead(.note(2)))
    #expect(published.all == [[1, 2], [1, 2, 2]])
    #expect(setup.issues.all.count == 1)
    token.cancel()
  }

  @Test("An action that an effect sends during a step is processed after the step", .tags(.r96))
  func heardDuringStep() {
    let numbers = AsyncStream<Int>.makeStream()
    let store = Store<[String], String>(initialState: []) {
      Reduce { state, action in
        if action == "listen" {
          return .run { send in for await number in numbers.stream { await send("\(number)") } }
        }
        state.append("begin \(action)")
        if action == "step" {
          numbers.continuation.yield(1)
          numbers.continuation.yield(2)
        }
        state.append("end \(action)")
        return .none
      }
    }
    store.send("listen")
    store.send("step")
    #expect(store.state == ["begin step", "end step", "begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test("A chain of a hundred thousand sends does not grow the call stack", .tags(.r97))
  func chain() {
    onSmallThread(kilobytes: 512) {
      let store = Store<Int, Int>(initialState: 0) {
        Reduce { state, remaining in
          state += 1
          return remaining > 1 ? .send(remaining - 1) : .none
        }
      }
      store.send(100_000)
      #expect(store.state == 100_000)
    }
  }

  @Test(
    "A task covers all effects of its action, and those of the actions that they send", .tags(.r98))
  func task() async {
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "first": EffectScript.later(.play("second"))
      case "second": EffectScript.later(.note(1))
      default: nil
      }
    }
    let store = setup.child()
    let isFinished = Mutex(false)
    let task = store.send(.play("first"))
    let waiting = Task {
      await task.finish()
      isFinished.withLock { $0 = true }
    }
    await setup.advance()
    #expect(store.effectCount == 1)
    for _ in 0..<100 { await Task.yield() }
    #expect(!isFinished.withLock { $0 })
    await setup.advance()
    await waiting.value
    #expect(store.notes == [1])

    let cancelled = store.send(.play("first"))
    await setup.advance()
    cancelled.cancel()
    #expect(store.effectCount == 0)
    await setup.advance()
    #expect(store.notes == [1])
  }

  @Test(
    "Cancelling the wait for a task cancels its effects; a test's tasks report a timeout",
    .tags(.r99)
  )
  func tasks() async {
    let setup = ScriptedStoreSetup()
    let store = setup.child()
    #expect(store.send(.note(1)).isCancelled)
    let task = store.send(.play("wait"))
    #expect(!task.isCancelled)
    let waiting = Task { await task.finish() }
    waiting.cancel()
    await waiting.value
    #expect(task.isCancelled)
    #expect(store.effectCount == 0)

    let test = setup.testChild()
    let tested = await test.send(.play("wait"))
    await tested.finish()
    #expect(setup.failures.kinds == [.taskTimeout])
    let sleepers = setup.clock.sleeperCount
    await tested.cancel()
    // The cancellation has waited until the effect ended.
    #expect(setup.clock.sleeperCount == sleepers - 1)
  }

  @Test("Effects don't keep a store alive, and are cancelled when it is deallocated", .tags(.r100))
  func deinitialization() {
    let setup = ScriptedStoreSetup()
    weak var gone: StoreOf<ScriptedChild>?
    do {
      let store = setup.child()
      gone = store
      store.send(.play("wait"))
      #expect(setup.clock.sleeperCount == 1)
    }
    #expect(gone == nil)
    #expect(setup.clock.sleeperCount == 0)
  }

  @Test(
    "A scoped store is a view of the root, and the same object while it is referenced", .tags(.r101)
  )
  func scopes() throws {
    let setup = ScriptedStoreSetup()
    let store = setup.store()
    let lead = store.scope(state: \.lead, action: \.lead)
    #expect(lead === store.scope(state: \.lead, action: \.lead))
    lead.send(.note(1))
    #expect(store.lead.notes == [1])
    #expect(store.actionCount == 1)

    #expect(store.scope(state: \.$destination.child, action: \.destination.child) == nil)
    store.send(.edit { $0.destination = .child(ScriptedChild.State(id: 101)) })
    let child = try #require(
      store.scope(state: \.$destination.child, action: \.destination.child))
    #expect(child.state.id == 101)
    store.send(.destination(.dismiss))
    // It keeps the last state; an action that is sent to it arrives too late, with an issue.
    #expect(child.state.id == 101)
    #expect(setup.issues.messages == [])
    child.send(.note(2))
    #expect(setup.issues.all.count == 1)
  }

  @Test(
    "Overrides apply to the initial state, the creation of the reducer and each action",
    .tags(.r102))
  func dependencies() {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
    let made = Collected<Date>()
    func now() -> Date { DependencyValues.current.date.now }
    let store = withDependencies {
      $0.date = .constant(date(1))
      $0.uuid = .constant(UUID(102))
    } operation: {
      Store<[Date], Bool>(initialState: [now()]) {
        let _ = made.add(now())
        Reduce { state, _ in
          let values = DependencyValues.current
          // Not overridden by the store: inherited from where the store was created.
          if values.uuid() == UUID(102) { state.append(values.date.now) }
          return .none
        }
      } withDependencies: {
        $0.date = .constant(date(2))
      }
    }
    store.send(true)
    #expect(store.state == [date(2), date(2)])
    #expect(made.all == [date(2)])
  }
}
