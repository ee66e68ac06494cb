import Backstack
import Testing

/// A feature with two tabs: computed properties reach the presentation of the selected tab and of
/// a tab that may be absent.
private struct SelectedTab: Reducer {
  struct Tab: Sendable {
    var count = 0
    @Presents var child: Counter.State?
  }

  struct State: Sendable {
    var isFirst = true
    var first = Tab(child: Counter.State())
    var second = Tab(child: Counter.State())
    var maybe: Tab? = Tab(child: Counter.State())

    var current: Tab {
      get { isFirst ? first : second }
      set { if isFirst { first = newValue } else { second = newValue } }
    }

    var present: Tab {
      get { maybe ?? Tab() }
      set { if maybe != nil { maybe = newValue } }
    }
  }

  @CasePathable
  enum Action: Sendable {
    case select(Bool)
    case clear
    case current(PresentationAction<Counter.Action>)
    case present(PresentationAction<Counter.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .select(let isFirst): state.isFirst = isFirst
      case .clear: state.maybe = nil
      case .current, .present: break
      }
      return .none
    }
    .ifLet(\.current.$child, action: \.current) { Counter() }
    .ifLet(\.present.$child, action: \.present) { Counter() }
  }
}

@Suite("Presentations behind computed properties")
struct ComputedPresentationTests {
  @Test("Actions change the presentation that the getter selects")
  func selected() {
    let store = Store(initialState: SelectedTab.State()) { SelectedTab() }
    store.send(.current(.presented(.increment)))
    store.send(.select(false))
    store.send(.current(.presented(.increment)))
    store.send(.current(.presented(.increment)))
    #expect(store.first.child?.count == 1)
    #expect(store.second.child?.count == 2)
  }

  @Test("An action for a presentation that the getter no longer reaches is reported")
  func gone() {
    let log = IssueLog()
    let store = Store(initialState: SelectedTab.State()) {
      SelectedTab()
    } withDependencies: {
      $0.issueReporter = log.reporter
    }
    store.send(.present(.presented(.increment)))
    #expect(store.maybe?.child?.count == 1)
    store.send(.clear)
    store.send(.present(.presented(.increment)))
    #expect(store.maybe?.count == nil)
    #expect(log.messages.count == 1)
  }

  @Test("A computed property's setter runs when an action changes the presentation")
  func setter() {
    let store = Store(initialState: Journal.State()) { Journal() }
    store.send(.page(.presented(.increment)))
    #expect(store.child?.count == 1)
    #expect(store.writes > 0)
  }

  @Test("Only a wrapper's own projection has an offset, not a computed property")
  func places() {
    #expect(Journal.State._offset(ofPresentation: \.page) == nil)
    #expect(
      Journal.State._offset(ofPresentation: \.$child)
        == MemoryLayout<Journal.State>.offset(of: \Journal.State.writes)! + 8)
  }
}

/// A feature that reaches its presentation by a computed property, which counts changes.
@Reducer
private struct Journal {
  struct State: Sendable {
    var writes = 0
    @Presents var child: Counter.State? = Counter.State()

    var page: PresentationState<Counter.State> {
      get { $child }
      set {
        $child = newValue
        writes += 1
      }
    }
  }

  enum Action: Sendable {
    case page(PresentationAction<Counter.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.page, action: \.page) { Counter() }
  }
}
