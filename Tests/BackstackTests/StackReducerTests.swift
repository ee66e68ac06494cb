import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("forEach on a stack")
struct StackReducerTests {
  let issues = IssueLog()
  let clock = TestClock()

  private func makeStore(
    _ counts: [Int] = [], _ reducer: Stack = Stack()
  ) -> StoreOf<Stack> {
    Store(
      initialState: Stack.State(
        path: StackState(counts.map { .counter(Counter.State(count: $0)) }))
    ) {
      reducer
    } withDependencies: {
      $0.issueReporter = issues.reporter
      $0.continuousClock = clock
    }
  }

  @Test("An element's reducer runs before the parent's", .tags(.r9))
  func childFirst() {
    var reducer = Stack()
    reducer.onPathAction = { state, _ in
      state.log.append("parent saw \(state.path[id: 0]?.counter?.count ?? -1)")
      return .none
    }
    let store = makeStore([3], reducer)
    store.send(.path(.element(id: 0, action: .counter(.increment))))
    #expect(store.log == ["parent saw 4"])
  }

  @Test("An action for an element that is gone is reported; the parent still runs", .tags(.r10))
  func missingElement() {
    var reducer = Stack()
    reducer.onPathAction = { state, _ in
      state.log.append("ran")
      return .none
    }
    let store = makeStore([], reducer)
    let late = Stack.Action.path(.element(id: 7, action: .counter(.increment)))
    #expect(store.sendIfReachable(late)?.reason == .element)
    store.send(late)
    #expect(store.log == ["ran"])
    #expect(issues.messages.count == 1)
    #expect(issues.messages.first?.contains("element #7, which is not on the stack") == true)
  }

  @Test("popFrom runs the parent first, then removes the element and all above it", .tags(.r11))
  func popFrom() {
    var reducer = Stack()
    reducer.onPathAction = { state, _ in
      state.log.append("\(state.path.count)")
      return .none
    }
    let store = makeStore([0, 1, 2, 3], reducer)
    store.send(.path(.popFrom(id: 1)))
    #expect(store.log == ["4"])
    #expect(store.path.ids == [0])
  }

  @Test("popFrom of an unknown element is reported and removes nothing", .tags(.r12))
  func popFromUnknown() {
    let store = makeStore([0, 1])
    store.send(.path(.popFrom(id: 9)))
    #expect(store.path.ids == [0, 1])
    #expect(issues.messages.count == 1)
  }

  @Test("push appends before the parent runs, and creates an id if it has none", .tags(.r13, .r41))
  func push() {
    var reducer = Stack()
    reducer.onPathAction = { state, action in
      guard case .push(let id, _) = action else { return .none }
      state.log.append("\(id) of \(state.path.count)")
      return .none
    }
    let store = makeStore([0], reducer)
    store.send(.path(.push(id: .unassigned, state: .counter(Counter.State(count: 5)))))
    #expect(store.path.ids == [0, 1])
    #expect(store.log == ["#1 of 2"])
  }

  @Test("push at an id that is on the stack is reported and replaces nothing", .tags(.r14))
  func pushTwice() {
    let store = makeStore([3])
    store.send(.path(.push(id: 0, state: .counter(Counter.State(count: 9)))))
    #expect(store.path[id: 0]?.counter?.count == 3)
    #expect(issues.messages.count == 1)
  }

  @Test("Ids are never reused, whether the parent or an action pushes", .tags(.r39))
  func freshIDs() {
    let store = makeStore([0, 1])
    store.send(.path(.popFrom(id: 0)))
    store.send(.push(5))
    #expect(store.path.ids == [2])
    store.send(.path(.push(id: 10, state: .counter(Counter.State()))))
    store.send(.push(6))
    #expect(store.path.ids == [2, 10, 11])
  }

  @Test("A stack created outside of the store keeps its ids, and new ids follow them")
  func adoptedIDs() {
    let path: StackState<Stack.Path.State> = [.counter(.init()), .counter(.init())]
    let store = Store(initialState: Stack.State(path: path)) { Stack() }
    store.send(.push(1))
    #expect(store.path.ids == [0, 1, 2])
  }

  @Test(
    "Every way to remove an element cancels its effects, and those of others go on",
    .tags(.r17, .r22, .r23),
    arguments: [
      Stack.Action.path(.popFrom(id: 1)), .remove(1), .removeEven, .replaceAll([1]),
    ])
  func cancellation(_ removal: Stack.Action) async {
    let store = makeStore([1, 2, 3])
    for id in 0...2 {
      store.send(.path(.element(id: StackElementID(generation: id), action: .counter(.startTimer))))
    }
    #expect(store.effectCount == 3)
    store.send(removal)
    let survivors = store.path.ids.filter { $0 <= 2 }
    #expect(store.effectCount == survivors.count)

    let before = store.path
    await clock.advance(by: .seconds(1)) { await store.settle() }
    for id in store.path.ids {
      let ticks = survivors.contains(id) ? 1 : 0
      #expect(store.path[id: id]?.counter?.count == before[id: id]!.counter!.count + ticks)
    }
    #expect(issues.messages.isEmpty)
  }

  @Test("Reordering elements cancels nothing", .tags(.r17))
  func reordering() {
    let store = makeStore([1, 2])
    store.send(.path(.element(id: 0, action: .counter(.startTimer))))
    store.send(.reverse)
    #expect(store.path.ids == [1, 0])
    #expect(store.effectCount == 1)
    store.send(.path(.element(id: 0, action: .counter(.increment))))
    #expect(store.path[id: 0]?.counter?.count == 2)
  }

  @Test("An effect returned in the step that removes its screen is cancelled", .tags(.r18))
  func sameStep() async {
    var reducer = Stack()
    reducer.onPathAction = { state, action in
      if case .element(let id, action: .counter(.startThenLeave)) = action {
        state.path[id: id] = nil
      }
      return .none
    }
    let store = makeStore([1], reducer)
    store.send(.path(.element(id: 0, action: .counter(.startThenLeave))))
    #expect(store.path.isEmpty)
    #expect(store.effectCount == 0)
    await clock.advance(by: .seconds(3)) { await store.settle() }
    #expect(store.actionCount == 1)
    #expect(clock.sleeperCount == 0)
  }

  @Test("An ancestor that replaces the whole stack cancels the effects of its screens", .tags(.r21))
  func replacedByAncestor() {
    let store = Store(initialState: Tab.State()) { Tab() }
    store.send(.stack(.push(1)))
    store.send(.stack(.path(.element(id: 0, action: .counter(.startTimer)))))
    #expect(store.effectCount == 1)
    store.send(.reset)
    store.send(.stack(.push(1)))
    #expect(store.effectCount == 0)
    #expect(store.stack.path.ids == [1])
  }

  @Test(
    "Equal cancel ids of two elements are independent; a parent's cancels both",
    .tags(.r24, .r91))
  func cancelIDs() {
    let store = makeStore([1, 2])
    store.send(.startTimer)
    store.send(.path(.element(id: 0, action: .counter(.startTimer))))
    store.send(.path(.element(id: 1, action: .counter(.startTimer))))
    #expect(store.effectCount == 3)
    store.send(.path(.element(id: 0, action: .counter(.stopTimer))))
    #expect(store.effectCount == 2)
    store.send(.stopTimers)
    #expect(store.effectCount == 0)
  }
}

/// A parent that can reset its stack.
private struct Tab: Reducer {
  struct State: Equatable { var stack = Stack.State() }

  @CasePathable
  enum Action {
    case stack(Stack.Action)
    case reset
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.stack, action: \.stack) { Stack() }
    Reduce { state, action in
      if case .reset = action { state.stack = Stack.State() }
      return .none
    }
  }
}
