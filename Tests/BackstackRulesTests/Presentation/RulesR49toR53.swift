import Backstack
import Testing

@Suite("What ifLet does with a presentation's actions, R49 to R53")
struct PresentationActionRules {
  let lab = Lab()

  /// A desk whose own reducer notes what it sees, and puts `next` in the place of what is dismissed.
  private func desk(_ page: Int?, next: Page.State? = nil) -> StoreOf<Desk> {
    lab.store(
      Desk.State(page: page.map { Page.State($0) }),
      Desk { [journal = lab.journal] state, action in
        journal("desk: \(state.page.map { "\($0.id), \($0.taps) taps" } ?? "nothing")")
        if let next, action == .page(.dismiss) { state.page = next }
        return .none
      })
  }

  @Test(
    "R49: A presented action runs the child in place, then the base; its effects come back to it")
  func r49() {
    let store = desk(7)
    store.send(.page(.presented(.tap)))
    #expect(lab.journal.lines == ["page 7: tap", "desk: 7, 1 taps"])
    store.send(.page(.presented(.tickNow)))
    #expect(store.page?.ticks == 1)
  }

  @Test("R50: An action while nothing is presented is an issue; the base still runs")
  func r50() {
    let store = desk(nil)
    store.send(.page(.presented(.tap)))
    #expect(lab.issues.lines.count == 1)
    #expect(lab.issues.lines.first?.contains("'presented'") == true)
    store.send(.page(.dismiss))
    #expect(lab.issues.lines.count == 2)
    #expect(lab.journal.lines == ["desk: nothing", "desk: nothing"])
  }

  @Test(
    "R51: Any other action runs the base alone, and what it changed about the presentation counts")
  func r51() {
    let store = lab.store(
      Desk.State(page: Page.State(7)),
      Desk { state, action in
        if action == .go { state.page = nil }
        return .none
      })
    store.send(.page(.presented(.wait)))
    store.send(.back)
    #expect(store.effectCount == 1)
    store.send(.go)
    #expect(store.effectCount == 0)
    #expect(lab.journal.lines == ["page 7: wait"])
  }

  @Test("R52: dismiss runs the base first, which sees the child a last time, then presents nothing")
  func r52() {
    let store = desk(7)
    store.send(.page(.presented(.wait)))
    store.send(.page(.dismiss))
    #expect(lab.journal.lines.last == "desk: 7, 0 taps")
    #expect(store.page == nil)
    #expect(store.effectCount == 0)
    #expect(lab.issues.isEmpty)
  }

  @Test(
    "R53: What the base presents while it handles a dismiss stays under another identity only",
    arguments: [(7, nil), (8, 8)] as [(Int, Int?)])
  func r53(next: Int, left: Int?) {
    let store = desk(7, next: Page.State(next))
    store.send(.page(.presented(.wait)))
    store.send(.page(.dismiss))
    #expect(store.page?.id == left)
    #expect(store.effectCount == 0)
  }
}
