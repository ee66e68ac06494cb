import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite(
  "The identity and lifetime of a presentation")
struct PresentationLifeTests {
  let setup = LiveStoreSetup()

  private typealias Destination = Chooser.Destination.State

  /// Returns a chooser that presents `next` on `go`, and `first` on `back`.
  private func chooser(_ first: Destination?, go next: Destination?) -> StoreOf<Chooser> {
    setup.store(
      Chooser.State(destination: first),
      Chooser { state, action in
        if action == .go { state.destination = next }
        if action == .back { state.destination = first }
        return .none
      })
  }

  @Test(
    "A presentation's identity is the property, the case, and the id of the state or payload",
    .tags(.r54))
  func identityIsThePropertyTheCase() {
    let steps: [(Destination, Destination?, Int)] = [
      (.page(Page.State(7)), .page(Page.State(7)), 1),
      (.page(Page.State(7)), .page(Page.State(8)), 0),
      (.page(Page.State(7)), .note(Page.State(7)), 0),
      (.sign(Sign.State(text: "a")), .sign(Sign.State(text: "b")), 1),
      (.sign(Sign.State()), nil, 0),
    ]
    for (first, next, effects) in steps {
      let store = chooser(first, go: next)
      store.send(.destination(.presented(first.is(\.sign) ? .sign(.wait) : .page(.wait))))
      #expect(store.effectCount == 1)
      store.send(.go)
      #expect(store.destination == next)
      #expect(store.effectCount == effects)
    }

    // Equal states in two properties are two presentations.
    let desk = setup.store(Desk.State(page: Page.State(7), side: Page.State(7)), Desk())
    desk.send(.page(.presented(.wait)))
    desk.send(.side(.presented(.wait)))
    desk.send(.page(.dismiss))
    #expect(desk.effectCount == 1)
    #expect(desk.side != nil)
  }

  @Test(
    "The same identity keeps its effects; a new identity, also set by the child, cancels them",
    .tags(.r55)
  )
  func sameIdentityGoesOn() async {
    let store = chooser(.page(Page.State(7)), go: .page(Page.State(7)))
    store.send(.destination(.presented(.page(.wait))))
    store.send(.go)
    await setup.clock.advance(by: .seconds(1))
    #expect(store.destination?.page?.ticks == 1)

    store.send(.destination(.presented(.page(.wait))))
    store.send(.destination(.presented(.page(.rename(8)))))
    #expect(store.effectCount == 0)
    store.send(.destination(.presented(.page(.wait))))
    #expect(store.effectCount == 1)
    store.send(.destination(.presented(.page(.close))))
    #expect(store.destination == nil)
    #expect(store.effectCount == 0)
    #expect(setup.issues.isEmpty)
  }

  @Test(
    "A screen that was absent for a while is mounted again, even with the same identity",
    .tags(.r56))
  func whatWasAbsentInBetween() {
    let store = chooser(.page(Page.State(7)), go: nil)
    for _ in 1...3 {
      store.send(.destination(.presented(.page(.wait))))
      store.send(.go)
      #expect(store.effectCount == 0)
      store.send(.back)
      store.send(.destination(.presented(.page(.close))))
      #expect(store.destination == nil)
      store.send(.back)
    }
    #expect(setup.issues.isEmpty)
  }

  @Test("The child's effects start before the base's, and both before a cancellation", .tags(.r57))
  func childsEffectsComeBeforeTheBases() {
    let store = setup.store(
      Desk.State(page: Page.State(7)),
      Desk { [recorder = setup.recorder] state, action in
        switch action {
        case .page(.presented(.tickNow)): return .send(.go)
        case .page(.presented(.wait)): state.page = Page.State(8)
        case .go: recorder("go")
        default: break
        }
        return .none
      })
    store.send(.page(.presented(.tickNow)))
    #expect(setup.recorder.lines == ["page 7: tickNow", "page 7: tick", "go"])
    store.send(.page(.presented(.wait)))
    #expect(store.effectCount == 0)
    store.send(.page(.presented(.close)))
    #expect(store.page == nil)
  }

  // In TCA, a placeholder effect waits for the dismissal while something is presented. Here the
  // store finds the child without such an effect.
  @Test(
    "A presentation needs no effect, so a test can end during it; a dismissal still arrives",
    .tags(.r58))
  func beingPresentedTakesNoEffectSo() async {
    let store = TestStore(initialState: Desk.State(page: Page.State(7))) { Desk() }
    await store.send(\.page.tap) { $0.page?.taps = 1 }
    await store.finish()
    await store.send(\.page.close)
    await store.receive(\.page.dismiss) { $0.page = nil }
    await store.send(.go)

    let plain = setup.store(Desk.State(page: Page.State(7)), Desk())
    plain.send(.page(.presented(.tap)))
    #expect(plain.effectCount == 0)
  }

  @Test(
    "A screen presented from the start, or by an ancestor, can dismiss itself at once", .tags(.r59))
  func whatIsPresentedFromTheStart() {
    let store = setup.store(Desk.State(page: Page.State(7)), Desk())
    store.send(.page(.presented(.close)))
    #expect(store.page == nil)

    let library = setup.store(Library.State(), Library())
    library.send(.replace)
    library.send(.desk(.page(.presented(.close))))
    #expect(library.desk.page == nil)
    #expect(setup.issues.isEmpty)
  }

  // In TCA, the effect ends with the next action.
  @Test("When a reducer after the operator removes the child, its effects end at once", .tags(.r60))
  func whatAReducerAfterTheOperator() {
    let store = setup.store(Desk.State(page: Page.State(7)), LateRemover())
    store.send(.page(.presented(.wait)))
    store.send(.go)
    #expect(store.page == nil)
    #expect(store.effectCount == 0)
  }
}

private struct LateRemover: Reducer {
  var body: some Reducer<Desk.State, Desk.Action> {
    Desk()
    Reduce { state, action in
      if action == .go { state.page = nil }
      return .none
    }
  }
}
