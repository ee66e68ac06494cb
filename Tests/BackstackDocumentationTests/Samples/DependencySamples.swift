import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

// sample: dependencies-client
@DependencyClient
struct FactClient: DependencyKey, Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
  var isOnline: @Sendable () -> Bool = { false }

  static let liveValue = FactClient(
    fetch: { number in "\(number) is a number." },
    isOnline: { true }
  )
  static let testValue = FactClient()
}

extension DependencyValues {
  var facts: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}
// end

// sample: dependencies-feature
@Reducer
struct FactFeature {
  struct State: Equatable {
    var fact: String?
  }

  enum Action {
    case factLoaded(String)
    case numberTapped(Int)
  }

  @Dependency(\.facts) var facts

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .factLoaded(let fact):
        state.fact = fact
        return .none
      case .numberTapped(let number):
        guard facts.isOnline() else { return .none }
        return .run { send in
          await send(.factLoaded(try await facts.fetch(number: number)))
        }
      }
    }
  }
}
// end

@Suite("Samples: dependencies")
struct DependencySamples {
  // sample: dependencies-test
  @Test func `a fact is fetched`() async {
    let store = TestStore(initialState: FactFeature.State()) {
      FactFeature()
    } withDependencies: {
      $0.facts.isOnline = { true }
      $0.facts.fetch = { number in "\(number) is good." }
    }
    await store.send(.numberTapped(7))
    await store.receive(\.factLoaded) {
      $0.fact = "7 is good."
    }
  }
  // end

  @Test func `an endpoint that a test forgot is reported`() async {
    let log = Log<String>()
    let store = Store(initialState: FactFeature.State()) {
      FactFeature()
    } withDependencies: {
      $0.context = .test
      $0.issueReporter = log.reporter
    }
    await store.send(.numberTapped(7)).finish()
    #expect(
      log.all == ["Unimplemented: 'FactClient.isOnline'. Override it before you use it."])
  }

  // sample: dependencies-trait
  @Test(.dependency(\.uuid, .incrementing), .dependencies { $0.facts.isOnline = { false } })
  func `nothing is fetched without a network`() async {
    let store = Store(initialState: FactFeature.State()) { FactFeature() }
    await store.send(.numberTapped(7)).finish()
    #expect(store.fact == nil)
  }
  // end

  // sample: dependencies-from
  final class Session {
    @Dependency(\.uuid) var uuid

    func makeChild() -> Session {
      withDependencies(from: self) { Session() }
    }
  }
  // end

  @Test func from() {
    let session = withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      Session()
    }
    #expect(session.makeChild().uuid() == UUID(7))
  }

  @Test func random() {
    struct Seven: RandomNumberGenerator {
      func next() -> UInt64 { 7 }
    }
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Seven())
    } operation: {
      // sample: dependencies-random
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      let die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      // end
      var seven = Seven()
      #expect(die == Int.random(in: 1...6, using: &seven))
    }
  }
}

// sample: effects-debounce
@Reducer
struct SearchFeature {
  struct State: Equatable {
    var results: [String] = []
  }

  enum Action {
    case queryChanged(String)
    case resultsLoaded([String])
  }

  enum CancelID { case search }

  let search: @Sendable (String) async throws -> [String]
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        return .run { send in
          await send(.resultsLoaded(try await search(query)))
        }
        .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
      case .resultsLoaded(let results):
        state.results = results
        return .none
      }
    }
  }
}
// end

@Suite("Samples: effects that are held back")
struct HeldBackSamples {
  @Test func debounce() async {
    let clock = TestClock()
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature { query in [query] }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.queryChanged("a"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("ab"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.resultsLoaded) { $0.results = ["ab"] }
  }
}
