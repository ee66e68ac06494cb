import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Dismissal")
struct DismissalTests {
  /// `twice` dismisses twice; `asks` notes whether the child is presented; `later` dismisses after
  /// a second.
  let setup = ScriptedStoreSetup { name in
    switch name {
    case "twice":
      .run { _ in
        await DependencyValues.current.dismiss()
        await DependencyValues.current.dismiss()
      }
    case "asks": .run { await $0(.note(DependencyValues.current.isPresented ? 1 : 0)) }
    case "later":
      .run { _ in
        let values = DependencyValues.current
        try await values.continuousClock.sleep(for: .seconds(1))
        await values.dismiss()
      }
    default: nil
    }
  }

  private func children(_ count: Int) -> ScriptedParent.State {
    ScriptedParent.State(path: StackState((0..<count).map { .child(ScriptedChild.State(id: $0)) }))
  }

  private func play(_ name: String, at id: StackElementID) -> ScriptedParent.Action {
    .path(.element(id: id, action: .child(.play(name))))
  }

  @Test(
    "Dismissing a feature that is not presented is an issue that mentions isPresented", .tags(.r74))
  func notPresented() {
    let store = setup.child()
    store.send(.play("dismiss"))
    #expect(setup.issues.all.count == 1)
    #expect(setup.issues.messages.first?.contains("isPresented") == true)
  }

  @Test(
    "A child's dismiss sends dismiss under ifLet, and popFrom under forEach", .tags(.r75)
  )
  func sends() async {
    let test = setup.testStore(
      ScriptedParent.State(
        path: [.child(ScriptedChild.State())], destination: .child(ScriptedChild.State())),
      ScriptedParent())
    await test.send(\.destination.child.play, "dismiss")
    await test.receive(\.destination.dismiss) { $0.destination = nil }
    await test.send(\.path[id: 0].child.play, "dismiss")
    await test.receive(\.path.popFrom, 0) { $0.path[id: 0] = nil }
    #expect(setup.failures.messages == [])
  }

  @Test(
    "A dismissal ends the nearest presentation, also from a later effect or a child under Scope",
    .tags(.r76))
  func nearest() async {
    let inner = ScriptedParent.State(destination: .parent(ScriptedParent.State()))
    let store = setup.store(ScriptedParent.State(path: [.parent(inner)]))
    func send(_ action: ScriptedParent.Action) {
      store.send(.path(.element(id: 0, action: .parent(action))))
    }
    send(.destination(.presented(.parent(.lead(.play("later"))))))
    #expect(store.path[id: 0]?.parent?.destination != nil)
    await setup.advance()
    #expect(store.path[id: 0]?.parent == ScriptedParent.State())

    send(.extra(.play("dismiss")))
    #expect(store.path.isEmpty)
  }

  @Test(
    "A second dismissal does nothing, nor does that of a feature that is already gone", .tags(.r77))
  func again() async {
    let store = setup.store(children(2))
    store.send(play("twice", at: 1))
    #expect(store.path.ids == [0])
    #expect(store.actionCount == 2)

    store.send(play("later", at: 0))
    store.send(.edit { $0.path = [.child(ScriptedChild.State())] })
    await setup.advance()
    #expect(store.path.count == 1)
    #expect(store.actionCount == 4)
    #expect(setup.issues.messages == [])

    // Nor does a second one while the action of the first is still pending.
    let test = setup.testStore(children(1), ScriptedParent())
    test.receivedActions = .lazy
    await test.send(\.path[id: 0].child.play, "twice")
    await test.receive(\.path.popFrom, 0) { $0.path[id: 0] = nil }
    await test.finish()
    #expect(setup.failures.messages == [])
  }

  @Test(
    "An element in the middle of a stack that dismisses itself pops all above it, too", .tags(.r78))
  func middle() {
    let store = setup.store(children(4))
    store.send(play("dismiss", at: 1))
    #expect(store.path.ids == [0])
  }

  @Test("isPresented is true exactly where a feature can dismiss itself", .tags(.r79))
  func isPresented() {
    let store = setup.store(
      ScriptedParent.State(
        path: [.parent(ScriptedParent.State())], destination: .child(ScriptedChild.State())))
    store.send(.lead(.play("asks")))
    store.send(.path(.element(id: 0, action: .parent(.lead(.play("asks"))))))
    store.send(.destination(.presented(.child(.play("asks")))))
    #expect(store.lead.notes == [0])
    #expect(store.path[id: 0]?.parent?.lead.notes == [1])
    #expect(store.destination?.child?.notes == [1])
  }

  @Test("A dismissal is an ordinary action: parents see it, and tests receive it", .tags(.r80))
  func isAnAction() async {
    var setup = setup
    setup.script.parent = { state, action in
      if case .destination(.dismiss) = action { state.lead.notes.append(80) }
      return .none
    }
    let test = setup.testStore(
      ScriptedParent.State(destination: .child(ScriptedChild.State())), ScriptedParent())
    await test.send(\.destination.child.play, "dismiss")
    await test.finish()
    #expect(setup.failures.kinds == [.leftoverActions])
    #expect(test.state.lead.notes == [80])
  }

  @Test(
    "A root that dismisses itself in a test forgets its effects and accepts no more actions",
    .tags(.r81))
  func root() async {
    do {
      let test = setup.testChild()
      await test.send(.play("wait"))
      await test.send(.play("dismiss"))
      #expect(test.isDismissed)
    }
    #expect(setup.failures.messages == [])

    let test = setup.testChild()
    await test.send(.play("dismiss"))
    await test.send(.note(1))
    #expect(setup.failures.kinds == [.sendAfterDismissal])
  }
}
