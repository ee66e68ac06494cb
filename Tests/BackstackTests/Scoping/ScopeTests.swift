import BackstackPlatform
import BackstackTestSupport
import BackstackTesting
import Dispatch
import Synchronization
import Testing

@testable import Backstack

@Suite("Scoped stores")
struct ScopeTests {
  let issues = IssueLog()
  let clock = TestClock()

  private func makeStore(_ state: Tabs.State = Tabs.State()) -> StoreOf<Tabs> {
    Store(initialState: state) {
      Tabs()
    } withDependencies: {
      $0.issueReporter = issues.reporter
      $0.continuousClock = clock
    }
  }

  @Test("Reads go through the key path, sends are embedded and go to the root", .tags(.r101))
  func view() {
    let store = makeStore()
    let first = store.scope(state: \.first, action: \.first)
    first.send(.increment)
    #expect(store.first.count == 1)
    #expect(first.state.count == 1)
    #expect(first.count == 1)
    #expect(first.withState { $0.count } == 1)
    store.send(.first(.increment))
    #expect(first.count == 2)
    let nested = store.scope(state: \.inner, action: \.inner)
      .scope(state: \.counter, action: \.counter)
    nested.send(.sendIncrement)
    #expect(store.inner.counter.count == 1)
    #expect(nested.count == 1)
  }

  @Test("scope(_:action:) takes the state's key path without a label")
  func unlabelled() {
    let store = makeStore()
    #expect(
      store.scope(\.first, action: \.first) === store.scope(state: \.first, action: \.first))
    store.send(.present(3))
    let child: StoreOf<Counter>? = store.scope(\.child, action: \.child.presented)
    #expect(child?.count == 3)
  }

  @Test("A scoped store's effect and action counts are those of the root", .tags(.r101))
  func figures() async {
    let store = makeStore()
    let first = store.scope(state: \.first, action: \.first)
    let task = first.send(.startTimer)
    #expect(first.effectCount == 1)
    #expect(first.actionCount == 1)
    await clock.advance(by: .seconds(1)) { await first.settle() }
    #expect(first.count == 1)
    #expect(first.actionCount == store.actionCount)
    task.cancel()
    #expect(store.effectCount == 0)
    first.end()
    #expect(store.isEnded)
  }

  @Test(
    "Scoping twice with equal key paths returns the same store while it is alive", .tags(.r101))
  func cache() {
    let store = makeStore()
    let first = store.scope(state: \.first, action: \.first)
    #expect(store.scope(state: \.first, action: \.first) === first)
    let other = store.scope(state: \.inner.counter, action: \.first)
    #expect(other !== first)
    #expect(other.count == 0)
    store.send(.push(7))
    store.send(.push(8))
    let element = store.scope(state: \.path[id: 0], action: \.path[id: 0])
    #expect(store.scope(state: \.path[id: 0], action: \.path[id: 0]) === element)
    #expect(store.scope(state: \.path[id: 1], action: \.path[id: 1]) !== element)
  }

  @Test(
    "The scope cache keeps no store alive and drops the entries of released stores", .tags(.r101))
  func cacheIsWeak() {
    let store = makeStore()
    weak var released: StoreOf<Counter>?
    do {
      let first = store.scope(state: \.first, action: \.first)
      released = first
      #expect(store.children.withLock { $0.count } == 1)
    }
    #expect(released == nil)
    #expect(store.children.withLock { $0.count } == 0)
    for id in 0..<100 {
      store.send(.push(id))
      #expect(store.scope(state: \.path, action: \.path).elements[id].count == id)
    }
    #expect(store.children.withLock { $0.count } == 0)
  }

  @Test("A scoped store keeps the root and its effects alive", .tags(.r100, .r101))
  func keepsTheRoot() async {
    weak var released: StoreOf<Tabs>?
    var first: StoreOf<Counter>?
    do {
      let store = makeStore()
      released = store
      first = store.scope(state: \.first, action: \.first)
      first?.send(.startTimer)
    }
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(1)) { await first?.settle() }
    #expect(first?.count == 1)
    first = nil
    #expect(released == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test(
    "Every form of scope returns nil for absent state and a store for present state", .tags(.r101))
  func optional() {
    let store = makeStore()
    #expect(store.scope(state: \.child, action: \.child) == nil)
    #expect(store.scope(state: \.child, action: \.child.presented) == nil)
    #expect(store.scope(state: \.$child, action: \.child) == nil)
    #expect(store.scope(state: \.path[id: 0], action: \.path[id: 0]) == nil)
    store.send(.present(3))
    let byValue: StoreOf<Counter>? = store.scope(state: \.child, action: \.child)
    let byCase: StoreOf<Counter>? = store.scope(state: \.child, action: \.child.presented)
    let byWrapper: StoreOf<Counter>? = store.scope(state: \.$child, action: \.child)
    for child in [byValue, byCase, byWrapper] {
      child?.send(.increment)
    }
    #expect(store.child?.count == 6)
    #expect(byValue?.count == 6)
    #expect(byCase?.count == 6)
    #expect(byWrapper?.count == 6)
  }

  @Test("One case of a destination scopes to a store")
  func destination() {
    let store = makeStore()
    #expect(store.scope(state: \.destination?.edit, action: \.destination.edit) == nil)
    store.send(.edit(1))
    let edit = store.scope(state: \.destination?.edit, action: \.destination.edit)
    edit?.send(.increment)
    #expect(store.destination?.edit?.count == 2)
    let byWrapper: StoreOf<Counter>? =
      store.scope(state: \.$destination.edit, action: \.destination.edit)
    #expect(byWrapper?.count == 2)
    let whole = store.scope(state: \.destination, action: \.destination)
    #expect(whole?.scope(state: \.edit, action: \.edit)?.count == 2)
    #expect(whole?.scope(state: \.alert, action: \.alert) == nil)
  }

  @Test("A case of an enum state scopes by its case key path")
  func caseKeyPath() {
    let store = Store<Toggle.State, Toggle.Action>(initialState: .on(.init(count: 4))) { Toggle() }
    let on: StoreOf<Counter>? = store.scope(state: \.on, action: \.on)
    on?.send(.increment)
    #expect(on?.count == 5)
    let off: StoreOf<Counter>? = store.scope(state: \.off, action: \.off)
    #expect(off == nil)
  }

  @Test(
    "A scoped store whose state has gone keeps the last value and still sends to the root",
    .tags(.r10, .r50, .r101))
  func vanished() {
    let store = makeStore()
    store.send(.present(3))
    let child: StoreOf<Counter>? = store.scope(state: \.child, action: \.child)
    child?.send(.increment)
    #expect(child?.count == 4)
    store.send(.child(.dismiss))
    #expect(child?.count == 4)
    #expect(child?.state == Counter.State(count: 4))
    #expect(issues.messages.isEmpty)
    child?.send(.increment)
    #expect(issues.messages.count == 1)
    #expect(child?.count == 4)
    #expect(store.scope(state: \.child, action: \.child) == nil)

    store.send(.push(1))
    let element = store.scope(state: \.path[id: 0], action: \.path[id: 0])
    store.send(.path(.popFrom(id: 0)))
    #expect(element?.count == 1)
    element?.send(.increment)
    #expect(issues.messages.count == 2)
  }

  @Test("A store scoped below a state that has gone keeps its value, too", .tags(.r101))
  func vanishedParent() {
    var state = Stack.State()
    state.path = [.sheet(Sheet.State(destination: .counter(Counter.State(count: 2))))]
    let store = Store(initialState: state) { Stack() }
    let sheet = store.scope(state: \.path[id: 0]?.sheet, action: \.path[id: 0].sheet)
    let counter = sheet?.scope(
      state: \.destination?.counter, action: \.destination.presented.counter)
    #expect(counter?.count == 2)
    store.send(.replaceAll([]))
    #expect(counter?.count == 2)
  }

  @Test("A scoped store shows its state again when the state comes back", .tags(.r101))
  func comesBack() {
    let store = makeStore()
    store.send(.present(3))
    let child: StoreOf<Counter>? = store.scope(state: \.child, action: \.child)
    store.send(.child(.dismiss))
    store.send(.present(8))
    #expect(child?.count == 8)
    let again: StoreOf<Counter>? = store.scope(state: \.child, action: \.child)
    #expect(again === child)
  }

  @Test("The elements of a stack are stores in its order")
  func elements() {
    let store = makeStore()
    for count in [5, 6, 7] { store.send(.push(count)) }
    let path = store.scope(state: \.path, action: \.path)
    let elements = path.elements
    #expect(elements.ids == [0, 1, 2])
    #expect(elements.map(\.count) == [5, 6, 7])
    elements[1].send(.increment)
    #expect(store.path[id: 1]?.count == 7)
    #expect(path.element(id: 1) === elements[1])
    #expect(path.element(id: 9) == nil)
    store.send(.path(.popFrom(id: 1)))
    #expect(elements.count == 3)
    #expect(elements[2].count == 7)
    #expect(path.elements.ids == [0])
  }

  @Test("The elements of any collection with ids are stores")
  func otherCollections() {
    let store = Store<NamedCounts, NamedCountAction>(initialState: NamedCounts(ids: ["a", "b"])) {
      Reduce { state, action in
        guard case .element(let id, .increment) = action else { return .none }
        state.counts[id, default: 0] += 1
        return .none
      }
    }
    store.elements[1].send(.increment)
    #expect(store.elements.map(\.state) == [0, 1])
    #expect(store.element(id: "b")?.state == 1)
    #expect(store.element(id: "c") == nil)
  }

  @Test("Sends to scoped stores from many threads are each processed once", .tags(.r101))
  func threads() {
    let store = makeStore()
    store.send(.push(0))
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for _ in 0..<200 {
        if index % 2 == 0 {
          store.scope(state: \.first, action: \.first).send(.increment)
        } else {
          store.scope(state: \.path[id: 0], action: \.path[id: 0])?.send(.increment)
        }
      }
    }
    #expect(store.first.count == 800)
    #expect(store.path[id: 0]?.count == 800)
    #expect(store.children.withLock { $0.count } == 0)
  }

  @Test("A scoped store's sendIfReachable refuses an action without a target")
  func sendIfReachable() {
    let store = makeStore()
    store.send(.push(0))
    let element = store.scope(state: \.path[id: 0], action: \.path[id: 0])
    #expect(element?.sendIfReachable(.increment) == nil)
    #expect(element?.count == 1)
    store.send(.path(.popFrom(id: 0)))
    #expect(element?.sendIfReachable(.increment)?.reason == .element)
  }
}

/// An enum state without dynamic members.
private struct Toggle: Reducer {
  @CasePathable
  enum State: Equatable, Sendable {
    case on(Counter.State)
    case off(Counter.State)
  }

  @CasePathable
  enum Action: Sendable {
    case on(Counter.Action)
    case off(Counter.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.on, action: \.on) { Counter() }
  }
}

/// Named numbers, in order.
private struct NamedCounts: IdentifiedStates, Sendable {
  var ids: [String]
  var counts: [String: Int] = [:]

  subscript(id id: String) -> Int? { ids.contains(id) ? counts[id, default: 0] : nil }
}

private enum NamedCountAction: IdentifiedActions, Sendable {
  case element(id: String, action: Counter.Action)
}
