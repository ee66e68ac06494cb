import Backstack
import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

@Suite("Effect lifetimes")
struct EffectLifeTests {
  let clock = TestClock()
  let issues = IssueLog()

  /// Creates a store of a stack with one screen, whose effects a closure returns.
  private func makeStore(
    _ effect: @escaping @Sendable (Screen.Action) -> Effect<Screen.Action>
  ) -> StoreOf<Screens> {
    Store(initialState: Screens.State(path: [Screen.State()])) {
      Screens(screen: Screen(effect: effect))
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
  }

  private func sleep() -> Effect<Screen.Action> {
    .run { [clock] _ in
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
    }
  }

  @Test(
    "Effects that are queued behind another are dropped when their screen is popped", .tags(.r18))
  func queuedBehind() {
    let store = makeStore { action in
      action == .start ? .concatenate(self.sleep(), .send(.late)) : .none
    }
    store.send(.path(.element(id: 0, action: .start)))
    store.send(.path(.popFrom(id: 0)))
    #expect(store.actionCount == 2)
    #expect(issues.messages.isEmpty)
  }

  @Test("An effect that is queued behind one that is cancelled by id starts", .tags(.r89))
  func queuedBehindCancelled() {
    let store = makeStore { action in
      switch action {
      case .start: .concatenate(self.sleep().cancellable(id: 1), .send(.late))
      case .stop: .cancel(id: 1)
      case .late: .none
      }
    }
    store.send(.path(.element(id: 0, action: .start)))
    store.send(.path(.element(id: 0, action: .stop)))
    #expect(store.path.first?.log == [.start, .stop, .late])
  }

  @Test("A task waits for the effects of actions that its queued effects send", .tags(.r98))
  func finish() async {
    let store = makeStore { action in
      switch action {
      case .start: .concatenate(self.sleep(), .send(.late))
      case .late: self.sleep()
      case .stop: .none
      }
    }
    let task = store.send(.path(.element(id: 0, action: .start)))
    let isFinished = Mutex(false)
    let waiting = Task {
      await task.finish()
      isFinished.withLock { $0 = true }
    }
    await clock.advance(by: .seconds(1)) { await store.settle() }
    #expect(store.effectCount == 1)
    for _ in 0..<100 { await Task.yield() }
    #expect(!isFinished.withLock { $0 })
    await clock.advance(by: .seconds(1)) { await store.settle() }
    await waiting.value
    #expect(store.effectCount == 0)
  }

  @Test(
    "The task of an action without effects counts as cancelled, also for the first action",
    .tags(.r99))
  func noEffects() {
    let store = makeStore { _ in .none }
    #expect(store.send(.path(.element(id: 0, action: .start))).isCancelled)
  }

  @Test("A send after the effect has ended is delivered and reported", .tags(.r88))
  func lateSend() async {
    let late = Mutex<Send<Screen.Action>?>(nil)
    let store = makeStore { action in
      action == .start ? .run { send in late.withLock { $0 = send } } : .none
    }
    store.send(.path(.element(id: 0, action: .start)))
    await late.withLock { $0 }?(.late)
    #expect(store.path.first?.log == [.start, .late])
    #expect(issues.messages.count == 1)
  }

  @Test("A cancellation handler can use the store and its own locks")
  func cancellationHandler() {
    let seen = Mutex<[Int]>([])
    let box = Mutex<StoreOf<Screens>?>(nil)
    let store = makeStore { action in
      guard action == .start else { return .none }
      return .run { _ in
        await withTaskCancellationHandler {
          try? await Task.never()
        } onCancel: {
          let store = box.withLock { $0 }
          seen.withLock { $0.append(store?.path.count ?? -1) }
        }
      }
    }
    box.withLock { $0 = store }
    store.send(.path(.element(id: 0, action: .start)))
    store.send(.path(.popFrom(id: 0)))
    #expect(seen.withLock { $0 } == [0])
    box.withLock { $0 = nil }
  }

  @Test("A store that has ended processes no actions and starts no effects")
  func ended() async {
    let store = makeStore { action in action == .start ? self.sleep() : .none }
    store.send(.path(.element(id: 0, action: .start)))
    store.end()
    #expect(store.effectCount == 0)
    store.send(.path(.element(id: 0, action: .start)))
    #expect(store.actionCount == 1)
    #expect(store.effectCount == 0)
    await store.settle()
    #expect(clock.sleeperCount == 0)
  }

  @Test("A concatenation of ten thousand effects does not grow the call stack")
  func longSequence() {
    let store = makeStore { action in
      action == .start ? .concatenate((0..<10_000).map { _ in .send(.late) }) : .none
    }
    store.send(.path(.element(id: 0, action: .start)))
    #expect(store.actionCount == 10_001)
  }

  @Test("An effect that runs forever does not block the send that started it")
  func restless() {
    let store = makeStore { action in
      guard action == .start else { return .none }
      return .run { _ in while !Task.isCancelled { await letOthersWork() } }
    }
    let task = store.send(.path(.element(id: 0, action: .start)))
    #expect(store.effectCount == 1)
    task.cancel()
  }

  @Test("Thousands of effects are cancelled at once, and none of them sleeps any longer")
  func many() {
    let store = makeStore { action in
      switch action {
      case .start: .merge((0..<5000).map { self.sleep().cancellable(id: $0 % 7) })
      case .stop: .cancel(id: 3)
      case .late: .none
      }
    }
    store.send(.path(.element(id: 0, action: .start)))
    #expect(store.effectCount == 5000)
    store.send(.path(.element(id: 0, action: .stop)))
    #expect(store.effectCount == 5000 - 714)
    store.send(.path(.popFrom(id: 0)))
    #expect(store.effectCount == 0)
    #expect(clock.sleeperCount == 0)
  }
}

/// A screen that logs its actions.
struct Screen: Reducer {
  struct State: Equatable, Sendable {
    var log: [Action] = []
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case start, stop, late
  }

  var effect: @Sendable (Action) -> Effect<Action>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.log.append(action)
      return effect(action)
    }
  }
}

/// A stack of screens.
struct Screens: Reducer {
  struct State: Equatable, Sendable {
    var path: StackState<Screen.State>
  }

  @CasePathable
  enum Action: Sendable {
    case path(StackActionOf<Screen>)
  }

  let screen: Screen

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>()
      .forEach(\.path, action: \.path) { screen }
  }
}
