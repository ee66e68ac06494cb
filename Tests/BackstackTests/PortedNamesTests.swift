import Backstack
import BackstackTesting
import Testing

@testable import BackstackDependencies

@Suite("Names of apps that work here, too")
struct PortedNamesTests {
  @Test("A scope may leave out the label of its state, and actions of a view have a case")
  @MainActor
  func scope() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.view(.renamed("Tea")))
    await store.receive(.title(.changed("Tea"))) { $0.title.text = "Tea" }
    #expect(viewAction(of: Form.self, .renamed("Milk")) == .view(.renamed("Milk")))
  }

  private func viewAction<R: Reducer>(
    of _: R.Type, _ action: R.Action.ViewAction
  ) -> R.Action where R.Action: ViewAction {
    .view(action)
  }

  @Test("A value gets an id of its own")
  func identified() {
    var rows: IdentifiedArrayOf<Identified<Int, String>> = [Identified("a", id: 1)]
    rows.append(Identified("bb", id: \.count))
    #expect(rows[id: 2]?.value == "bb" && rows[id: 2]?.count == 2)
    rows[id: 1]?.value = "c"
    #expect(rows[id: 1] == Identified("c", id: { _ in 1 }))
  }

  @Test("A reducer asks its store for ids, and code outside of stores gets an issue", .dependencies)
  func elementIDs() {
    let store = Store(initialState: PushedTitles.State()) { PushedTitles() }
    store.send(.pushed)
    store.send(.pushed)
    #expect(store.state.ids == [0, 2])
    #expect(store.state.path.ids == [1, 3])
    withKnownIssue {
      let none: StackElementIDGenerator? = nil
      _ = none.next()
    } matching: {
      "\($0)".contains("outside of one")
    }
  }

  @Test("A text keeps its wire form, whatever an app wants it to look like")
  func texts() {
    let text = TextState("Delete").bold().italic().underline().strikethrough().monospacedDigit()
    #expect(text == TextState("Delete"))
  }
}

@Reducer
private struct Form {
  struct State: Equatable, Sendable { var title = Title.State() }
  @CasePathable
  enum Action: ViewAction, Equatable, Sendable {
    case title(Title.Action)
    case view(View)

    enum View: Equatable, Sendable { case renamed(String) }
  }

  var body: some ReducerOf<Self> {
    Scope(\.title, action: \.title) { Title() }
    Reduce { _, action in
      guard case .view(.renamed(let text)) = action else { return .none }
      return .send(.title(.changed(text)))
    }
  }
}

@Reducer
private struct Title {
  struct State: Equatable, Sendable { var text = "" }
  enum Action: Equatable, Sendable { case changed(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .changed(let text) = action { state.text = text }
      return .none
    }
  }
}

@Reducer
private struct PushedTitles {
  struct State: Equatable, Sendable {
    var path = StackState<Title.State>()
    var ids: [StackElementID] = []
  }
  enum Action: Sendable {
    case pushed
    case path(StackActionOf<Title>)
  }

  @Dependency(\.stackElementID) var stackElementID

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .pushed = action else { return .none }
      state.ids.append(stackElementID.next())
      state.path.append(Title.State())
      return .none
    }
    .forEach(\.path, action: \.path) { Title() }
  }
}
