import Backstack
import BackstackTesting
import Synchronization
import Testing

@Suite("What users of TCA ask for: effects and late actions")
struct SecondComplaints {
  @Test("An effect that starts in the step which removes its screen is cancelled")
  func sameStep() async {
    var theatre = Theatre { name in
      name == "begin and go" ? .merge(.run { await $0(.note(-1)) }, Script.hour()) : nil
    }
    theatre.script.stage = { state, action in
      switch action {
      case .path(.element(let id, .player(.play("begin and go")))): state.path[id: id] = nil
      case .destination(.presented(.player(.play("begin and go")))): state.destination = nil
      default: break
      }
      return .none
    }
    let store = theatre.store(
      Stage.State(path: [.player(Player.State())], destination: .player(Player.State())))
    store.send(.path(.element(id: 0, action: .player(.play("begin and go")))))
    store.send(.destination(.presented(.player(.play("begin and go")))))
    await store.settle()
    #expect(store.path.isEmpty)
    #expect(store.destination == nil)
    #expect(store.actionCount == 2)
    #expect(store.effectCount == 0)
    #expect(theatre.clock.sleeperCount == 0)
    #expect(theatre.issues.messages == [])
  }

  @Test("An effect that is queued behind another can be cancelled before it starts")
  func queued() async {
    let theatre = Theatre { name in
      switch name {
      case "queue":
        Effect.concatenate(Script.later(.note(1)), Script.later(.note(2)))
          .cancellable(id: "queue")
      case "stop queue": .cancel(id: "queue")
      default: nil
      }
    }
    let store = theatre.player()
    store.send(.play("queue"))
    await theatre.advance()
    // The second has begun; of a new queue only the first has.
    store.send(.play("queue"))
    store.send(.play("stop queue"))
    await theatre.advance(10)
    #expect(store.notes == [1])
    #expect(store.effectCount == 0)
  }

  // As in TCA, a Scope is no border for ids; elements and presentations are. An id that contains
  // what tells the siblings apart is.
  @Test("R131: siblings under Scope share cancel ids, unless the ids tell them apart")
  func siblings() {
    let theatre = Theatre { name in
      let words = name.split(separator: " ")
      return switch words.first {
      case "begin": Script.hour().cancellable(id: words)
      case "end": .cancel(id: ["begin"] + words.dropFirst())
      default: nil
      }
    }
    let store = theatre.store(Stage.State(path: [.player(.init()), .player(.init())]))
    store.send(.lead(.play("wait")))
    store.send(.extra(.play("wait")))
    store.send(.lead(.play("stop")))
    #expect(store.effectCount == 0)

    store.send(.lead(.play("begin lead")))
    store.send(.extra(.play("begin extra")))
    store.send(.lead(.play("end lead")))
    #expect(store.effectCount == 1)

    for id in store.path.ids { store.send(.path(.element(id: id, action: .player(.play("wait"))))) }
    store.send(.path(.element(id: 0, action: .player(.play("stop")))))
    #expect(store.effectCount == 2)
  }

  @Test("R123: a late action has a typed answer, changes nothing and is no issue")
  func late() {
    let theatre = Theatre()
    let store = theatre.store(Stage.State(path: [.stage(Stage.State())]))
    let before = store.state
    let actions: [(Stage.Action, MissingTarget.Reason)] = [
      (.path(.element(id: 9, action: .player(.note(1)))), .element),
      (.path(.popFrom(id: 9)), .element),
      (.path(.element(id: 0, action: .player(.note(1)))), .case),
      (.destination(.presented(.player(.note(1)))), .presentation),
      (.destination(.dismiss), .presentation),
      (.path(.element(id: 0, action: .stage(.destination(.dismiss)))), .presentation),
    ]
    for (action, reason) in actions {
      let missing = store.sendIfReachable(action)
      #expect(missing?.reason == reason)
      #expect(missing?.message.isEmpty == false)
      #expect(Stage()._missingTarget(of: action, in: before) == missing)
    }
    #expect(store.state == before)
    #expect(store.actionCount == 0)
    #expect(theatre.issues.messages == [])
    #expect(store.sendIfReachable(.path(.element(id: 0, action: .stage(.lead(.note(1)))))) == nil)
    #expect(store.path[id: 0]?.stage?.lead.notes == [1])
  }

  @Test(
    "Replacing a stack cancels all that was in it; the end of a store cancels everything")
  func replaced() async {
    let theatre = Theatre()
    let store = theatre.store(Stage.State(path: [.stage(Stage.State(path: [.player(.init())]))]))
    let inner = Stage.Action.path(
      .element(id: store.path.ids[0], action: .stage(.lead(.play("wait")))))
    let innermost = Stage.Action.path(
      .element(
        id: store.path.ids[0],
        action: .stage(
          .path(
            .element(
              id: store.path[0].stage?.path.ids.first ?? 99, action: .player(.play("wait")))))))
    store.send(inner)
    store.send(innermost)
    store.send(.wait)
    #expect(theatre.clock.sleeperCount == 3)
    store.send(.edit { $0.path = [.player(Player.State())] })
    await store.settle()
    #expect(theatre.clock.sleeperCount == 1)
    store.end()
    await store.settle()
    #expect(store.effectCount == 0)
    #expect(theatre.clock.sleeperCount == 0)
    #expect(theatre.issues.messages == [])
  }

  @Test("Issues in production go to the reporter of their store, and never stop it")
  func production() {
    let first = Theatre()
    let second = Theatre()
    let (one, other) = (first.store(), second.store())
    one.send(.path(.popFrom(id: 1)))
    one.send(.destination(.dismiss))
    other.send(.path(.popFrom(id: 1)))
    #expect(first.issues.all.count == 2)
    #expect(second.issues.all.count == 1)
    #expect(first.issues.all.allSatisfy { $0.location.fileID.description.contains("Stage.swift") })
    one.send(.lead(.note(1)))
    #expect(one.lead.notes == [1])
  }
}
