import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Other operators")
struct OtherOperatorTests {
  let setup = LiveStoreSetup()

  @Test(
    "A state may present its own type; each level takes the space of one box", .tags(.r68))
  func stateMayPresentItself() {
    #expect(MemoryLayout<Tower.State>.size == 2 * MemoryLayout<Int>.size)
    var tower = Tower.State()
    for level in 1...100 { tower = Tower.State(taps: level, child: tower) }
    tower.child?.child?.taps = 0
    #expect(tower.child?.taps == 99)
    #expect(tower.child?.child?.taps == 0)
    #expect(tower.child?.child?.child?.taps == 97)
  }

  @Test(
    "ifLet on an optional runs the child, then the base; nil or a new identity cancels effects",
    .tags(.r69))
  func ifLetOnAnOptionalRuns() {
    for (next, effects) in [(7, 1), (8, 0), (nil, 0)] as [(Int?, Int)] {
      let store = setup.store(
        Shelf.State(page: Page.State(7)),
        Shelf { [recorder = setup.recorder] state, action in
          recorder("shelf: \(state.page?.taps ?? -1)")
          if action == .go { state.page = next.map { Page.State($0) } }
          return .none
        })
      store.send(.page(.tap))
      #expect(setup.recorder.lines.suffix(2) == ["page 7: tap", "shelf: 1"])
      store.send(.page(.wait))
      store.send(.go)
      #expect(store.effectCount == effects)
    }
    #expect(setup.issues.isEmpty)

    let absent = setup.store(
      Shelf.State(),
      Shelf { [recorder = setup.recorder] _, _ in
        recorder("ran")
        return .none
      })
    absent.send(.page(.tap))
    #expect(setup.issues.lines.count == 1)
    #expect(setup.recorder.lines.last == "ran")
  }

  @Test(
    "ifCaseLet runs the child in its case, then the base; leaving the case cancels effects",
    .tags(.r70))
  func ifCaseLetRunsTheChild() {
    for (next, effects) in [
      (.page(Page.State(7)), 1), (.page(Page.State(8)), 0), (.none, 0),
    ] as [(Screen.State, Int)] {
      let store = setup.store(.page(Page.State(7)), Screen(next: next))
      store.send(.page(.tap))
      #expect(store.state == .page(Page.State(7, taps: 1)))
      #expect(setup.recorder.lines.suffix(2) == ["page 7: tap", "screen: 1"])
      store.send(.page(.wait))
      #expect(store.effectCount == 1)
      store.send(.go)
      #expect(store.state == next)
      #expect(store.effectCount == effects)
    }
    #expect(setup.issues.isEmpty)

    let other = setup.store(.none, Screen(next: .none))
    other.send(.page(.tap))
    #expect(setup.issues.lines.count == 1)
    #expect(setup.recorder.lines.last == "screen: -1")
  }

  @Test(
    "forEach on a list runs the element, then the base; removing an element cancels effects",
    .tags(.r71))
  func forEachOnAListRuns() async {
    let store = setup.store(
      Shelf.State(pages: [Page.State(7), Page.State(8)]),
      Shelf { [recorder = setup.recorder] state, action in
        recorder("shelf: \(state.pages.map(\.taps))")
        if action == .go { state.pages.remove(id: 7) }
        return .none
      })
    store.send(.pages(.element(id: 8, action: .tap)))
    #expect(setup.recorder.lines == ["page 8: tap", "shelf: [0, 1]"])
    store.send(.pages(.element(id: 7, action: .wait)))
    store.send(.pages(.element(id: 8, action: .wait)))
    store.send(.go)
    #expect(store.effectCount == 1)
    await setup.clock.advance(by: .seconds(1))
    #expect(store.pages[id: 8]?.ticks == 1)
    #expect(setup.issues.isEmpty)

    store.send(.pages(.element(id: 7, action: .tap)))
    #expect(setup.issues.lines.count == 1)
    #expect(setup.recorder.lines.last == "shelf: [1]")
    // A list presents nothing.
    store.send(.pages(.element(id: 8, action: .close)))
    #expect(store.pages.count == 1)
    #expect(setup.issues.lines.count == 2)
  }

  @Test(
    "Scope runs only the child and cancels nothing; an action for another case is an issue",
    .tags(.r72))
  func scopeRunsTheChildAlone() {
    let store = setup.store(Pair.State(), Pair())
    store.send(.first(.wait))
    store.send(.first(.tap))
    #expect(store.first.taps == 1)
    store.send(.replace)
    #expect(store.first.id == 9)
    #expect(store.effectCount == 1)

    // A reducer before the Scope leaves the case too early.
    for isScopeFirst in [true, false] {
      let store = setup.store(.page(Page.State(7)), Leaving(isScopeFirst: isScopeFirst))
      store.send(.page(.tickNow))
      #expect(store.state == .none)
      #expect(store.actionCount == (isScopeFirst ? 2 : 1))
    }
    // One for the tick that arrived too late, one for the wrong order.
    #expect(setup.issues.lines.count == 2)
    #expect(setup.issues.lines.allSatisfy { $0.contains("a Scope") || $0.contains("A Scope") })
  }

  // TCA's macro writes an `ifCaseLet` for each case; here one reducer finds the case. Both cancel
  // effects.
  @Test(
    "An enum reducer has a static body; leaving a case cancels the effects of the case", .tags(.r73)
  )
  func enumReducerHasAStaticBody() {
    let store = Store(initialState: Chooser.Destination.State.page(Page.State(7))) {
      Reduce<Chooser.Destination.State, Chooser.Destination.Action> { state, action in
        if action == .note(.tap) { state = .note(Page.State(7)) }
        return .none
      }
      Chooser.Destination.body
    } withDependencies: {
      setup.prepare(&$0)
    }
    store.send(.page(.wait))
    #expect(store.effectCount == 1)
    store.send(.note(.tap))
    #expect(store.state[case: \.note]?.taps == 1)
    #expect(store.effectCount == 0)

    var state = Chooser.Destination.State.page(Page.State(7))
    setup.perform { _ = Chooser.Destination.body.reduce(into: &state, action: .page(.tap)) }
    #expect(state.page?.taps == 1)
    #expect(setup.issues.isEmpty)
  }
}
