import Backstack
import BackstackTesting
import Testing

@Suite("R74 to R81: dismissal", .timeLimit(.minutes(20)))
struct DismissalRules {
  /// `twice` dismisses two times; `asks` notes whether the player is presented; `later` dismisses
  /// after a second.
  let theatre = Theatre { name in
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

  private func players(_ count: Int) -> Stage.State {
    Stage.State(path: StackState((0..<count).map { .player(Player.State(id: $0)) }))
  }

  private func play(_ name: String, at id: StackElementID) -> Stage.Action {
    .path(.element(id: id, action: .player(.play(name))))
  }

  @Test("R74: dismissing what nobody presents is an issue that tells of isPresented")
  func notPresented() {
    let store = theatre.player()
    store.send(.play("dismiss"))
    #expect(theatre.issues.all.count == 1)
    #expect(theatre.issues.messages.first?.contains("isPresented") == true)
  }

  @Test("R75: ifLet and forEach give their children a dismissal, which sends dismiss or popFrom")
  func sends() async {
    let test = theatre.testStore(
      Stage.State(path: [.player(Player.State())], destination: .player(Player.State())), Stage())
    await test.send(\.destination.player.play, "dismiss")
    await test.receive(\.destination.dismiss) { $0.destination = nil }
    await test.send(\.path[id: 0].player.play, "dismiss")
    await test.receive(\.path.popFrom, 0) { $0.path[id: 0] = nil }
    #expect(theatre.failures.messages == [])
  }

  @Test("R76: it ends the nearest presentation, from a child under Scope and a later effect, too")
  func nearest() async {
    let inner = Stage.State(destination: .stage(Stage.State()))
    let store = theatre.store(Stage.State(path: [.stage(inner)]))
    func send(_ action: Stage.Action) {
      store.send(.path(.element(id: 0, action: .stage(action))))
    }
    send(.destination(.presented(.stage(.lead(.play("later"))))))
    #expect(store.path[id: 0]?.stage?.destination != nil)
    await theatre.advance()
    #expect(store.path[id: 0]?.stage == Stage.State())

    send(.extra(.play("dismiss")))
    #expect(store.path.isEmpty)
  }

  @Test("R77: a second dismissal does nothing, nor does one of what has gone")
  func again() async {
    let store = theatre.store(players(2))
    store.send(play("twice", at: 1))
    #expect(store.path.ids == [0])
    #expect(store.actionCount == 2)

    store.send(play("later", at: 0))
    store.send(.edit { $0.path = [.player(Player.State())] })
    await theatre.advance()
    #expect(store.path.count == 1)
    #expect(store.actionCount == 4)
    #expect(theatre.issues.messages == [])

    // Nor does a second one while the action of the first still waits.
    let test = theatre.testStore(players(1), Stage())
    test.receivedActions = .lazy
    await test.send(\.path[id: 0].player.play, "twice")
    await test.receive(\.path.popFrom, 0) { $0.path[id: 0] = nil }
    await test.finish()
    #expect(theatre.failures.messages == [])
  }

  @Test("R78: a middle element pops itself and all above it")
  func middle() {
    let store = theatre.store(players(4))
    store.send(play("dismiss", at: 1))
    #expect(store.path.ids == [0])
  }

  @Test("R79: a feature is presented when there is a dismissal for it")
  func isPresented() {
    let store = theatre.store(
      Stage.State(path: [.stage(Stage.State())], destination: .player(Player.State())))
    store.send(.lead(.play("asks")))
    store.send(.path(.element(id: 0, action: .stage(.lead(.play("asks"))))))
    store.send(.destination(.presented(.player(.play("asks")))))
    #expect(store.lead.notes == [0])
    #expect(store.path[id: 0]?.stage?.lead.notes == [1])
    #expect(store.destination?.player?.notes == [1])
  }

  @Test("R80: the dismissal is an action as others are: parents see it, tests receive it")
  func isAnAction() async {
    var theatre = theatre
    theatre.script.stage = { state, action in
      if case .destination(.dismiss) = action { state.lead.notes.append(80) }
      return .none
    }
    let test = theatre.testStore(Stage.State(destination: .player(Player.State())), Stage())
    await test.send(\.destination.player.play, "dismiss")
    await test.finish()
    #expect(theatre.failures.kinds == [.leftoverActions])
    #expect(test.state.lead.notes == [80])
  }

  @Test("R81: a test's root dismisses itself, which forgets its effects; then nothing can be sent")
  func root() async {
    do {
      let test = theatre.testPlayer()
      await test.send(.play("wait"))
      await test.send(.play("dismiss"))
      #expect(test.isDismissed)
    }
    #expect(theatre.failures.messages == [])

    let test = theatre.testPlayer()
    await test.send(.play("dismiss"))
    await test.send(.note(1))
    #expect(theatre.failures.kinds == [.sendAfterDismissal])
  }
}
