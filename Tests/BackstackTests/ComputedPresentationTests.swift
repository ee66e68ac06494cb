import Backstack
import Testing

/// A feature of two tabs, of which one is selected: its presentation is reached by a computed property.
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
  @Test("What a getter selects is what is changed")
  func selected() {
    let store = Store(initialState: SelectedTab.State()) { SelectedTab() }
    store.send(.current(.presented(.increment)))
    store.send(.select(false))
    store.send(.current(.presented(.increment)))
    store.send(.current(.presented(.increment)))
    #expect(store.first.child?.count == 1)
    #expect(store.second.child?.count == 2)
  }

  @Test("What is gone from under a getter is not read")
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

  @Test("What a setter does besides is done")
  func setter() {
    let store = Store(initialState: Journal.State()) { Journal() }
    store.send(.page(.presented(.increment)))
    #expect(store.child?.count == 1)
    #expect(store.writes > 0)
  }

  @Test("Only a wrapper's own projection is found in its place")
  func places() {
    #expect(Journal.State._offset(ofPresentation: \.page) == nil)
    #expect(
      Journal.State._offset(ofPresentation: \.$child)
        == MemoryLayout<Journal.State>.offset(of: \Journal.State.writes)! + 8)
  }
}

/// A feature whose presentation is reached by a computed property that counts changes.
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
