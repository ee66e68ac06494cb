import Backstack
import BackstackTestSupport
import Testing

@Suite("The actions of a presentation")
struct PresentationActionTests {
  let setup = LiveStoreSetup()

  /// Returns a desk whose own reducer notes what it sees, and presents `next` when a page is
  /// dismissed.
  private func desk(_ page: Int?, next: Page.State? = nil) -> StoreOf<Desk> {
    setup.store(
      Desk.State(page: page.map { Page.State($0) }),
      Desk { [recorder = setup.recorder] state, action in
        recorder("desk: \(state.page.map { "\($0.id), \($0.taps) taps" } ?? "nothing")")
        if let next, action == .page(.dismiss) { state.page = next }
        return .none
      })
  }

  @Test(
    "A presented action runs the child, then the base; its effects send to the same child",
    .tags(.r49))
  func presentedActionRunsTheChild() {
    let store = desk(7)
    store.send(.page(.presented(.tap)))
    #expect(setup.recorder.lines == ["page 7: tap", "desk: 7, 1 taps"])
    store.send(.page(.presented(.tickNow)))
    #expect(store.page?.ticks == 1)
  }

  @Test("An action for a child that is not presented is an issue; the base still runs", .tags(.r50))
  func actionWhileNothingIsPresented() {
    let store = desk(nil)
    store.send(.page(.presented(.tap)))
    #expect(setup.issues.lines.count == 1)
    #expect(setup.issues.lines.first?.contains("'presented'") == true)
    store.send(.page(.dismiss))
    #expect(setup.issues.lines.count == 2)
    #expect(setup.recorder.lines == ["desk: nothing", "desk: nothing"])
  }

  @Test(
    "An action that is not for the presentation runs only the base, which may end it",
    .tags(.r51))
  func anyOtherActionRunsTheBase() {
    let store = setup.store(
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
    #expect(setup.recorder.lines == ["page 7: wait"])
  }

  @Test(
    "dismiss runs the base, which sees the child a last time, then removes the child",
    .tags(.r52))
  func dismissRunsTheBase() {
    let store = desk(7)
    store.send(.page(.presented(.wait)))
    store.send(.page(.dismiss))
    #expect(setup.recorder.lines.last == "desk: 7, 0 taps")
    #expect(store.page == nil)
    #expect(store.effectCount == 0)
    #expect(setup.issues.isEmpty)
  }

  @Test(
    "A screen that the base presents while it handles dismiss stays only if its identity is new",
    .tags(.r53),
    arguments: [(7, nil), (8, 8)] as [(Int, Int?)])
  func whatTheBasePresentsWhile(next: Int, left: Int?) {
    let store = desk(7, next: Page.State(next))
    store.send(.page(.presented(.wait)))
    store.send(.page(.dismiss))
    #expect(store.page?.id == left)
    #expect(store.effectCount == 0)
  }
}
