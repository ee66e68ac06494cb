import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

@testable import Backstack

@Suite("Observation of a store")
struct StoreChangesTests {
  let issues = IssueLog()

  private func makeStore() -> StoreOf<Tabs> {
    Store(initialState: Tabs.State()) {
      Tabs()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
  }

  @Test("onChange calls back once per round: three synchronous sends are one change", .tags(.r94))
  func onChange() {
    let store = makeStore()
    let seen = Log<Int>()
    let token = store.onChange { seen.append($0.first.count) }
    store.send(.first(.increment))
    #expect(seen.all == [1])
    store.send(.thrice)
    #expect(seen.all == [1, 4])
    store.send(.present(1))
    #expect(seen.all == [1, 4, 4])
    token.cancel()
    store.send(.first(.increment))
    #expect(seen.all == [1, 4, 4])
  }

  @Test("Each observer is called, in order, even if an earlier one has ended")
  func severalObservers() {
    let store = makeStore()
    let seen = Log<Int>()
    let tokens = (0..<4).map { number in store.onChange { _ in seen.append(number) } }
    store.send(.first(.increment))
    #expect(seen.all == [0, 1, 2, 3])
    tokens[0].cancel()
    store.send(.first(.increment))
    #expect(seen.all == [0, 1, 2, 3, 1, 2, 3])
    tokens[2].cancel()
    store.send(.first(.increment))
    #expect(seen.all == [0, 1, 2, 3, 1, 2, 3, 1, 3])
    withExtendedLifetime(tokens) {}
  }

  @Test("An observer without a pending call does not delay the others")
  func callsInTurns() {
    let seen = Log<Int>()
    let observers = (0..<3).map { _ in Log<Int>() }
    var calls = ObserverCalls()
    for numbers in [[0, 1, 2], [2], [1, 2], [0]] {
      let owed = numbers.map { number in
        ObserverCalls.Entry(observer: ObjectIdentifier(observers[number])) { seen.append(number) }
      }
      let replaced = calls.append(owed, with: .current)
      let begins = calls.begin()
      #expect(replaced.isEmpty && begins)
      while let call = calls.next() { call.make() }
      #expect(calls.isEmpty)
    }
    #expect(seen.all == [0, 1, 2, 2, 1, 2, 0])
  }

  @Test("An observation ends with its token; the last one leaves the store without observers")
  func token() throws {
    let store = makeStore()
    let seen = Log<Int>()
    var token: ObserveToken? = store.onChange { seen.append($0.first.count) }
    withExtendedLifetime(token) { _ = store.send(.first(.increment)) }
    token = nil
    store.send(.first(.increment))
    #expect(seen.all == [1])
    let core = try #require(store.core as? StoreCore<Tabs.State, Tabs.Action>)
    #expect(core.isUnwatched)
  }

  @Test("onChange(of:) calls back only when the value has changed")
  func onChangeOf() {
    let store = makeStore()
    let seen = Log<Int>()
    let token = store.onChange(of: \.first.count) { seen.append($0) }
    store.send(.present(1))
    store.send(.thrice)
    store.send(.present(2))
    #expect(seen.all == [3])
    withExtendedLifetime(token) {}
  }

  @Test("An observer is not called with the value that it saw last")
  func thereAndBack() {
    let store = makeStore()
    let seen = Log<Int>()
    let box = WeakStore(store)
    let token = store.onChange(of: \.child?.count) {
      seen.append($0 ?? -1)
      guard seen.all.count == 1 else { return }
      box.store?.send(.present(2))
      box.store?.send(.present(1))
    }
    store.send(.present(1))
    #expect(seen.all == [1])
    store.send(.present(3))
    #expect(seen.all == [1, 3])
    withExtendedLifetime(token) {}
  }

  @Test(
    "An observer's send is processed at once and observed afterwards, without an issue", .tags(.r95)
  )
  func reentrant() {
    let store = makeStore()
    let seen = Log<Int>()
    let box = WeakStore(store)
    let token = store.onChange { state in
      seen.append(state.first.count)
      guard state.first.count < 3 else { return }
      box.store?.send(.first(.increment))
      #expect(box.store?.first.count == state.first.count + 1)
      #expect(seen.all.last == state.first.count)
    }
    store.send(.first(.increment))
    #expect(seen.all == [1, 2, 3])
    #expect(store.first.count == 3)
    #expect(issues.messages.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test("Two stores whose observers send to each other don't deadlock")
  func eachOther() async {
    let left = makeStore()
    let right = makeStore()
    let (leftBox, rightBox) = (WeakStore(left), WeakStore(right))
    let tokens = [
      left.onChange { if $0.first.count < 400 { rightBox.store?.send(.first(.increment)) } },
      right.onChange { if $0.first.count < 400 { leftBox.store?.send(.first(.increment)) } },
    ]
    await withTaskGroup { group in
      for store in [left, right] {
        group.addTask { for _ in 0..<100 { store.send(.first(.increment)) } }
      }
    }
    // A pending call covers several actions, so one of the stores may stop early.
    #expect(max(left.first.count, right.first.count) >= 400)
    for token in tokens { token.cancel() }
  }

  @Test("A callback runs with its own store's dependencies, also within another store's step")
  func dependenciesOfCalls() {
    let store = makeStore()
    let token = store.onChange { _ in
      #expect(!DependencyValues.current.isPresented)
      reportIssue("from the callback")
    }
    let others = IssueLog()
    let other = Store<Int, Int>(initialState: 0) {
      Reduce { _, _ in
        store.send(.first(.increment))
        return .none
      }
    } withDependencies: {
      $0.issueReporter = others.reporter
    }
    other.send(1)
    #expect(issues.messages.count == 1)
    #expect(others.messages.isEmpty)
    token.cancel()
  }

  @Test("Adding or cancelling an observer in a callback takes effect in the next round")
  func changingObservers() {
    let store = makeStore()
    let seen = Log<String>()
    let box = WeakStore(store)
    let tokens = Mutex<[ObserveToken]>([])
    let outer = store.onChange { _ in
      seen.append("outer")
      let inner = box.store?.onChange { _ in seen.append("inner") }
      tokens.withLock { $0 = [inner].compactMap(\.self) }
    }
    store.send(.first(.increment))
    #expect(seen.all == ["outer"])
    store.send(.first(.increment))
    // The second call of the outer observer released the first inner observer.
    #expect(seen.all == ["outer", "outer"])
    outer.cancel()
    store.send(.first(.increment))
    #expect(seen.all == ["outer", "outer", "inner"])
  }

  @Test("changes yields the state after each round; a slow consumer gets the newest", .tags(.r94))
  func changes() async {
    let store = makeStore()
    var iterator = store.changes.makeAsyncIterator()
    store.send(.thrice)
    #expect(await iterator.next()?.first.count == 3)
    for _ in 0..<10 { store.send(.first(.increment)) }
    #expect(await iterator.next()?.first.count == 13)
    store.send(.present(1))
    #expect(await iterator.next()?.child?.count == 1)
  }

  @Test("Each iterator of a sequence of changes observes independently")
  func consumers() async {
    let store = makeStore()
    let changes = store.changes(of: \.first.count)
    var one = changes.makeAsyncIterator()
    store.send(.first(.increment))
    var other = changes.makeAsyncIterator()
    store.send(.first(.increment))
    #expect(await one.next() == 2)
    #expect(await other.next() == 2)
    store.end()
    #expect(await one.next() == nil)
    #expect(await other.next() == nil)
  }

  @Test("changes(of:) never yields the same value twice in a row, also for a slow consumer")
  func changesOf() async {
    let store = makeStore()
    var iterator = store.changes(of: \.child?.count).makeAsyncIterator()
    store.send(.first(.increment))
    store.send(.present(1))
    store.send(.first(.increment))
    #expect(await iterator.next() == 1)
    store.send(.child(.dismiss))
    store.send(.present(1))
    store.send(.present(2))
    #expect(await iterator.next() == 2)
    store.send(.child(.dismiss))
    store.send(.present(2))
    store.send(.first(.increment))
    store.end()
    #expect(await iterator.next() == nil)
  }

  @Test("A sequence of changes ends with the store and does not keep it alive", .tags(.r100))
  func end() async {
    weak var released: StoreOf<Tabs>?
    let changes: StoreChanges<Tabs.State>
    var iterator: StoreChanges<Tabs.State>.Iterator
    do {
      let store = makeStore()
      released = store
      changes = store.changes
      iterator = changes.makeAsyncIterator()
      store.send(.first(.increment))
    }
    #expect(released == nil)
    #expect(await iterator.next()?.first.count == 1)
    #expect(await iterator.next() == nil)
    var late = changes.makeAsyncIterator()
    #expect(await late.next() == nil)

    let ended = makeStore()
    ended.end()
    var afterEnd = ended.changes.makeAsyncIterator()
    #expect(await afterEnd.next() == nil)
  }

  @Test("A task that waits for a change gets it; cancelling the task ends its loop")
  func waiting() async {
    let store = makeStore()
    let seen = Log<Int>()
    let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      isReady.yield()
      for await count in store.changes(of: \.first.count) {
        seen.append(count)
        isReady.yield()
      }
      isReady.finish()
    }
    var readiness = ready.makeAsyncIterator()
    await readiness.next()
    // The task may create the iterator slightly after its signal.
    while seen.all.isEmpty {
      store.send(.first(.increment))
      await letOthersWork()
    }
    task.cancel()
    await task.value
    #expect(!seen.all.isEmpty)
  }

  @Test("Observers of a scoped store see only the changes of its part of the state", .tags(.r101))
  func scoped() async {
    let store = makeStore()
    let seen = Log<Int>()
    store.send(.present(1))
    let child: StoreOf<Counter>? = store.scope(state: \.child, action: \.child)
    let token = child?.onChange(of: \.count) { seen.append($0) }
    var iterator = child?.changes.makeAsyncIterator()
    store.send(.first(.increment))
    #expect(await iterator?.next()?.count == 1)
    child?.send(.increment)
    #expect(await iterator?.next()?.count == 2)
    store.send(.child(.dismiss))
    store.send(.first(.increment))
    store.send(.present(5))
    #expect(await iterator?.next()?.count == 5)
    #expect(seen.all == [2, 5])
    withExtendedLifetime(token) {}
  }

  @Test("The changes of a scoped store go on after its release, until the root ends", .tags(.r101))
  func temporaryScope() async {
    let store = makeStore()
    var iterator = store.scope(state: \.first, action: \.first).changes(of: \.count)
      .makeAsyncIterator()
    store.send(.present(1))
    store.send(.first(.increment))
    #expect(await iterator.next() == 1)
    store.end()
    #expect(await iterator.next() == nil)
  }

  @Test("Observers also see the changes of an action sent with sendIfReachable")
  func sendIfReachable() {
    let store = makeStore()
    let seen = Log<Int>()
    let token = store.onChange { seen.append($0.first.count) }
    #expect(store.sendIfReachable(.first(.increment)) == nil)
    #expect(store.sendIfReachable(.child(.dismiss)) != nil)
    #expect(seen.all == [1])
    withExtendedLifetime(token) {}
  }

  @Test("Observing a scoped store keeps neither it nor the root alive", .tags(.r100))
  func scopedLifetime() async {
    weak var released: StoreOf<Tabs>?
    var iterator: StoreChanges<Counter.State>.Iterator
    let token: ObserveToken
    do {
      let store = makeStore()
      released = store
      let inner = store.scope(state: \.inner, action: \.inner)
      let counter = inner.scope(state: \.counter, action: \.counter)
      iterator = counter.changes.makeAsyncIterator()
      token = counter.onChange { _ in }
    }
    #expect(released == nil)
    #expect(await iterator.next() == nil)
    withExtendedLifetime(token) {}
  }
}

/// The values that callbacks saw.
final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// A weak reference to a store, for callbacks.
final class WeakStore<State: Sendable, Action: Sendable>: Sendable {
  private let box: Mutex<Weak>

  private struct Weak {
    weak var store: Store<State, Action>?
  }

  init(_ store: Store<State, Action>) { box = Mutex(Weak(store: store)) }

  var store: Store<State, Action>? { box.withLock { $0.store } }
}
