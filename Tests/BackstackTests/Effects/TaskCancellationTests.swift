import BackstackPlatform
import BackstackTestSupport
import BackstackTesting
import Testing

@testable import Backstack

@Suite("Cancellation by id from within an effect")
struct TaskCancellationTests {
  let clock = TestClock()
  let issues = IssueLog()

  @Reducer
  struct Part {
    struct State: Equatable {
      var log: [String] = []
      var path = StackState<Screen.State>()
    }

    enum Action {
      case run(Int)
      case done(String)
      case path(StackActionOf<Screen>)
    }

    let screen: Screen
    let effect: @Sendable (Int) -> Effect<Action>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .run(let number): return effect(number)
        case .done(let text): state.log.append(text)
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: \.path) { screen }
    }
  }

  private func makeStore(
    screen: @escaping @Sendable (Screen.Action) -> Effect<Screen.Action> = { _ in .none },
    _ effect: @escaping @Sendable (Int) -> Effect<Part.Action>
  ) -> StoreOf<Part> {
    Store(initialState: Part.State(path: [Screen.State(), Screen.State()])) {
      Part(screen: Screen(effect: screen), effect: effect)
    } withDependencies: {
      $0.issueReporter = issues.reporter
      $0.continuousClock = clock
    }
  }

  private var sleep: @Sendable () async throws -> Void {
    { [clock] in
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
    }
  }

  @Test("A cancellable operation returns its value and leaves no entry behind", .tags(.r92))
  func value() async throws {
    let store = makeStore { [sleep] _ in
      .run { send in
        let text = try await withTaskCancellation(id: 1) {
          try await sleep()
          return "done"
        }
        await send(.done(text))
      }
    }
    store.send(.run(0))
    let core = try #require(store.core as? StoreCore<Part.State, Part.Action>)
    #expect(core.root.scopes.count == 1)
    await clock.advance(by: .seconds(1)) { await store.settle() }
    #expect(store.log == ["done"])
    #expect(core.root.scopes.isEmpty)
  }

  @Test("An effect that has ended is not kept by its cancel ids")
  func ended() async {
    let scopes = Guarded<[CancelScope]>([])
    let store = makeStore { _ in
      .run { _ in
        let current = LiveEffect.current?.scopes ?? []
        scopes.withLock { $0 = current }
      }
      .cancellable(id: 1)
    }
    store.send(.run(0))
    await store.settle()
    #expect(scopes.withLock { $0.map(\.lives.count) } == [0])
  }

  @Test("An operation that is cancelled by its id throws, and its effect goes on", .tags(.r92))
  func cancel() async throws {
    let store = makeStore { [sleep] number in
      guard number == 0 else { return .cancel(id: "operation") }
      return .run { send in
        do {
          try await withTaskCancellation(id: "operation") { try await sleep() }
        } catch {
          await send(.done("\(error is CancellationError)"))
        }
      }
    }
    store.send(.run(0))
    #expect(clock.sleeperCount == 1)
    store.send(.run(1))
    await store.settle()
    #expect(store.log == ["true"])
    #expect(store.effectCount == 0)
    let core = try #require(store.core as? StoreCore<Part.State, Part.Action>)
    #expect(core.root.scopes.isEmpty)
  }

  @Test("cancelInFlight replaces the operation in flight", .tags(.r90, .r92))
  func cancelInFlight() {
    let store = makeStore { [sleep] _ in
      .run { _ in
        try await withTaskCancellation(id: 1, cancelInFlight: true) { try await sleep() }
      }
    }
    store.send(.run(0))
    store.send(.run(0))
    #expect(clock.sleeperCount == 1)
    #expect(store.effectCount == 1)
  }

  @Test(
    "Task.cancel(id:) cancels effects and starts the effects that are queued behind them",
    .tags(.r89, .r92))
  func imperative() async {
    let store = makeStore { [sleep] number in
      guard number == 0 else { return .run { _ in Task.cancel(id: 1) } }
      return .concatenate(
        .run { _ in try await sleep() }.cancellable(id: 1), .send(.done("behind")))
    }
    store.send(.run(0))
    store.send(.run(1))
    await store.settle()
    #expect(store.log == ["behind"])
    #expect(clock.sleeperCount == 0)
  }

  @Test(
    "A screen's cancel id is its own; a parent's cancellation also reaches its screens", .tags(.r91)
  )
  func features() async {
    let store = makeStore { [sleep] action in
      switch action {
      case .start: .run { _ in try await withTaskCancellation(id: 1) { try await sleep() } }
      case .stop: .run { _ in Task.cancel(id: 1) }
      case .late: .none
      }
    } _: { [sleep] number in
      .run { _ in
        if number == 0 {
          try await withTaskCancellation(id: 1) { try await sleep() }
        } else {
          Task.cancel(id: 1)
        }
      }
    }
    store.send(.run(0))
    store.send(.path(.element(id: 0, action: .start)))
    store.send(.path(.element(id: 1, action: .start)))
    #expect(clock.sleeperCount == 3)
    store.send(.path(.element(id: 0, action: .stop)))
    await store.settle()
    #expect(clock.sleeperCount == 2)
    store.send(.run(1))
    await store.settle()
    #expect(clock.sleeperCount == 0)
  }

  @Test("An operation is cancelled when its screen is popped", .tags(.r18))
  func teardown() async {
    let store = makeStore { [sleep] _ in
      .run { _ in try await withTaskCancellation(id: 1) { try await sleep() } }
    } _: { _ in
      .none
    }
    store.send(.path(.element(id: 0, action: .start)))
    #expect(clock.sleeperCount == 1)
    store.send(.path(.popFrom(id: 0)))
    await store.settle()
    #expect(clock.sleeperCount == 0)
  }

  @Test("Outside of a store, an operation just runs and Task.cancel(id:) is reported")
  func outside() async {
    let value = await withTaskCancellation(id: 1) { 3 }
    #expect(value == 3)
    withDependencies {
      $0.issueReporter = issues.reporter
    } operation: {
      Task.cancel(id: 1)
    }
    #expect(issues.messages.count == 1)
  }
}
