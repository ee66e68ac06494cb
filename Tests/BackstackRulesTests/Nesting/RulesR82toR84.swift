import Backstack
import BackstackTesting
import Testing

@Suite("R82 to R84: nesting")
struct NestingRules {
  let theatre = Theatre()

  // TCA keeps the path of a feature in a dependency; here the store keeps a tree of what is mounted.
  @Test("R82: stores never cancel each other's effects, whatever their ids are")
  func stores() {
    let first = theatre.player()
    let second = theatre.player()
    first.send(.play("wait"))
    second.send(.play("wait"))
    first.send(.play("stop"))
    #expect(first.effectCount == 0)
    #expect(second.effectCount == 1)
  }

  @Test("R83: what leaves takes the effects of all that is nested in it along")
  func below() async throws {
    let deep = Stage.State(
      path: [.stage(Stage.State(destination: .stage(Stage.State(path: [.player(.init())]))))])
    let store = theatre.store(Stage.State(path: [.stage(deep)], destination: .player(.init())))
    let outer = try #require(store.path.ids.first)
    let stage = try #require(store.path.first?.stage)
    let inner = try #require(stage.path.ids.first)
    let innermost = try #require(stage.path.first?.stage?.destination?.stage?.path.ids.first)
    func send(_ action: Stage.Action) {
      store.send(
        .path(
          .element(
            id: outer, action: .stage(.path(.element(id: inner, action: .stage(action)))))))
    }
    send(.lead(.play("wait")))
    send(.wait)
    send(.destination(.presented(.stage(.wait))))
    send(
      .destination(
        .presented(.stage(.path(.element(id: innermost, action: .player(.play("wait"))))))))
    store.send(.destination(.presented(.player(.play("wait")))))
    #expect(theatre.clock.sleeperCount == 5)

    store.send(.path(.popFrom(id: outer)))
    await store.settle()
    #expect(theatre.clock.sleeperCount == 1)
    #expect(store.effectCount == 1)
  }

  @Test("R84: a nested dismissal closes the inner one only; the parent may send it, too")
  func inner() {
    let store = theatre.store(
      Stage.State(destination: .stage(Stage.State(destination: .player(Player.State())))))
    store.send(
      .destination(.presented(.stage(.destination(.presented(.player(.play("dismiss"))))))))
    #expect(store.destination?.stage == Stage.State())

    store.send(.edit { $0.destination = .stage(Stage.State(destination: .player(.init()))) })
    store.send(.destination(.presented(.stage(.destination(.dismiss)))))
    #expect(store.destination?.stage == Stage.State())
    #expect(theatre.issues.messages == [])
  }
}
