import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("ifLet on a presentation")
struct PresentationReducerTests {
  let issues = IssueLog()

  private func makeStore(
    _ state: Sheet.State = Sheet.State(), _ reducer: Sheet = Sheet()
  ) -> StoreOf<Sheet> {
    Store(initialState: state) {
      reducer
    } withDependencies: {
      $0.issueReporter = issues.reporter
      $0.continuousClock = TestClock()
    }
  }

  @Test("A child's action runs the child, then the parent", .tags(.r49))
  func childFirst() {
    var reducer = Sheet()
    reducer.onAction = { state, _ in
      if state.destination?.counter?.count == 1 { state.destination = nil }
    }
    let store = makeStore(Sheet.State(destination: .counter(.init())), reducer)
    store.send(.destination(.presented(.counter(.increment))))
    #expect(store.destination == nil)
  }

  @Test("An action while nothing is presented is reported; the parent still runs", .tags(.r50))
  func nothingPresented() {
    let store = makeStore()
    #expect(store.sendIfReachable(.destination(.dismiss))?.reason == .presentation)
    store.send(.destination(.presented(.counter(.increment))))
    store.send(.destination(.dismiss))
    #expect(issues.messages.count == 2)
    #expect(store.actionCount == 2)
  }

  @Test("On dismiss, the parent still sees the child's state", .tags(.r52))
  func lastLook() {
    let seen = IssueLog()
    var reducer = Sheet()
    reducer.onAction = { state, action in
      guard case .destination(.dismiss) = action else { return }
      seen.reporter(
        Issue(
          message: "\(state.destination?.counter?.count ?? -1)", location: SourceLocation()))
    }
    let store = makeStore(Sheet.State(destination: .counter(.init(count: 7))), reducer)
    store.send(.destination(.dismiss))
    #expect(seen.messages == ["7"])
    #expect(store.destination == nil)
  }

  @Test(
    "A child presented while a dismissal is handled stays only if its identity is new",
    .tags(.r53),
    arguments: [(1, true), (2, false)])
  func reassigned(id: Int, isNil: Bool) {
    var reducer = Sheet()
    reducer.onAction = { state, action in
      if case .destination(.dismiss) = action { state.destination = .counter(.init(id: id)) }
    }
    let store = makeStore(Sheet.State(destination: .counter(.init(id: 1))), reducer)
    store.send(.destination(.dismiss))
    #expect((store.destination == nil) == isNil)
  }

  @Test(
    "Effects go on while the identity is the same and are cancelled when it changes", .tags(.r55),
    arguments: [
      (Sheet.Action.present(1), 1), (.present(2), 0), (.presentSheet, 0), (.nilOut, 0),
      (.destination(.dismiss), 0),
      (.destination(.presented(.counter(.changeID(5)))), 0),
    ])
  func identity(_ action: Sheet.Action, effects: Int) {
    let store = makeStore(Sheet.State(destination: .counter(.init(id: 1))))
    store.send(.destination(.presented(.counter(.startTimer))))
    #expect(store.effectCount == 1)
    store.send(action)
    #expect(store.effectCount == effects)
    #expect(issues.messages.isEmpty)
  }

  @Test("Ending a presentation cancels the effects of all levels below it", .tags(.r83))
  func nested() {
    let store = makeStore(
      Sheet.State(destination: .sheet(Sheet.State(destination: .counter(.init())))))
    store.send(.destination(.presented(.sheet(.destination(.presented(.counter(.startTimer)))))))
    #expect(store.effectCount == 1)
    store.send(.destination(.dismiss))
    #expect(store.effectCount == 0)
  }

  @Test("An alert's action has no target while another case is presented")
  func lateAlertAction() {
    let store = makeStore(Sheet.State(destination: .counter(.init())))
    let late = Sheet.Action.destination(.presented(.alert(.confirm)))
    #expect(store.sendIfReachable(late)?.reason == .case)
    #expect(store.actionCount == 0)
    #expect(
      store.sendIfReachable(.destination(.presented(.counter(.increment)))) == nil)
  }

  @Test("An alert closes on its button", .tags(.r63))
  func alert() {
    let store = makeStore()
    store.send(.showAlert)
    #expect(store.alert != nil)
    store.send(.alert(.presented(.confirm)))
    #expect(store.alert == nil)
    #expect(issues.messages.isEmpty)
  }

  @Test("An alert shown while another's button is handled stays open", .tags(.r64))
  func nextAlert() {
    let store = makeStore()
    store.send(.showAlert)
    store.send(.alert(.presented(.confirmAndShowAnother)))
    #expect(store.alert?.title == "Really sure?")
    store.send(.alert(.dismiss))
    #expect(store.alert == nil)
  }

  @Test("An alert in an enum closes on its own button, not on another case's action", .tags(.r63))
  func alertInEnum() {
    let alert = AlertState<Sheet.Alert> { "Sure?" }
    let store = makeStore(Sheet.State(destination: .alert(alert)))
    store.send(.destination(.presented(.counter(.increment))))
    #expect(store.destination != nil)
    store.send(.destination(.presented(.alert(.confirm))))
    #expect(store.destination == nil)
  }
}
