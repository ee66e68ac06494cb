import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

/// A feature without the operators that its stack and its sheet need.
@Reducer
private struct Forgetful {
  struct State: Sendable {
    var path: StackState<Page.State> = [Page.State(7)]
    @Presents var sheet: Page.State? = Page.State(8)
  }

  enum Action: Sendable {
    case path(StackActionOf<Page>)
    case sheet(PresentationAction<Page.Action>)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Suite("Forgotten operators")
struct ForgottenOperatorTests {
  @Test(
    "An action without an operator is an issue, once for each property in each store", .tags(.r128))
  func forgotten() {
    for _ in 1...2 {
      let setup = LiveStoreSetup()
      let store = setup.store(Forgetful.State(), Forgetful())
      for _ in 1...3 {
        store.send(.path(.element(id: 0, action: .tap)))
        store.send(.sheet(.presented(.tap)))
      }
      #expect(store.path.map(\.taps) == [0])
      #expect(store.sheet?.taps == 0)
      #expect(setup.issues.lines.count == 2)
      #expect(setup.issues.lines.first?.contains(#".forEach(\.path, action: \.path)"#) == true)
      #expect(setup.issues.lines.last?.contains(#".ifLet(\.$sheet, action: \.sheet)"#) == true)
    }
  }
}
