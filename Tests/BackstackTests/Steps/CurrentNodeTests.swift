import Backstack
import Synchronization
import Testing

/// A screen that passes its dependencies and effects to a test.
@Reducer
private struct Giver {
  struct State: Sendable {}

  enum Action: Sendable {
    case escape(@Sendable (DependencyValues.Continuation) -> Void)
    case give(@Sendable (Effect<Action>) -> Void)
    case run(Effect<Action>)
    case act(@Sendable () -> Void)
    case none
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .escape(let take): withEscapedDependencies { take($0) }
      case .give(let take): take(.run { _ in await forever() }.cancellable(id: 1))
      case .run(let effect): return effect
      case .act(let act): act()
      case .none: break
      }
      return .none
    }
  }
}

@Reducer
private struct Home {
  struct State: Sendable {
    @Presents var giver: Giver.State? = Giver.State()
  }

  enum Action: Sendable {
    case giver(PresentationAction<Giver.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$giver, action: \.giver) { Giver() }
  }
}

@Reducer
private struct Waiter {
  struct State: Sendable {}
  enum Action: Sendable { case wait }
  var body: some ReducerOf<Self> { Reduce { _, _ in .run { _ in await forever() } } }
}

/// Two screens, presented by operators that are made at one place in the source.
@Reducer
private struct Twins {
  struct State: Sendable {
    @Presents var first: Waiter.State? = Waiter.State()
    @Presents var second: Waiter.State? = Waiter.State()
  }

  enum Action: Sendable {
    case first(PresentationAction<Waiter.Action>)
    case second(PresentationAction<Waiter.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().presenting(\.$first, \.first).presenting(\.$second, \.second)
  }
}

extension Reducer where Action: CasePathable {
  fileprivate func presenting(
    _ state: any WritableKeyPath<State, PresentationState<Waiter.State>> & Sendable,
    _ action: any CaseKeyPath<Action, PresentationAction<Waiter.Action>> & Sendable
  ) -> some Reducer<State, Action> {
    ifLet(state, action: action) { Waiter() }
  }
}

/// A screen that runs a closure before its part in the same step.
@Reducer
private struct Floor {
  struct State: Sendable { var giver = Giver.State() }

  enum Action: Sendable {
    case giver(Giver.Action)
  }

  let first: @Sendable () -> Void

  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      first()
      return .none
    }
    Scope(state: \.giver, action: \.giver) { Giver() }
  }
}

@Reducer
private struct Tower {
  struct State: Sendable { var path = StackState<Floor.State>([Floor.State()]) }

  enum Action: Sendable {
    case path(StackActionOf<Floor>)
  }

  let first: @Sendable () -> Void

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.path, action: \.path) { Floor(first: first) }
  }
}

/// A value that a test keeps from a step.
private final class Kept<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  func keep(_ newValue: Value?) { value.withLock { $0 = newValue } }
  var kept: Value? { value.withLock { $0 } }
}

@Suite("The node that code runs in")
struct CurrentNodeTests {
  private let store = Store(initialState: Home.State()) { Home() }

  private func escape() -> DependencyValues.Continuation? {
    let kept = Kept<DependencyValues.Continuation>()
    store.send(.giver(.presented(.escape { kept.keep($0) })))
    return kept.kept
  }

  private static func isPresented() -> Bool {
    @Dependency(\.isPresented) var isPresented
    return isPresented
  }

  @Test("In an observer, escaped dependencies still refer to their own node")
  func observer() throws {
    let dependencies = try #require(escape())
    let seen = Kept<Bool>()
    let token = store.onChange { _ in seen.keep(dependencies.yield { Self.isPresented() }) }
    store.send(.giver(.presented(.none)))
    #expect(seen.kept == true)
    withExtendedLifetime(token) {}
  }

  @Test("In another store's reducer, escaped dependencies still refer to their own node")
  func otherStore() throws {
    let dependencies = try #require(escape())
    let seen = Kept<Bool>()
    let other = Store(initialState: Giver.State()) { Giver() }
    other.send(.act { seen.keep(dependencies.yield { Self.isPresented() }) })
    #expect(seen.kept == true)
    other.send(.act { seen.keep(Self.isPresented()) })
    #expect(seen.kept == false)
  }

  @Test("Dependencies from another store don't change the node that a reducer runs in")
  func everyDependency() throws {
    let kept = Kept<DependencyValues>()
    let dependencies = try #require(escape())
    dependencies.yield { kept.keep(.current) }
    let values = try #require(kept.kept)
    let seen = Kept<Bool>()
    let other = Store(initialState: Giver.State()) { Giver().dependency(\.self, values) }
    other.send(.act { seen.keep(Self.isPresented()) })
    #expect(seen.kept == false)
    other.send(.run(.run { _ in await forever() }))
    #expect(other.effectCount == 1)
    #expect(store.effectCount == 0)
  }

  @Test("An effect that was made in another store belongs to the one that runs it")
  func foreignEffect() throws {
    let given = Kept<Effect<Giver.Action>>()
    store.send(.giver(.presented(.give { given.keep($0) })))
    let effect = try #require(given.kept)
    let other = Store(initialState: Giver.State()) { Giver() }
    other.send(.run(effect))
    #expect(other.effectCount == 1)
    #expect(store.effectCount == 0)
    store.send(.giver(.dismiss))
    #expect(other.effectCount == 1)
    other.send(.run(.cancel(id: 1)))
    #expect(other.effectCount == 0)
  }

  @Test("Operators with different key paths on one line each mount their own screen")
  func onePlace() {
    let store = Store(initialState: Twins.State()) { Twins() }
    store.send(.first(.presented(.wait)))
    store.send(.second(.presented(.wait)))
    #expect(store.effectCount == 2)
    store.send(.first(.dismiss))
    #expect(store.effectCount == 1)
    store.send(.second(.dismiss))
    #expect(store.effectCount == 0)
  }

  @Test("A node that is mounted after its store has ended can outlive its ancestors")
  func mountedTooLate() throws {
    let tower = Kept<StoreOf<Tower>>()
    let store = Store(initialState: Tower.State()) { Tower { tower.kept?.end() } }
    tower.keep(store)
    defer { tower.keep(nil) }
    let kept = Kept<DependencyValues.Continuation>()
    store.send(.path(.element(id: store.path.ids[0], action: .giver(.escape { kept.keep($0) }))))
    #expect(store.isEnded)
    let dependencies = try #require(kept.kept)
    dependencies.yield { Task.cancel(id: 1) }
    #expect(dependencies.yield { Self.isPresented() })
  }
}

/// A feature with a case whose child has an effect of its own, and so has the feature.
@Reducer
private struct Cases {
  enum State: Sendable {
    case child(Waiter.State)
    case other
  }

  enum Action: Sendable {
    case child(Waiter.Action)
    case leave
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child: return .run { _ in await forever() }
      case .leave:
        state = .other
        return .none
      }
    }
    .ifCaseLet(\.child, action: \.child) { Waiter() }
  }
}

@Suite("The current feature after a case has processed an action")
struct CurrentNodeOfCaseTests {
  @Test("The effects of a feature are its own, however often its case has processed an action")
  func effects() {
    let store = Store(initialState: Cases.State.child(Waiter.State())) { Cases() }
    for _ in 1...3 { store.send(.child(.wait)) }
    #expect(store.effectCount == 6)
    store.send(.leave)
    #expect(store.effectCount == 3)
  }
}
