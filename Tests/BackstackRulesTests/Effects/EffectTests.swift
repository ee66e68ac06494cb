import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Backstack

@Suite(
  "Effects")
struct EffectTests {
  private struct Failure: Error {}

  // TCA's effects are nothing, a publisher or a run. There are no publishers here; a run that reads
  // an asynchronous sequence replaces them.
  @Test(
    "An effect is empty, sends actions at once, or is a run, which may read a sequence", .tags(.r85)
  )
  func forms() {
    let numbers = AsyncStream<Int>.makeStream()
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "listen":
        .run { send in for await number in numbers.stream { await send(.note(number)) } }
      case "send": .send(.note(0))
      default: Effect.none
      }
    }
    let store = setup.child()
    #expect(store.send(.play("nothing")).isCancelled)
    store.send(.play("send"))
    for number in 1...3 { numbers.continuation.yield(number) }
    numbers.continuation.finish()
    store.send(.play("listen"))
    #expect(store.notes == [0, 1, 2, 3])
    #expect(store.effectCount == 0)
  }

  @Test(
    "Actions that an effect sends at once are processed in the same send, before runs begin",
    .tags(.r86))
  func synchronous() {
    let store = ScriptedStoreSetup { _ in
      .merge(.run { await $0(.note(2)) }, .send(.note(1)))
    }.child()
    store.send(.play(""))
    #expect(store.notes == [1, 2])
  }

  @Test(
    "A run has the dependencies of its creation; errors that it does not handle are issues",
    .tags(.r87)
  )
  func runs() async {
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "dependencies":
        withDependencies {
          $0.uuid = .constant(UUID(87))
        } operation: {
          .run { await $0(.note(DependencyValues.current.uuid() == UUID(87) ? 87 : 0)) }
        }
      case "cancelled": .run { _ in throw CancellationError() }
      case "fails": .run { _ in throw Failure() }
      case "handled":
        .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(.note(-1))
        }
      case "fails late":
        .run { _ in
          try? await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
          throw Failure()
        }
      default: nil
      }
    }
    let store = setup.child()
    store.send(.play("dependencies"))
    store.send(.play("cancelled"))
    store.send(.play("fails late")).cancel()
    await store.settle()
    #expect(setup.issues.messages == [])
    store.send(.play("handled"))
    #expect(setup.issues.messages == [])
    store.send(.play("fails"))
    #expect(setup.issues.all.count == 1)
    #expect(
      setup.issues.all.first?.location.fileID.description.hasSuffix("EffectTests.swift") == true)
    #expect(store.notes == [87, -1])
  }

  // TCA's Send is bound to the main actor. Here it may be called on any thread.
  @Test(
    "A cancelled effect sends nothing; what an ended one sends arrives, with an issue", .tags(.r88))
  func send() async {
    let late = Mutex<Send<ScriptedChild.Action>?>(nil)
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "keeps its send": .run { send in late.withLock { $0 = send } }
      case "goes on":
        .run { send in
          try? await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
          await send(.note(-1))
        }
      default: nil
      }
    }
    let store = setup.child()
    store.send(.play("goes on")).cancel()
    await store.settle()
    #expect(store.notes == [])
    store.send(.play("keeps its send"))
    let send = late.withLock { $0 }
    await Task.detached { await send?(.note(88)) }.value
    #expect(store.notes == [88])
    #expect(setup.issues.all.count == 1)
  }

  @Test(
    "Merged effects run concurrently, concatenated ones in turn; an empty effect adds nothing",
    .tags(.r89))
  func composition() async {
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "merge": .merge(.none, EffectScript.later(.note(1)), .none, EffectScript.later(.note(2)))
      case "concatenate":
        .concatenate(EffectScript.later(.note(3)), .none, EffectScript.later(.note(4)))
      case "behind": .concatenate(EffectScript.hour().cancellable(id: "wait"), .send(.note(5)))
      case "nothing":
        .concatenate(.none, Effect.merge(.none, .none).map { $0 }.cancellable(id: 1))
      default: nil
      }
    }
    let store = setup.child()
    store.send(.play("merge"))
    #expect(setup.clock.sleeperCount == 2)
    await setup.advance()
    store.send(.play("concatenate"))
    #expect(setup.clock.sleeperCount == 1)
    await setup.advance()
    #expect(store.notes == [1, 2, 3])
    await setup.advance()
    #expect(store.notes == [1, 2, 3, 4])
    // The second effect also starts when the first is cancelled.
    store.send(.play("behind"))
    store.send(.play("stop"))
    #expect(store.notes == [1, 2, 3, 4, 5])
    #expect(store.send(.play("nothing")).isCancelled)
  }

  @Test(
    "A cancel id consists of value, type and feature; cancelInFlight replaces earlier effects",
    .tags(.r90))
  func ids() {
    enum Other: Int { case one = 1 }
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "start":
        .merge(
          EffectScript.hour().cancellable(id: 1), EffectScript.hour().cancellable(id: 1),
          EffectScript.hour().cancellable(id: Other.one).cancellable(id: "outer"))
      case "restart": EffectScript.hour().cancellable(id: 1, cancelInFlight: true)
      case "stop outer": .cancel(id: "outer")
      default: nil
      }
    }
    let store = setup.store(ScriptedParent.State(path: [.child(.init()), .child(.init())]))
    func play(_ name: String, at id: StackElementID) {
      store.send(.path(.element(id: id, action: .child(.play(name)))))
    }
    play("start", at: 0)
    play("start", at: 1)
    #expect(store.effectCount == 6)
    play("restart", at: 0)
    #expect(store.effectCount == 5)
    play("stop outer", at: 0)
    #expect(store.effectCount == 4)
  }

  @Test(
    "A parent's cancellation reaches its children; a child's reaches neither parent nor sibling",
    .tags(.r91))
  func reach() {
    let store = ScriptedStoreSetup().store(
      ScriptedParent.State(path: [.child(.init()), .child(.init())], destination: .child(.init())))
    store.send(.wait)
    store.send(.path(.element(id: 0, action: .child(.play("wait")))))
    store.send(.path(.element(id: 1, action: .child(.play("wait")))))
    store.send(.destination(.presented(.child(.play("wait")))))
    #expect(store.effectCount == 4)
    store.send(.path(.element(id: 1, action: .child(.play("stop")))))
    #expect(store.effectCount == 3)
    store.send(.stop)
    #expect(store.effectCount == 0)
  }

  @Test(
    "Another effect can cancel a part of an effect by its id, and no entry is left behind",
    .tags(.r92))
  func imperative() async throws {
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "part":
        .run { send in
          let clock = DependencyValues.current.continuousClock
          do {
            try await withTaskCancellation(id: 1) { try await clock.sleep(for: .seconds(3600)) }
          } catch {
            await send(.note(92))
          }
        }
      case "cancel": .run { _ in Task.cancel(id: 1) }
      default: nil
      }
    }
    let store = setup.child()
    let core = try #require(store.core as? StoreCore<ScriptedChild.State, ScriptedChild.Action>)
    store.send(.play("part"))
    #expect(core.root.scopes.count == 1)
    store.send(.play("cancel"))
    await store.settle()
    #expect(store.notes == [92])
    #expect(setup.clock.sleeperCount == 0)
    #expect(core.root.scopes.isEmpty)
  }

  // In TCA a run registers when its task starts, too late for a cancellation in the same step.
  @Test(
    "An effect can be cancelled as soon as it is returned, even while it is queued", .tags(.r93))
  func registration() async {
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "both": .merge(.run { await $0(.note(-1)) }.cancellable(id: 1), .cancel(id: 1))
      case "queue":
        .concatenate(EffectScript.later(.note(1)), EffectScript.later(.note(2)).cancellable(id: 2))
          .cancellable(id: "queue")
      case "stop queue": .cancel(id: "queue")
      default: nil
      }
    }
    let store = setup.child()
    store.send(.play("both"))
    store.send(.play("queue"))
    store.send(.play("stop queue"))
    await setup.advance(5)
    #expect(store.notes == [])
    #expect(store.effectCount == 0)
    #expect(setup.clock.sleeperCount == 0)
  }
}
