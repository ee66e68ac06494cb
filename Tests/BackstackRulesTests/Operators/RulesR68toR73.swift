import Backstack
import BackstackTesting
import Testing

@Suite("The other operators, R68 to R73")
struct OtherOperatorRules {
  let lab = Lab()

  @Test("R68: A state may present itself; each level takes the room of a box, wherever it is")
  func r68() {
    #expect(MemoryLayout<Tower.State>.size == 2 * MemoryLayout<Int>.size)
    var tower = Tower.State()
    for level in 1...100 { tower = Tower.State(taps: level, child: tower) }
    tower.child?.child?.taps = 0
    #expect(tower.child?.taps == 99)
    #expect(tower.child?.child?.taps == 0)
    #expect(tower.child?.child?.child?.taps == 97)
  }

  @Test("R69: ifLet on an optional runs the child, then the base; another identity or nil cancels")
  func r69() {
    for (next, effects) in [(7, 1), (8, 0), (nil, 0)] as [(Int?, Int)] {
      let store = lab.store(
        Shelf.State(page: Page.State(7)),
        Shelf { [journal = lab.journal] state, action in
          journal("shelf: \(state.page?.taps ?? -1)")
          if action == .go { state.page = next.map { Page.State($0) } }
          return .none
        })
      store.send(.page(.tap))
      #expect(lab.journal.lines.suffix(2) == ["page 7: tap", "shelf: 1"])
      store.send(.page(.wait))
      store.send(.go)
      #expect(store.effectCount == effects)
    }
    #expect(lab.issues.isEmpty)

    let absent = lab.store(
      Shelf.State(),
      Shelf { [journal = lab.journal] _, _ in
        journal("ran")
        return .none
      })
    absent.send(.page(.tap))
    #expect(lab.issues.lines.count == 1)
    #expect(lab.journal.lines.last == "ran")
  }

  @Test("R70: ifCaseLet runs the child in its case, then the base; leaving the case cancels")
  func r70() {
    for (next, effects) in [
      (.page(Page.State(7)), 1), (.page(Page.State(8)), 0), (.none, 0),
    ] as [(Screen.State, Int)] {
      let store = lab.store(.page(Page.State(7)), Screen(next: next))
      store.send(.page(.tap))
      #expect(store.state == .page(Page.State(7, taps: 1)))
      #expect(lab.journal.lines.suffix(2) == ["page 7: tap", "screen: 1"])
      store.send(.page(.wait))
      #expect(store.effectCount == 1)
      store.send(.go)
      #expect(store.state == next)
      #expect(store.effectCount == effects)
    }
    #expect(lab.issues.isEmpty)

    let other = lab.store(.none, Screen(next: .none))
    other.send(.page(.tap))
    #expect(lab.issues.lines.count == 1)
    #expect(lab.journal.lines.last == "screen: -1")
  }

  @Test("R71: forEach on a list runs the element, then the base, and cancels what is removed")
  func r71() async {
    let store = lab.store(
      Shelf.State(pages: [Page.State(7), Page.State(8)]),
      Shelf { [journal = lab.journal] state, action in
        journal("shelf: \(state.pages.map(\.taps))")
        if action == .go { state.pages.remove(id: 7) }
        return .none
      })
    store.send(.pages(.element(id: 8, action: .tap)))
    #expect(lab.journal.lines == ["page 8: tap", "shelf: [0, 1]"])
    store.send(.pages(.element(id: 7, action: .wait)))
    store.send(.pages(.element(id: 8, action: .wait)))
    store.send(.go)
    #expect(store.effectCount == 1)
    await lab.clock.advance(by: .seconds(1))
    #expect(store.pages[id: 8]?.ticks == 1)
    #expect(lab.issues.isEmpty)

    store.send(.pages(.element(id: 7, action: .tap)))
    #expect(lab.issues.lines.count == 1)
    #expect(lab.journal.lines.last == "shelf: [1]")
    // A list presents nothing.
    store.send(.pages(.element(id: 8, action: .close)))
    #expect(store.pages.count == 1)
    #expect(lab.issues.lines.count == 2)
  }

  @Test("R72: Scope runs the child alone and cancels nothing; another case is an issue")
  func r72() {
    let store = lab.store(Pair.State(), Pair())
    store.send(.first(.wait))
    store.send(.first(.tap))
    #expect(store.first.taps == 1)
    store.send(.replace)
    #expect(store.first.id == 9)
    #expect(store.effectCount == 1)

    // A case that a reducer before the Scope leaves is left too early.
    for isScopeFirst in [true, false] {
      let store = lab.store(.page(Page.State(7)), Leaving(isScopeFirst: isScopeFirst))
      store.send(.page(.tickNow))
      #expect(store.state == .none)
      #expect(store.actionCount == (isScopeFirst ? 2 : 1))
    }
    // One for the tick that came too late, one for the wrong order.
    #expect(lab.issues.lines.count == 2)
    #expect(lab.issues.lines.allSatisfy { $0.contains("a Scope") || $0.contains("A Scope") })
  }

  // TCA's macro writes an `ifCaseLet` for each case; here one reducer finds the case. Both cancel.
  @Test("R73: An enum reducer has a static body, which a case's effects don't outlive")
  func r73() {
    let store = Store(initialState: Chooser.Destination.State.page(Page.State(7))) {
      Reduce<Chooser.Destination.State, Chooser.Destination.Action> { state, action in
        if action == .note(.tap) { state = .note(Page.State(7)) }
        return .none
      }
      Chooser.Destination.body
    } withDependencies: {
      lab.prepare(&$0)
    }
    store.send(.page(.wait))
    #expect(store.effectCount == 1)
    store.send(.note(.tap))
    #expect(store.state[case: \.note]?.taps == 1)
    #expect(store.effectCount == 0)

    var state = Chooser.Destination.State.page(Page.State(7))
    lab.perform { _ = Chooser.Destination.body.reduce(into: &state, action: .page(.tap)) }
    #expect(state.page?.taps == 1)
    #expect(lab.issues.isEmpty)
  }
}
