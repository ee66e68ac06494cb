import Backstack
import Testing

@Suite("Samples: scoping")
struct ScopingSamples {
  @Reducer
  struct CounterFeature {
    struct State: Equatable {
      var count = 0
    }

    enum Action {
      case incrementButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incrementButtonTapped:
          state.count += 1
          return .none
        }
      }
    }
  }

  @Test func presentedCase() {
    let store = Store(
      initialState: Tree.InventoryFeature.State(
        destination: .edit(Tree.ItemFormFeature.State(item: Tree.Item(id: 0, name: "Milk"))))
    ) {
      Tree.InventoryFeature()
    }
    // sample: scoping-presented-case
    let edit = store.scope(state: \.$destination.edit, action: \.destination.edit)
    edit?.send(.nameChanged("Oat milk"))
    #expect(edit?.item.name == "Oat milk")
    #expect(store.scope(state: \.$destination.add, action: \.destination.add) == nil)
    // end
  }

  // sample: scoping-feature
  @Reducer
  struct AppFeature {
    @Reducer(state: .equatable)
    enum Path {
      case counter(CounterFeature)
      case help
    }

    struct State: Equatable {
      var counter = CounterFeature.State()
      var path = StackState<Path.State>()
      @Presents var sheet: CounterFeature.State?
    }

    enum Action {
      case counter(CounterFeature.Action)
      case path(StackActionOf<Path>)
      case sheet(PresentationAction<CounterFeature.Action>)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: \.counter) {
        CounterFeature()
      }
      EmptyReducer()
        .ifLet(\.$sheet, action: \.sheet) {
          CounterFeature()
        }
        .forEach(\.path, action: \.path)
    }
  }
  // end

  @Test func child() {
    let store = Store(initialState: AppFeature.State()) { AppFeature() }
    // sample: scoping-child
    let counter = store.scope(state: \.counter, action: \.counter)
    counter.send(.incrementButtonTapped)
    #expect(counter.count == 1)
    #expect(store.counter.count == 1)
    #expect(counter === store.scope(state: \.counter, action: \.counter))
    // end
  }

  @Test func optional() {
    let issues = Log<String>()
    let store = Store(
      initialState: AppFeature.State(sheet: CounterFeature.State(count: 3))
    ) {
      AppFeature()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
    // sample: scoping-optional
    let sheet = store.scope(state: \.sheet, action: \.sheet)
    #expect(sheet?.count == 3)

    store.send(.sheet(.dismiss))
    #expect(store.scope(state: \.sheet, action: \.sheet) == nil)
    #expect(sheet?.count == 3)  // a referenced store keeps the last value it read
    // end
    #expect(issues.all.isEmpty)
    sheet?.send(.incrementButtonTapped)
    #expect(issues.all.count == 1)
  }

  @Test func elements() {
    let store = Store(
      initialState: AppFeature.State(path: [.counter(CounterFeature.State(count: 3)), .help])
    ) { AppFeature() }
    // sample: scoping-elements
    func describe(_ store: StoreOf<AppFeature.Path>) -> String {
      switch store.case {
      case .counter(let counter): "a counter at \(counter.count)"
      case .help: "help"
      }
    }

    let path = store.scope(state: \.path, action: \.path)
    #expect(path.elements.map(describe) == ["a counter at 3", "help"])
    // end
    #expect(path.element(id: 7) == nil)
  }

  @Test func observation() {
    let store = Store(
      initialState: AppFeature.State(path: [.counter(CounterFeature.State())])
    ) { AppFeature() }
    let log = Log<Int>()
    // sample: scoping-observation
    let path = store.scope(state: \.path, action: \.path)
    let token = path.onChange(of: \.count) { depth in
      log.append(depth)
    }
    store.send(.path(.element(id: 0, action: .counter(.incrementButtonTapped))))
    store.send(.path(.popFrom(id: 0)))
    #expect(log.all == [0])
    // end
    token.cancel()
  }
}
