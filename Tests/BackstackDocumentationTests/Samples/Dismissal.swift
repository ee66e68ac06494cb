import Backstack
import BackstackTesting
import Testing

@Suite("Samples: dismissal")
struct Dismissal {
  // sample: dismissal-child
  @Reducer
  struct CounterFeature {
    struct State: Equatable {
      var count = 0
    }

    enum Action {
      case closeButtonTapped
      case incrementButtonTapped
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .closeButtonTapped:
          return .run { _ in await dismiss() }
        case .incrementButtonTapped:
          state.count += 1
          return state.count < 5 ? .none : .run { _ in await dismiss() }
        }
      }
    }
  }
  // end

  // sample: dismissal-parent
  @Reducer
  struct ParentFeature {
    struct State: Equatable {
      @Presents var counter: CounterFeature.State?
      var lastCount: Int?
    }

    enum Action {
      case counter(PresentationAction<CounterFeature.Action>)
      case hideButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .counter(.dismiss):
          // The counter's state still exists: read it one last time.
          state.lastCount = state.counter?.count
          return .none
        case .counter:
          return .none
        case .hideButtonTapped:
          state.counter = nil
          return .none
        }
      }
      .ifLet(\.$counter, action: \.counter) {
        CounterFeature()
      }
    }
  }
  // end

  // sample: dismissal-test
  @Test func `a counter leaves at five`() async {
    let store = TestStore(
      initialState: ParentFeature.State(counter: CounterFeature.State(count: 4))
    ) {
      ParentFeature()
    }
    await store.send(\.counter.incrementButtonTapped) {
      $0.counter?.count = 5
    }
    await store.receive(\.counter.dismiss) {
      $0.lastCount = 5
      $0.counter = nil
    }
  }
  // end

  @Test func hide() {
    let store = Store(initialState: ParentFeature.State(counter: CounterFeature.State())) {
      ParentFeature()
    }
    store.send(.hideButtonTapped)
    #expect(store.state == ParentFeature.State())
  }

  @Reducer
  struct StackFeature {
    @Reducer(state: .equatable)
    enum Path {
      case counter(CounterFeature)
    }

    struct State: Equatable {
      var path = StackState<Path.State>()
    }

    enum Action {
      case path(StackActionOf<Path>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .forEach(\.path, action: \.path)
    }
  }

  @Test func middle() {
    // sample: dismissal-stack
    let store = Store(
      initialState: StackFeature.State(
        path: StackState([
          .counter(CounterFeature.State()), .counter(CounterFeature.State()),
          .counter(CounterFeature.State()),
        ]))
    ) {
      StackFeature()
    }
    store.send(.path(.element(id: 1, action: .counter(.closeButtonTapped))))
    #expect(store.path.ids == [0])
    // end
  }

  // sample: dismissal-order
  @Reducer
  struct FormFeature {
    struct State: Equatable {
      var text = ""
    }

    enum Action {
      case delegate(Delegate)
      case saveButtonTapped

      @CasePathable
      enum Delegate {
        case save(String)
      }
    }

    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .delegate:
          return .none
        case .saveButtonTapped:
          return .run { [text = state.text] send in
            await send(.delegate(.save(text)))
            if isPresented { await dismiss() }
            // The effect is cancelled now: send nothing after this.
          }
        }
      }
    }
  }
  // end

  @Test func standalone() {
    let issues = Log<String>()
    let store = Store(initialState: FormFeature.State()) {
      FormFeature()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
    store.send(.saveButtonTapped)
    #expect(issues.all.isEmpty)
    #expect(store.actionCount == 2)
  }

  // sample: dismissal-root-test
  @Test func `a counter on its own dismisses itself`() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    }
    await store.send(.closeButtonTapped)
    #expect(store.isDismissed)
  }
  // end

  // sample: dismissal-override
  @Test func `the close button dismisses`() async {
    let log = Log<String>()
    let store = Store(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.dismiss = DismissEffect { log.append("dismissed") }
    }
    store.send(.closeButtonTapped)
    #expect(log.all == ["dismissed"])
  }
  // end
}
