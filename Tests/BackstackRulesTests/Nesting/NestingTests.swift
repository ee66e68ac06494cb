import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Nesting")
struct NestingTests {
  let setup = ScriptedStoreSetup()

  // TCA keeps the path of a feature in a dependency; here the store keeps a tree of the mounted
  // features.
  @Test("Stores never cancel each other's effects, even with equal cancel ids", .tags(.r82))
  func stores() {
    let first = setup.child()
    let second = setup.child()
    first.send(.play("wait"))
    second.send(.play("wait"))
    first.send(.play("stop"))
    #expect(first.effectCount == 0)
    #expect(second.effectCount == 1)
  }

  @Test("Removing a feature cancels the effects of all features nested in it", .tags(.r83))
  func below() async throws {
    let deep = ScriptedParent.State(
      path: [
        .parent(
          ScriptedParent.State(destination: .parent(ScriptedParent.State(path: [.child(.init())]))))
      ])
    let store = setup.store(
      ScriptedParent.State(path: [.parent(deep)], destination: .child(.init())))
    let outer = try #require(store.path.ids.first)
    let parent = try #require(store.path.first?.parent)
    let inner = try #require(parent.path.ids.first)
    let innermost = try #require(parent.path.first?.parent?.destination?.parent?.path.ids.first)
    func send(_ action: ScriptedParent.Action) {
      store.send(
        .path(
          .element(
            id: outer, action: .parent(.path(.element(id: inner, action: .parent(action)))))))
    }
    send(.lead(.play("wait")))
    send(.wait)
    send(.destination(.presented(.parent(.wait))))
    send(
      .destination(
        .presented(.parent(.path(.element(id: innermost, action: .child(.play("wait"))))))))
    store.send(.destination(.presented(.child(.play("wait")))))
    #expect(setup.clock.sleeperCount == 5)

    store.send(.path(.popFrom(id: outer)))
    await store.settle()
    #expect(setup.clock.sleeperCount == 1)
    #expect(store.effectCount == 1)
  }

  @Test(
    "A nested dismissal closes only the inner presentation; the parent may send it, too",
    .tags(.r84))
  func inner() {
    let store = setup.store(
      ScriptedParent.State(
        destination: .parent(ScriptedParent.State(destination: .child(ScriptedChild.State())))))
    store.send(
      .destination(.presented(.parent(.destination(.presented(.child(.play("dismiss"))))))))
    #expect(store.destination?.parent == ScriptedParent.State())

    store.send(
      .edit { $0.destination = .parent(ScriptedParent.State(destination: .child(.init()))) })
    store.send(.destination(.presented(.parent(.destination(.dismiss)))))
    #expect(store.destination?.parent == ScriptedParent.State())
    #expect(setup.issues.messages == [])
  }
}
