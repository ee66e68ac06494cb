import Backstack
import Testing

struct PartialFeatureTests {
  private func run<R: Reducer>(_ reducer: R, _ state: R.State, _ action: R.Action) -> R.State {
    var state = state
    _ = reducer.reduce(into: &state, action: action)
    return state
  }

  @Test("The macro adds the missing members of a partial feature and keeps the others")
  func whatIsMissingIsFilled() {
    #expect(StateOnly.State().count == 1)
    #expect(StateOnly.Action.caseNames.isEmpty)
    #expect(run(ActionOnly(), .init(), .tapped) == .init())
    #expect("\(ActionOnly.State())" == "empty")
    #expect(BodyOnly.Action.caseNames.isEmpty)
    #expect(run(PlainBody(), .init(), .tapped).count == 2)
    #expect(LetWithTypes.State() == .init())
    #expect(run(ConcreteBody(), .init(), .tapped).count == 1)
    #expect(Conforming.Action.caseNames == ["tapped"])
    #expect(Conditional.State().isDebug)
    #expect(run(Container.InExtension(), .init(), .tapped) == .init())
    #expect(PackageFeature.State() == .init())
  }

  @Test("A partial feature can be a case of an enum reducer") func partialFeatureIsACase() {
    #expect(
      run(Filled.body, .default(.init()), .default(.tapped)) == .default(.init(count: 2)))
    let store = Store(initialState: Filled.State.default(.init(count: 1))) { Filled.body }
    guard case .default(let store) = store.case else { return }
    #expect(store.send(.tapped).isCancelled)
    #expect(store.count == 4)
  }
}
