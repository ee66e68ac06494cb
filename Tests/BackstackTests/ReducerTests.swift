import Backstack
import BackstackTestSupport
import Testing

@Suite("Reducers")
struct ReducerTests {
  private enum Log {
    typealias Reducer = Reduce<[String], String>

    static func say(_ text: String) -> Reducer {
      Reduce { state, action in
        state.append(text)
        return action == "send" ? .send(text) : .none
      }
    }
  }

  @Test(
    "A builder's reducers run from top to bottom, and their effects are merged in order", .tags(.r4)
  )
  func order() {
    let isOn = true
    let store = Store(initialState: [String]()) {
      Log.say("a")
      if isOn { Log.say("b") } else { Log.say("not b") }
      for text in ["c", "d"] { Log.say(text) }
      CombineReducers {
        Log.say("e")
        Log.say("f")
      }
      Optional<Log.Reducer>.none
    }
    store.send("x")
    #expect(store.state == ["a", "b", "c", "d", "e", "f"])
    store.send("send")
    #expect(store.actionCount == 8)
  }

  @Test("A builder accepts an existential reducer", .tags(.r4))
  func erased() {
    let erased: any Reducer<[String], String> = Log.say("erased")
    let store = Store(initialState: [String]()) {
      Log.say("a")
      erased
      Log.say("b")
    }
    store.send("x")
    #expect(store.state == ["a", "erased", "b"])
  }

  @Test("reduce(into:action:) takes precedence over body", .tags(.r2))
  func methodWins() {
    struct Both: Reducer {
      func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
        state += 1
        return .none
      }
      var body: some Reducer<Int, Bool> {
        Reduce { state, _ in
          state += 100
          return .none
        }
      }
    }
    let store = Store(initialState: 0) { Both() }
    store.send(true)
    #expect(store.state == 1)
  }

  @Test("The dependency override nearest to the reducer wins", .tags(.r6))
  func nearestDependency() {
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, _ in
        @Dependency(\.stackElementID) var ids
        state = ids?.peek().generation ?? -1
        return .none
      }
      .dependency(\.stackElementID, StackElementIDGenerator(next: 42))
      .dependency(\.stackElementID, StackElementIDGenerator(next: 1729))
    }
    store.send(true)
    #expect(store.state == 42)
  }

  @Test(
    "A Scope reports an action for a case that the state is not in and changes nothing", .tags(.r72)
  )
  func wrongCase() {
    let issues = IssueLog()
    let store = Store(initialState: Stack.Path.State.sheet(Sheet.State())) {
      CounterCase()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
    let action = Stack.Path.Action.counter(.increment)
    #expect(store.sendIfReachable(action)?.reason == .case)
    store.send(action)
    #expect(issues.messages.count == 1)
    #expect(store.state.is(\.sheet))
  }

  @Test("A Scope on a case runs its child on the payload")
  func caseScope() {
    let store = Store(initialState: Stack.Path.State.counter(Counter.State(count: 1))) {
      CounterCase()
    }
    store.send(Stack.Path.Action.counter(.increment))
    #expect(store.state.counter?.count == 2)
  }

  @Test("Two scopes on one feature keep their stacks and effects apart")
  func twins() {
    let store = Store(initialState: Twins.State()) { Twins() }
    store.send(.left(.push(1)))
    store.send(.right(.push(1)))
    store.send(.left(.path(.element(id: 0, action: .counter(.startTimer)))))
    store.send(.right(.path(.element(id: 1, action: .counter(.startTimer)))))
    #expect(store.effectCount == 2)
    store.send(.left(.path(.popFrom(id: 0))))
    #expect(store.effectCount == 1)
    store.send(.right(.path(.element(id: 1, action: .counter(.dismiss)))))
    #expect(store.right.path.isEmpty)
    #expect(store.effectCount == 0)
  }

  @Test("Leaving a case of an enum cancels its effects", .tags(.r70))
  func leavingACase() {
    let store = Store(initialState: Flow.State.counter(Counter.State())) { Flow() }
    store.send(.counter(.startTimer))
    #expect(store.effectCount == 1)
    store.send(.toSheet)
    #expect(store.effectCount == 0)
    #expect(store.sendIfReachable(.counter(.increment))?.reason == .case)
  }
}

/// A feature that contains another feature twice.
private struct Twins: Reducer {
  struct State: Equatable {
    var left = Stack.State()
    var right = Stack.State()
  }

  @CasePathable
  enum Action {
    case left(Stack.Action)
    case right(Stack.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.left, action: \.left) { Stack() }
    Scope(state: \.right, action: \.right) { Stack() }
  }
}

/// A root whose state is one of two screens.
private struct Flow: Reducer {
  @CasePathable
  enum State: Equatable {
    case counter(Counter.State)
    case sheet(Sheet.State)
  }

  @CasePathable
  enum Action {
    case counter(Counter.Action)
    case toSheet
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .toSheet = action { state = .sheet(Sheet.State()) }
      return .none
    }
    .ifCaseLet(\.counter, action: \.counter) { Counter() }
  }
}

/// A reducer for one case of a stack's screens.
private struct CounterCase: Reducer {
  typealias State = Stack.Path.State
  typealias Action = Stack.Path.Action

  var body: some Reducer<State, Action> {
    Scope(state: \.counter, action: \.counter) { Counter() }
  }
}
