import Backstack
import BackstackTestSupport
import BackstackTesting
import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@Suite("Store")
struct StoreTests {
  private typealias Feature = Reduce<Int, FeatureAction>

  private enum FeatureAction: Sendable, Equatable {
    case add(Int)
    case chain(Int)
    case run([Int])
    case wait
  }

  private func makeStore(
    issues: IssueLog = IssueLog(), clock: TestClock<Duration> = TestClock(),
    _ more: @escaping @Sendable (inout Int, FeatureAction) -> Effect<FeatureAction> = { _, _ in
      .none
    }
  ) -> StoreOf<Feature> {
    Store(initialState: 0) {
      Reduce { state, action in
        switch action {
        case .add(let number): state += number
        case .chain(let remaining):
          state += 1
          if remaining > 1 { return .send(.chain(remaining - 1)) }
        case .run(let numbers):
          return .run { send in for number in numbers { await send(.add(number)) } }
        case .wait:
          return .run { _ in
            try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
          }
        }
        return more(&state, action)
      }
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
  }

  @Test(
    "send returns after its effects have run as far as they can without waiting", .tags(.r118))
  func inlineEffects() {
    let store = makeStore()
    store.send(.run([1, 2, 3]))
    #expect(store.state == 6)
    #expect(store.actionCount == 4)
    #expect(store.effectCount == 0)
  }

  @Test("A hundred thousand chained sends don't grow the call stack", .tags(.r97))
  func chain() {
    let store = makeStore()
    store.send(.chain(100_000))
    #expect(store.state == 100_000)
  }

  @Test("Sends from many threads are each processed once, one at a time")
  func threads() {
    let store = makeStore()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { store.send(.add(1)) }
    }
    #expect(store.state == 8000)
    #expect(store.actionCount == 8000)
  }

  @Test(
    "A send from within the reducer is reported and processed afterwards", .tags(.r95),
    arguments: [false, true])
  func reentrant(isObserved: Bool) {
    let issues = IssueLog()
    let storeBox = Mutex<StoreOf<Feature>?>(nil)
    let store = makeStore(issues: issues) { state, action in
      if action == .add(1) {
        storeBox.withLock { $0 }?.send(.add(10))
        #expect(state == 1)
      }
      return .none
    }
    storeBox.withLock { $0 = store }
    let seen = Mutex<[Int]>([])
    let token = isObserved ? store.onChange { state in seen.withLock { $0.append(state) } } : nil
    store.send(.add(1))
    #expect(store.state == 11)
    #expect(issues.messages.count == 1)
    #expect(seen.withLock { $0 } == (isObserved ? [11] : []))
    token?.cancel()
    storeBox.withLock { $0 = nil }
  }

  @Test("A task awaits all effects of an action; cancelling it cancels them", .tags(.r98, .r99))
  func task() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    let finished = store.send(.wait)
    #expect(store.effectCount == 1)
    await clock.advance(by: .seconds(1)) { await store.settle() }
    await finished.finish()
    #expect(store.effectCount == 0)

    let cancelled = store.send(.wait)
    cancelled.cancel()
    #expect(cancelled.isCancelled)
    #expect(store.effectCount == 0)
    await cancelled.finish()
    await store.settle()
    #expect(clock.sleeperCount == 0)
    #expect(store.send(.add(1)).isCancelled)
  }

  @Test("Releasing a store cancels its effects, which don't keep the store alive", .tags(.r100))
  func deinitialization() async {
    let clock = TestClock()
    weak var released: StoreOf<Feature>?
    do {
      let store = makeStore(clock: clock)
      store.send(.wait)
      released = store
      #expect(clock.sleeperCount == 1)
    }
    #expect(released == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test("Effects in a concatenation run one after the other, and a queued one can be cancelled")
  func concatenation() async {
    let clock = TestClock()
    let store = makeStore(clock: clock) { _, action in
      guard case .add(let number) = action else { return .none }
      switch number {
      case 100:
        return .concatenate(
          .run { _ in
            try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
          },
          .send(.add(1)),
          .send(.add(2))
        )
        .cancellable(id: "sequence")
      case 200: return .cancel(id: "sequence")
      default: return .none
      }
    }
    store.send(.add(100))
    #expect(store.state == 100)
    await clock.advance(by: .seconds(1)) { await store.settle() }
    #expect(store.state == 103)

    store.send(.add(100))
    store.send(.add(200))
    await clock.advance(by: .seconds(1)) { await store.settle() }
    #expect(store.state == 403)
    #expect(store.effectCount == 0)
  }

  @Test("cancelInFlight replaces the effect of the same id", .tags(.r90))
  func cancelInFlight() {
    let clock = TestClock()
    let store = makeStore(clock: clock) { _, action in
      guard case .add = action else { return .none }
      return .run { _ in
        try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
      }
      .cancellable(id: 1, cancelInFlight: true)
    }
    store.send(.add(1))
    store.send(.add(1))
    #expect(store.effectCount == 1)
    #expect(clock.sleeperCount == 1)
  }

  @Test("An error that an effect throws is reported at the effect, or handled", .tags(.r87))
  func errors() {
    struct Failure: Error {}
    let issues = IssueLog()
    let store = makeStore(issues: issues) { _, action in
      switch action {
      case .add(1): .run { _ in throw Failure() }
      case .add(2):
        .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(.add(10))
        }
      default: .none
      }
    }
    store.send(.add(1))
    #expect(issues.messages.count == 1)
    store.send(.add(2))
    #expect(issues.messages.count == 1)
    #expect(store.state == 13)
  }

  @Test("The initial state and the reducer are created with the store's dependencies", .tags(.r102))
  func dependencies() {
    let store = Store(initialState: StackState<Int>([7, 8])) {
      Reduce<StackState<Int>, FeatureAction> { state, _ in
        @Dependency(\.uuid) var uuid
        state.append(uuid() == UUID(42) ? 1 : 0)
        return .none
      }
    } withDependencies: {
      $0.uuid = .constant(UUID(42))
      $0.stackElementID = StackElementIDGenerator(next: 5)
    }
    store.send(.wait)
    #expect(store.withState { $0.ids } == [5, 6, 7])
    #expect(store.withState { Array($0) } == [7, 8, 1])
  }
}
