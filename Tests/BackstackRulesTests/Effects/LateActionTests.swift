import Backstack
import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

@Suite("Requests of TCA's users: effects and late actions")
struct LateActionTests {
  @Test("An effect that is returned in the step that removes its screen is cancelled")
  func sameStep() async {
    var setup = ScriptedStoreSetup { name in
      name == "begin and go" ? .merge(.run { await $0(.note(-1)) }, EffectScript.hour()) : nil
    }
    setup.script.parent = { state, action in
      switch action {
      case .path(.element(let id, .child(.play("begin and go")))): state.path[id: id] = nil
      case .destination(.presented(.child(.play("begin and go")))): state.destination = nil
      default: break
      }
      return .none
    }
    let store = setup.store(
      ScriptedParent.State(
        path: [.child(ScriptedChild.State())], destination: .child(ScriptedChild.State())))
    store.send(.path(.element(id: 0, action: .child(.play("begin and go")))))
    store.send(.destination(.presented(.child(.play("begin and go")))))
    await store.settle()
    #expect(store.path.isEmpty)
    #expect(store.destination == nil)
    #expect(store.actionCount == 2)
    #expect(store.effectCount == 0)
    #expect(setup.clock.sleeperCount == 0)
    #expect(setup.issues.messages == [])
  }

  @Test("An effect that is queued behind another can be cancelled before it starts")
  func queued() async {
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "queue":
        Effect.concatenate(EffectScript.later(.note(1)), EffectScript.later(.note(2)))
          .cancellable(id: "queue")
      case "stop queue": .cancel(id: "queue")
      default: nil
      }
    }
    let store = setup.child()
    store.send(.play("queue"))
    await setup.advance()
    // The second effect has begun; of the new queue, only the first has.
    store.send(.play("queue"))
    store.send(.play("stop queue"))
    await setup.advance(10)
    #expect(store.notes == [1])
    #expect(store.effectCount == 0)
  }

  // As in TCA, cancel ids reach across a Scope, but not across elements and presentations. An id
  // that contains what distinguishes the siblings keeps them separate.
  @Test("Siblings under Scope share cancel ids, unless the ids distinguish them", .tags(.r131))
  func siblings() {
    let setup = ScriptedStoreSetup { name in
      let words = name.split(separator: " ")
      return switch words.first {
      case "begin": EffectScript.hour().cancellable(id: words)
      case "end": .cancel(id: ["begin"] + words.dropFirst())
      default: nil
      }
    }
    let store = setup.store(ScriptedParent.State(path: [.child(.init()), .child(.init())]))
    store.send(.lead(.play("wait")))
    store.send(.extra(.play("wait")))
    store.send(.lead(.play("stop")))
    #expect(store.effectCount == 0)

    store.send(.lead(.play("begin lead")))
    store.send(.extra(.play("begin extra")))
    store.send(.lead(.play("end lead")))
    #expect(store.effectCount == 1)

    for id in store.path.ids { store.send(.path(.element(id: id, action: .child(.play("wait"))))) }
    store.send(.path(.element(id: 0, action: .child(.play("stop")))))
    #expect(store.effectCount == 2)
  }

  @Test(
    "sendIfReachable returns why a late action can't arrive; nothing changes, without an issue",
    .tags(.r123))
  func late() {
    let setup = ScriptedStoreSetup()
    let store = setup.store(ScriptedParent.State(path: [.parent(ScriptedParent.State())]))
    let before = store.state
    let actions: [(ScriptedParent.Action, MissingTarget.Reason)] = [
      (.path(.element(id: 9, action: .child(.note(1)))), .element),
      (.path(.popFrom(id: 9)), .element),
      (.path(.element(id: 0, action: .child(.note(1)))), .case),
      (.destination(.presented(.child(.note(1)))), .presentation),
      (.destination(.dismiss), .presentation),
      (.path(.element(id: 0, action: .parent(.destination(.dismiss)))), .presentation),
    ]
    for (action, reason) in actions {
      let missing = store.sendIfReachable(action)
      #expect(missing?.reason == reason)
      #expect(missing?.message.isEmpty == false)
      #expect(ScriptedParent()._missingTarget(of: action, in: before) == missing)
    }
    #expect(store.state == before)
    #expect(store.actionCount == 0)
    #expect(setup.issues.messages == [])
    #expect(store.sendIfReachable(.path(.element(id: 0, action: .parent(.lead(.note(1)))))) == nil)
    #expect(store.path[id: 0]?.parent?.lead.notes == [1])
  }

  @Test(
    "Replacing a stack cancels all effects in it; ending a store cancels all of its effects")
  func replaced() async {
    let setup = ScriptedStoreSetup()
    let store = setup.store(
      ScriptedParent.State(path: [.parent(ScriptedParent.State(path: [.child(.init())]))]))
    let inner = ScriptedParent.Action.path(
      .element(id: store.path.ids[0], action: .parent(.lead(.play("wait")))))
    let innermost = ScriptedParent.Action.path(
      .element(
        id: store.path.ids[0],
        action: .parent(
          .path(
            .element(
              id: store.path[0].parent?.path.ids.first ?? 99, action: .child(.play("wait")))))))
    store.send(inner)
    store.send(innermost)
    store.send(.wait)
    #expect(setup.clock.sleeperCount == 3)
    store.send(.edit { $0.path = [.child(ScriptedChild.State())] })
    await store.settle()
    #expect(setup.clock.sleeperCount == 1)
    store.end()
    await store.settle()
    #expect(store.effectCount == 0)
    #expect(setup.clock.sleeperCount == 0)
    #expect(setup.issues.messages == [])
  }

  @Test("Issues in production go to the reporter of their store, and the store keeps working")
  func production() {
    let first = ScriptedStoreSetup()
    let second = ScriptedStoreSetup()
    let (one, other) = (first.store(), second.store())
    one.send(.path(.popFrom(id: 1)))
    one.send(.destination(.dismiss))
    other.send(.path(.popFrom(id: 1)))
    #expect(first.issues.all.count == 2)
    #expect(second.issues.all.count == 1)
    #expect(
      first.issues.all.allSatisfy {
        $0.location.fileID.description.contains("ScriptedParent.swift")
      })
    one.send(.lead(.note(1)))
    #expect(one.lead.notes == [1])
  }
}
