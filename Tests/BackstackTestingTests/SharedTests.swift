import Backstack
import BackstackTesting
import Testing

/// A feature that changes shared values in its reducer and in effects.
@Reducer
private struct Scores {
  struct Stats: Equatable, Sendable {
    var count = 0
    @Shared var best: Int
  }

  @ObservableState
  struct State: Equatable, Sendable {
    @Shared var score: Int
    @Shared var stats: Stats
    var own = 0
  }

  enum Action: Sendable, Equatable {
    case add
    case record
    case recordAndRequest
    case request
    case change
    case changeAndSend
    case done
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add: state.$score.withLock { $0 += 1 }
      case .record:
        state.$stats.withLock { $0.count += 1 }
        state.stats.$best.withLock { $0 += 10 }
      case .recordAndRequest:
        state.$stats.withLock { $0.count += 1 }
        return .run { send in await send(.add) }
      case .request: return .send(.add)
      case .change: return .run { [score = state.$score] _ in score.withLock { $0 += 5 } }
      case .changeAndSend:
        return .run { [score = state.$score] send in
          score.withLock { $0 = 7 }
          await send(.done)
        }
      case .done: state.own += 1
      }
      return .none
    }
  }
}

@Suite("A test store and shared values")
struct SharedTests {
  private let failures = Failures()

  private func makeStore() -> TestStoreOf<Scores> {
    BackstackTestingTests.makeStore(makeState(), Scores(), failures: failures)
  }

  private func makeState() -> Scores.State {
    Scores.State(
      score: Shared(value: 0), stats: Shared(value: Scores.Stats(best: Shared(value: 0))))
  }

  @Test("A change of a shared value is asserted like one of the state")
  func change() async {
    let store = makeStore()
    await store.send(.add) { $0.$score.withLock { $0 = 1 } }
    await store.send(.add) { $0.$score.withLock { $0 += 1 } }
    // As older articles write it.
    await store.send(.add) { $0.score = 3 }
    #expect(failures.messages == [])
    #expect(store.state.score == 3)
  }

  @Test("A shared value in a shared value is asserted, too")
  func nested() async {
    let store = makeStore()
    await store.send(.record) {
      $0.$stats.withLock { $0.count = 1 }
      $0.stats.$best.withLock { $0 = 10 }
    }
    #expect(failures.messages == [])
    await store.send(.record) { $0.$stats.withLock { $0.count = 2 } }
    #expect(failures.kinds == [.stateMismatch])
  }

  @Test("A change that a test does not assert, or asserts otherwise, fails it with the difference")
  func mismatch() async {
    let store = makeStore()
    await store.send(.add)
    await store.send(.add) { $0.$score.withLock { $0 = 3 } }
    #expect(failures.kinds == [.unassertedStateChange, .stateMismatch])
    #expect(
      failures.messages.last == """
        The state after .add is not as expected:

          Scores.State(
        -   score: 3,
        +   score: 2,
            … (2 unchanged)
          )

        (-: expected, +: actual)
        """, "\(failures.messages.last ?? "")")
    #expect(store.state.score == 2)
  }

  @Test("A closure that changes no shared value either fails the test")
  func noChange() async {
    let store = makeStore()
    await store.send(.done) { $0.own = 1 }
    await store.send(.change).finish()
    store.assert { $0.$score.withLock { $0 += 5 } }
    await store.send(.done) {
      $0.own = 2
      $0.$score.withLock { $0 = 5 }
    }
    #expect(failures.messages == [])
  }

  @Test("An action of an effect is asserted with the values at its time")
  func received() async {
    let store = makeStore()
    await store.send(.request)
    await store.receive(.add) { $0.$score.withLock { $0 = 1 } }
    await store.send(.changeAndSend)
    await store.receive(.done) {
      $0.$score.withLock { $0 = 7 }
      $0.own = 1
    }
    #expect(failures.messages == [])
  }

  @Test("A value that a later action is the first to use is asserted with that action")
  func laterUse() async {
    // Made before there is a store, which thus does not know its shared values.
    let state = makeState()
    let store = BackstackTestingTests.makeStore(state, Scores(), failures: failures)
    await store.send(.recordAndRequest) { $0.$stats.withLock { $0.count = 1 } }
    await store.receive(.add) { $0.$score.withLock { $0 = 1 } }
    #expect(failures.messages == [])
  }

  @Test("A change that only an effect makes has to be asserted at the end")
  func effects() async {
    do {
      let store = makeStore()
      await store.send(.change).finish()
      store.assert { $0.$score.withLock { $0 = 5 } }
    }
    #expect(failures.messages == [])
    do {
      let store = makeStore()
      await store.send(.change).finish()
      store.assert { $0.$score.withLock { $0 = 4 } }
    }
    #expect(failures.kinds == [.stateMismatch])
    do { await makeStore().send(.change).finish() }
    #expect(failures.kinds == [.stateMismatch, .unassertedStateChange])
  }

  @Test("A test that is not exhaustive asserts what it likes")
  func notExhaustive() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.add)
    await store.send(.add) { $0.$score.withLock { $0 = 2 } }
    await store.send(.change).finish()
    #expect(failures.messages == [])
    await store.send(.add) { $0.$score.withLock { $0 = 2 } }
    #expect(failures.kinds == [.stateMismatch])
  }

  @Test("What the test changes itself needs no assertion")
  func ownChanges() async {
    let score = Shared(value: 0)
    let store = BackstackTestingTests.makeStore(
      Scores.State(score: score, stats: Shared(value: Scores.Stats(best: Shared(value: 0)))),
      Scores(),
      failures: failures)
    await store.send(.add) { $0.$score.withLock { $0 = 1 } }
    score.withLock { $0 = 10 }
    await store.send(.add) { $0.$score.withLock { $0 = 11 } }
    #expect(failures.messages == [])
  }

  @Test(
    "In a test with dependencies of its own, keys lead to the same values in the test and its store",
    .dependencies)
  func keys() async {
    @Shared(.appStorage("level")) var level = 3
    let store = TestStore(initialState: Levels.State()) { Levels() }
    await store.send(.up) { $0.$level.withLock { $0 = 4 } }
    #expect(level == 4)
    $level.withLock { $0 = 1 }
    await store.send(.up) { $0.$level.withLock { $0 = 2 } }
  }
}

@Reducer
private struct Levels {
  @ObservableState
  struct State: Equatable, Sendable {
    @Shared(.appStorage("level")) var level = 0
  }

  enum Action: Sendable { case up }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$level.withLock { $0 += 1 }
      return .none
    }
  }
}
