import Backstack
import BackstackTesting
import Testing

// sample: started-dependency
struct NumberFactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension NumberFactClient: DependencyKey {
  static let liveValue = NumberFactClient { number in
    "\(number) is a good number."
  }
}

extension DependencyValues {
  var numberFact: NumberFactClient {
    get { self[NumberFactClient.self] }
    set { self[NumberFactClient.self] = newValue }
  }
}
// end

struct GettingStarted {
  // sample: started-feature
  @Reducer
  struct CounterFeature {
    struct State: Equatable {
      var count = 0
      var fact: String?
    }

    enum Action {
      case decrementButtonTapped
      case factButtonTapped
      case factResponse(String)
      case incrementButtonTapped
    }

    @Dependency(\.numberFact) var numberFact

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .decrementButtonTapped:
          state.count -= 1
          return .none
        case .factButtonTapped:
          return .run { [count = state.count] send in
            await send(.factResponse(try await numberFact.fetch(count)))
          }
        case .factResponse(let fact):
          state.fact = fact
          return .none
        case .incrementButtonTapped:
          state.count += 1
          return .none
        }
      }
    }
  }
  // end

  @Test func store() {
    // sample: started-store
    let store = Store(initialState: CounterFeature.State()) {
      CounterFeature()
    }
    store.send(.incrementButtonTapped)
    store.send(.factButtonTapped)
    #expect(store.count == 1)
    #expect(store.fact == "1 is a good number.")
    // end
  }

  @Test func changes() async {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    let seen = Log<Int>()
    // sample: started-callback
    let token = store.onChange(of: \.count) { count in
      seen.append(count)
    }
    // end
    store.send(.incrementButtonTapped)
    token.cancel()
    #expect(seen.all == [1])
    func render(_ state: CounterFeature.State) { seen.append(state.count) }
    let changes = store.changes
    var iterator = changes.makeAsyncIterator()
    store.send(.incrementButtonTapped)
    #expect(await iterator.next()?.count == 2)
    store.end()
    // sample: started-loop
    for await state in store.changes {
      render(state)
    }
    // end
  }

  // sample: started-test
  @Test func `a fact is fetched for the count`() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.numberFact = NumberFactClient { "\($0) is a number." }
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.factButtonTapped)
    await store.receive(\.factResponse) {
      $0.fact = "1 is a number."
    }
  }
  // end
}
