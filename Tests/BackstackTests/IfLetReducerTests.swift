import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("ifLet on an optional")
struct IfLetReducerTests {
  let issues = IssueLog()

  private func makeStore(
    _ state: Rows.State = Rows.State(), _ reducer: Rows = Rows()
  ) -> StoreOf<Rows> {
    Store(initialState: state) {
      reducer
    } withDependencies: {
      $0.issueReporter = issues.reporter
      $0.continuousClock = TestClock()
    }
  }

  @Test("A child's action runs the child, then the parent", .tags(.r69))
  func childFirst() {
    var reducer = Rows()
    reducer.onAction = { state, _ in
      state.log.append("\(state.child?.count ?? -1)")
      state.child = nil
    }
    let store = makeStore(Rows.State(child: Counter.State()), reducer)
    store.send(.child(.increment))
    #expect(store.log == ["1"])
    #expect(store.child == nil)
  }

  @Test("An action while the state is nil is reported; the parent still runs", .tags(.r69))
  func missing() {
    var reducer = Rows()
    reducer.onAction = { state, _ in state.log.append("ran") }
    let store = makeStore(Rows.State(), reducer)
    #expect(store.sendIfReachable(.child(.increment))?.reason == .presentation)
    store.send(.child(.increment))
    #expect(store.log == ["ran"])
    #expect(issues.messages.count == 1)
  }

  @Test(
    "Effects end when the state becomes nil or gets another id", .tags(.r69),
    arguments: [(1, 1), (2, 0), (nil, 0)] as [(Int?, Int)])
  func cancellation(id: Int?, effects: Int) {
    let store = makeStore(Rows.State(child: Counter.State(id: 1)))
    store.send(.child(.startTimer))
    #expect(store.effectCount == 1)
    store.send(.setChild(id))
    #expect(store.effectCount == effects)
  }

  @Test("A child of an optional can't dismiss itself: it is not presented", .tags(.r75))
  func dismissal() {
    let store = makeStore(Rows.State(child: Counter.State()))
    store.send(.child(.dismiss))
    #expect(store.child != nil)
    #expect(issues.messages.count == 1)
  }

  @Test("ifLet infers the reducer of an enum from its state")
  func enumReducer() {
    let store = makeStore(Rows.State(screen: .counter(Counter.State())))
    store.send(.screen(.counter(.increment)))
    #expect(store.screen?.counter?.count == 1)
    store.send(.screen(.counter(.startTimer)))
    #expect(store.effectCount == 1)
    store.send(.setScreen)
    #expect(store.effectCount == 0)
    #expect(store.sendIfReachable(.screen(.counter(.increment)))?.reason == .case)
  }

  @Test("An alert closes after any of its actions, unless another was shown", .tags(.r67))
  func ephemeral() {
    let store = makeStore()
    store.send(.showAlert)
    let first = store.alert?.id
    store.send(.alert(.confirmAndShowAnother))
    #expect(store.alert != nil)
    #expect(store.alert?.id != first)
    store.send(.alert(.confirm))
    #expect(store.alert == nil)
    #expect(issues.messages.isEmpty)
  }

  @Test("An alert in an enum closes after any action, too", .tags(.r67))
  func ephemeralCase() {
    let store = makeStore(Rows.State(screen: .alert(AlertState { TextState("Sure?") })))
    store.send(.screen(.alert(.confirm)))
    #expect(store.screen == nil)
  }
}
