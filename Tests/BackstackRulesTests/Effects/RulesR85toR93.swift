import BackstackTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Backstack

@Suite("R85 to R93: effects", .timeLimit(.minutes(20)))
struct EffectRules {
  private struct Failure: Error {}

  // TCA's effects are nothing, a publisher or a run. There are no publishers here: a run that reads
  // an asynchronous sequence does what they do.
  @Test("R85: an effect is nothing, actions at once or a run; a run may read a sequence")
  func forms() {
    let numbers = AsyncStream<Int>.makeStream()
    let theatre = Theatre { name in
      switch name {
      case "listen":
        .run { send in for await number in numbers.stream { await send(.note(number)) } }
      case "send": .send(.note(0))
      default: Effect.none
      }
    }
    let store = theatre.player()
    #expect(store.send(.play("nothing")).isCancelled)
    store.send(.play("send"))
    for number in 1...3 { numbers.continuation.yield(number) }
    numbers.continuation.finish()
    store.send(.play("listen"))
    #expect(store.notes == [0, 1, 2, 3])
    #expect(store.effectCount == 0)
  }

  @Test("R86: what is sent at once is processed within the same send, before runs begin")
  func synchronous() {
    let store = Theatre { _ in
      .merge(.run { await $0(.note(2)) }, .send(.note(1)))
    }.player()
    store.send(.play(""))
    #expect(store.notes == [1, 2])
  }

  @Test("R87: a run has the dependencies of where it was made; its errors are handled or issues")
  func runs() async {
    let theatre = Theatre { name in
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
    let store = theatre.player()
    store.send(.play("dependencies"))
    store.send(.play("cancelled"))
    store.send(.play("fails late")).cancel()
    await store.settle()
    #expect(theatre.issues.messages == [])
    store.send(.play("handled"))
    #expect(theatre.issues.messages == [])
    store.send(.play("fails"))
    #expect(theatre.issues.all.count == 1)
    #expect(theatre.issues.all.first?.location.fileID.description.hasSuffix("R93.swift") == true)
    #expect(store.notes == [87, -1])
  }

  // TCA's Send is bound to the main actor. Here it may be called on any thread.
  @Test("R88: a cancelled effect sends nothing; one that has ended is heard, with an issue")
  func send() async {
    let late = Mutex<Send<Player.Action>?>(nil)
    let theatre = Theatre { name in
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
    let store = theatre.player()
    store.send(.play("goes on")).cancel()
    await store.settle()
    #expect(store.notes == [])
    store.send(.play("keeps its send"))
    let send = late.withLock { $0 }
    await Task.detached { await send?(.note(88)) }.value
    #expect(store.notes == [88])
    #expect(theatre.issues.all.count == 1)
  }

  @Test(
    "R89: a merge runs side by side in its order, a concatenation in turn; nothing adds nothing")
  func composition() async {
    let theatre = Theatre { name in
      switch name {
      case "merge": .merge(.none, Script.later(.note(1)), .none, Script.later(.note(2)))
      case "concatenate": .concatenate(Script.later(.note(3)), .none, Script.later(.note(4)))
      case "behind": .concatenate(Script.hour().cancellable(id: "wait"), .send(.note(5)))
      case "nothing":
        .concatenate(.none, Effect.merge(.none, .none).map { $0 }.cancellable(id: 1))
      default: nil
      }
    }
    let store = theatre.player()
    store.send(.play("merge"))
    #expect(theatre.clock.sleeperCount == 2)
    await theatre.advance()
    store.send(.play("concatenate"))
    #expect(theatre.clock.sleeperCount == 1)
    await theatre.advance()
    #expect(store.notes == [1, 2, 3])
    await theatre.advance()
    #expect(store.notes == [1, 2, 3, 4])
    // What comes second also starts when the first is cancelled.
    store.send(.play("behind"))
    store.send(.play("stop"))
    #expect(store.notes == [1, 2, 3, 4, 5])
    #expect(store.send(.play("nothing")).isCancelled)
  }

  @Test("R90: a cancel id is a value, its type and the feature; cancelInFlight takes its place")
  func ids() {
    enum Other: Int { case one = 1 }
    let theatre = Theatre { name in
      switch name {
      case "start":
        .merge(
          Script.hour().cancellable(id: 1), Script.hour().cancellable(id: 1),
          Script.hour().cancellable(id: Other.one).cancellable(id: "outer"))
      case "restart": Script.hour().cancellable(id: 1, cancelInFlight: true)
      case "stop outer": .cancel(id: "outer")
      default: nil
      }
    }
    let store = theatre.store(Stage.State(path: [.player(.init()), .player(.init())]))
    func play(_ name: String, at id: StackElementID) {
      store.send(.path(.element(id: id, action: .player(.play(name)))))
    }
    play("start", at: 0)
    play("start", at: 1)
    #expect(store.effectCount == 6)
    play("restart", at: 0)
    #expect(store.effectCount == 5)
    play("stop outer", at: 0)
    #expect(store.effectCount == 4)
  }

  @Test("R91: a parent's cancel reaches its children; a child's reaches neither parent nor sibling")
  func reach() {
    let store = Theatre().store(
      Stage.State(path: [.player(.init()), .player(.init())], destination: .player(.init())))
    store.send(.wait)
    store.send(.path(.element(id: 0, action: .player(.play("wait")))))
    store.send(.path(.element(id: 1, action: .player(.play("wait")))))
    store.send(.destination(.presented(.player(.play("wait")))))
    #expect(store.effectCount == 4)
    store.send(.path(.element(id: 1, action: .player(.play("stop")))))
    #expect(store.effectCount == 3)
    store.send(.stop)
    #expect(store.effectCount == 0)
  }

  @Test("R92: a part of an effect is cancelled by id from another, and leaves no entry behind")
  func imperative() async throws {
    let theatre = Theatre { name in
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
    let store = theatre.player()
    let core = try #require(store.core as? StoreCore<Player.State, Player.Action>)
    store.send(.play("part"))
    #expect(core.root.scopes.count == 1)
    store.send(.play("cancel"))
    await store.settle()
    #expect(store.notes == [92])
    #expect(theatre.clock.sleeperCount == 0)
    #expect(core.root.scopes.isEmpty)
  }

  // In TCA a run registers when its task starts, too late for a cancellation in the same step.
  @Test("R93: an effect can be cancelled as soon as it is returned, also while it is queued")
  func registration() async {
    let theatre = Theatre { name in
      switch name {
      case "both": .merge(.run { await $0(.note(-1)) }.cancellable(id: 1), .cancel(id: 1))
      case "queue":
        .concatenate(Script.later(.note(1)), Script.later(.note(2)).cancellable(id: 2))
          .cancellable(id: "queue")
      case "stop queue": .cancel(id: "queue")
      default: nil
      }
    }
    let store = theatre.player()
    store.send(.play("both"))
    store.send(.play("queue"))
    store.send(.play("stop queue"))
    await theatre.advance(5)
    #expect(store.notes == [])
    #expect(store.effectCount == 0)
    #expect(theatre.clock.sleeperCount == 0)
  }
}
