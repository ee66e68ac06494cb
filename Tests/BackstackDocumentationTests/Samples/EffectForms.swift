import Backstack
import BackstackTesting
import Testing

@Suite("Samples: forms of effects")
struct EffectForms {
  // sample: effects-search
  @Reducer
  struct SearchFeature {
    struct State: Equatable {
      var hasFailed = false
      var query = ""
      var results: [String] = []
    }

    enum Action {
      case failed
      case queryChanged(String)
      case response([String])
    }

    enum CancelID { case search }

    let search: @Sendable (String) async throws -> [String]

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .failed:
          state.hasFailed = true
          return .none
        case .queryChanged(let query):
          state.query = query
          guard !query.isEmpty else {
            state.results = []
            return .cancel(id: CancelID.search)
          }
          return .run { send in
            try await clock.sleep(for: .milliseconds(300))
            await send(.response(try await search(query)))
          } catch: { _, send in
            await send(.failed)
          }
          .cancellable(id: CancelID.search, cancelInFlight: true)
        case .response(let results):
          state.results = results
          return .none
        }
      }
    }
  }
  // end

  // sample: effects-search-test
  @Test func `only the last query is searched for`() async {
    let clock = TestClock()
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature { ["\($0)!"] }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.queryChanged("a")) {
      $0.query = "a"
    }
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("ab")) {
      $0.query = "ab"
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.response) {
      $0.results = ["ab!"]
    }
  }
  // end

  @Test func failure() async {
    struct Failure: Error {}
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature { _ in throw Failure() }
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.receive(\.failed) { $0.hasFailed = true }
  }

  @Reducer
  struct LogFeature {
    struct State: Equatable {
      var log: [String] = []
    }

    enum Action {
      case concatenate
      case log(String)
      case merge
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        // sample: effects-combine
        case .merge:
          return .merge(
            .send(.log("a")),
            .send(.log("b")))
        case .concatenate:
          return .concatenate(
            .run { send in await send(.log("first")) },
            .run { send in await send(.log("then")) })
        // end
        case .log(let text):
          state.log.append(text)
          return .none
        }
      }
    }
  }

  @Test func combine() {
    // sample: effects-synchronous
    let store = Store(initialState: LogFeature.State()) { LogFeature() }
    store.send(.merge)
    #expect(store.log == ["a", "b"])
    store.send(.concatenate)
    #expect(store.log == ["a", "b", "first", "then"])
    // end
  }

  @Test func rounds() {
    let store = Store(initialState: LogFeature.State()) { LogFeature() }
    let seen = Log<[String]>()
    // sample: effects-rounds
    let token = store.onChange { state in
      seen.append(state.log)
    }
    store.send(.merge)
    #expect(seen.all == [["a", "b"]])
    // end
    store.send(.concatenate)
    #expect(
      seen.all.dropFirst() == [
        ["a", "b"], ["a", "b", "first"], ["a", "b", "first", "then"],
      ])
    token.cancel()
  }

  // sample: effects-task-cancellation
  @Reducer
  struct ImportFeature {
    struct State: Equatable {
      var isDone = false
      var wasSkipped = false
    }

    enum Action {
      case finished(wasSkipped: Bool)
      case importButtonTapped
      case skipButtonTapped
    }

    enum CancelID { case download }

    let download: @Sendable () async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .finished(let wasSkipped):
          state.isDone = true
          state.wasSkipped = wasSkipped
          return .none
        case .importButtonTapped:
          return .run { send in
            do {
              try await withTaskCancellation(id: CancelID.download, operation: download)
              await send(.finished(wasSkipped: false))
            } catch is CancellationError {
              // The download was cancelled, the effect was not.
              await send(.finished(wasSkipped: true))
            }
          }
        case .skipButtonTapped:
          return .cancel(id: CancelID.download)
        }
      }
    }
  }
  // end

  @Test func taskCancellation() async {
    let clock = TestClock()
    let store = TestStore(initialState: ImportFeature.State()) {
      ImportFeature { try await clock.sleep(for: .seconds(1)) }
    }
    await store.send(.importButtonTapped)
    await store.send(.skipButtonTapped)
    await store.receive(\.finished) {
      $0.isDone = true
      $0.wasSkipped = true
    }
  }

  @Test func storeTask() async {
    let clock = TestClock()
    let store = Store(initialState: ImportFeature.State()) {
      ImportFeature { try await clock.sleep(for: .seconds(1)) }
    }
    // sample: effects-store-task
    let task = store.send(.importButtonTapped)
    await clock.advance(by: .seconds(1))
    await task.finish()  // waits for the effects, and for those of their actions
    #expect(store.isDone)

    store.send(.importButtonTapped).cancel()
    #expect(store.effectCount == 0)
    // end
  }
}
