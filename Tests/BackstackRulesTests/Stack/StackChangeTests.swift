import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite(
  "Changes of a stack",
  .tags(.r17, .r18, .r19, .r20, .r21, .r22, .r23, .r24))
struct StackChangeTests {
  let setup = LiveStoreSetup()

  /// Returns a book that changes its stack with `go` when it receives the action `go`.
  private func book(
    _ state: Book.State, go: @escaping @Sendable (inout StackState<Page.State>) -> Void
  ) -> StoreOf<Book> {
    setup.store(
      state,
      Book { state, action in
        if action == .go { go(&state.path) }
        return .none
      })
  }

  @Test(
    "New elements can dismiss themselves, removed ones are cancelled; reordering cancels none",
    .tags(.r17))
  func whatIsNewCanDismissItself() {
    let store = book(Book.State(7, 8)) { path in
      path = StackState(ids: path.ids.reversed(), elements: path.reversed())
    }
    store.page(0, .wait)
    store.page(1, .wait)
    store.send(.go)
    #expect(store.path.ids == [1, 0])
    #expect(store.effectCount == 2)

    store.send(.path(.popFrom(id: 0)))
    #expect(store.effectCount == 1)
    store.send(.path(.push(id: 2, state: Page.State(9))))
    store.page(2, .close)
    #expect(store.path.ids == [1])
    #expect(setup.issues.isEmpty)
  }

  // In TCA, a `.run` of the step that removes its screen keeps running (#3663). Here it is
  // cancelled (decision 5).
  @Test(
    "A child's effects start before the base's, and are cancelled if the step removes the child",
    .tags(.r18))
  func childsEffectsComeBeforeTheBases() {
    let store = setup.store(
      Book.State(7),
      Book { [recorder = setup.recorder] state, action in
        switch action {
        case .path(.element(_, action: .tickNow)): return .send(.go)
        case .path(.element(_, action: .wait)): state.path.removeAll()
        case .go: recorder("go")
        default: break
        }
        return .none
      })
    store.page(0, .tickNow)
    #expect(setup.recorder.lines == ["page 7: tickNow", "page 7: tick", "go"])
    store.page(0, .wait)
    #expect(store.effectCount == 0)
    #expect(setup.clock.sleeperCount == 0)
  }

  @Test(
    "An element that is on the stack from the start can dismiss itself at its first action",
    .tags(.r19))
  func whatWasOnTheStack() {
    let store = setup.store(Book.State(7, 8, 9), Book())
    store.page(1, .close)
    #expect(store.path.ids == [0])
    #expect(setup.issues.isEmpty)
  }

  // In TCA, a removal by a reducer after the operator takes effect only with the next action.
  @Test(
    "A removal takes effect at once, whether a reducer before, in or after the base makes it",
    .tags(.r20))
  func removalIsSeenAtOnce() {
    for remover in RemovingBook.Remover.allCases {
      let store = setup.store(Book.State(7), RemovingBook(remover: remover))
      store.page(0, .wait)
      store.send(.go)
      #expect(store.path.isEmpty)
      #expect(store.effectCount == 0, "\(remover)")
    }
    #expect(setup.issues.isEmpty)
  }

  // In TCA, the effects of a stack that an ancestor replaces run forever: the mounted ids were lost
  // with the replaced value. Here they are cancelled in the same step (decision 5).
  @Test(
    "A stack that is assigned anew has new ids, and the effects of the old one are cancelled",
    .tags(.r21))
  func replacedStackHasNewIds() {
    let store = book(Book.State(7, 8)) { $0 = StackState($0.map { $0 }) }
    store.page(0, .wait)
    store.page(1, .wait)
    store.send(.go)
    #expect(store.path.map(\.id) == [7, 8])
    #expect(store.path.ids == [2, 3])
    #expect(store.effectCount == 0)

    let library = setup.store(Library.State(book: Book.State(7)), Library())
    library.send(.book(.path(.element(id: 0, action: .wait))))
    library.send(.replace)
    library.send(.book(.go))
    #expect(library.effectCount == 0)
  }

  @Test(
    "Every way to remove elements keeps the ids of the others and cancels only the removed ones",
    .tags(.r22),
    arguments: [
      ("removeAll", { @Sendable in $0.removeAll() }, []),
      ("removeLast", { @Sendable in $0.removeLast() }, [0, 1, 2]),
      ("popLast", { @Sendable in _ = $0.popLast() }, [0, 1, 2]),
      ("remove(at:)", { @Sendable in $0.remove(at: 1) }, [0, 2, 3]),
      ("removeFirst", { @Sendable in $0.removeFirst() }, [1, 2, 3]),
      ("pop(from:)", { @Sendable in $0.pop(from: 2) }, [0, 1]),
      ("pop(to:)", { @Sendable in $0.pop(to: 2) }, [0, 1, 2]),
      ("nil", { @Sendable in $0[id: 2] = nil }, [0, 1, 3]),
    ] as [(String, @Sendable (inout StackState<Page.State>) -> Void, [StackElementID])])
  func whateverRemovesElementsLeavesTheIds(
    name: String, change: @escaping @Sendable (inout StackState<Page.State>) -> Void,
    rest: [StackElementID]
  ) async {
    let store = book(Book.State(5, 6, 7, 8), go: change)
    for id in store.path.ids { store.page(id, .wait) }
    store.send(.go)
    #expect(store.path.ids == rest)
    #expect(store.effectCount == rest.count)
    await setup.clock.advance(by: .seconds(1))
    #expect(store.path.allSatisfy { $0.ticks == 1 })
  }

  @Test(
    "The effects of elements that stay still reach them after elements below are removed",
    .tags(.r23))
  func effectsOfThoseThatStayReach() async {
    let store = book(Book.State(7, 8, 9)) { $0[id: 0] = nil }
    store.page(2, .wait)
    store.send(.go)
    await setup.clock.advance(by: .seconds(1))
    #expect(store.path.map(\.ticks) == [0, 1])
    #expect(setup.issues.isEmpty)
  }

  @Test("Equal cancel ids of two elements are independent", .tags(.r24))
  func equalCancelIdsOfTwoElements() {
    let store = setup.store(Book.State(7, 8), Book())
    store.page(0, .wait)
    store.page(1, .wait)
    store.page(0, .stop)
    #expect(store.effectCount == 1)
    #expect(setup.clock.sleeperCount == 1)
  }
}

/// A book whose stack is emptied by one of the reducers around the operator.
private struct RemovingBook: Reducer {
  enum Remover: CaseIterable { case before, base, after }

  typealias State = Book.State
  typealias Action = Book.Action

  let remover: Remover

  var body: some Reducer<State, Action> {
    remove(.before)
    remove(.base)
      .forEach(\.path, action: \.path) { Page() }
    remove(.after)
  }

  private func remove(_ place: Remover) -> Reduce<State, Action> {
    Reduce { state, action in
      if place == remover, action == .go { state.path.removeAll() }
      return .none
    }
  }
}
