import Backstack
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@Suite(
  "The actions of a stack",
  .tags(.r8, .r9, .r10, .r11, .r12, .r13, .r14, .r15, .r16))
struct StackActionTests {
  let setup = LiveStoreSetup()

  /// Returns a book whose own reducer notes which pages it sees.
  private func book(_ pages: Int...) -> StoreOf<Book> {
    var state = Book.State()
    state.path = StackState(pages.map { Page.State($0) })
    return setup.store(
      state,
      Book { [recorder = setup.recorder] state, _ in
        recorder("book: \(state.path.map(\.id)), \(state.path.map(\.taps))")
        return .none
      })
  }

  // TCA keeps the mounted ids in the stack itself, so a stack that is removed and assigned again
  // counts as mounted, and its elements can't dismiss themselves. Here the store keeps the ids
  // (decision 5).
  @Test("The store, not the stack's value, knows which elements are mounted", .tags(.r8))
  func whatIsMountedIsKnown() {
    let store = setup.store(
      Book.State(1),
      Book { [aside = Book.State(1).path] state, action in
        if action == .back { state.path = aside }
        return .none
      })
    let before = store.path
    store.page(0, .wait)
    #expect(store.path == before)
    #expect(store.effectCount == 1)
    store.send(.path(.popFrom(id: 0)))
    #expect(store.effectCount == 0)
    store.send(.back)
    #expect(store.path == before)
    store.page(0, .close)
    #expect(store.path.isEmpty)
    #expect(setup.issues.isEmpty)
  }

  @Test("An element's action runs the element in place, then the base", .tags(.r9))
  func elementsActionRunsTheElement() async {
    let store = book(7, 8)
    store.page(1, .tap)
    #expect(setup.recorder.lines == ["page 8: tap", "book: [7, 8], [0, 1]"])
    // Its effects send to the same element.
    store.page(1, .tickNow)
    #expect(store.path.map(\.ticks) == [0, 1])
  }

  @Test(
    "An action for an element that is not on the stack is an issue; the base still runs",
    .tags(.r10))
  func actionForAnElement() {
    let store = book(7)
    store.page(5, .tap)
    #expect(setup.recorder.lines == ["book: [7], [0]"])
    #expect(setup.issues.lines.count == 1)
    #expect(setup.issues.lines.first?.contains("'tap', for element #5") == true)
  }

  @Test("popFrom runs the base first, then pops the element and all above it", .tags(.r11))
  func popFromRunsTheBaseFirstThen() {
    let store = book(7, 8, 9)
    store.send(.path(.popFrom(id: 1)))
    #expect(setup.recorder.lines == ["book: [7, 8, 9], [0, 0, 0]"])
    #expect(store.path.map(\.id) == [7])

    let quick = setup.store(
      Book.State(7, 8),
      Book { state, action in
        if case .path(.popFrom(let id)) = action { state.path.pop(from: id) }
        return .none
      })
    quick.send(.path(.popFrom(id: 1)))
    #expect(quick.path.ids == [0])
    #expect(setup.issues.isEmpty)
  }

  @Test("popFrom with an unknown id runs the base, is an issue and removes nothing", .tags(.r12))
  func popFromAnUnknownIdRuns() {
    let store = book(7)
    store.send(.path(.popFrom(id: 5)))
    #expect(setup.recorder.lines.count == 1)
    #expect(setup.issues.lines.count == 1)
    #expect(
      setup.issues.lines.first?.contains("element #5, which is not on the stack: [#0]") == true)
    #expect(store.path.count == 1)
  }

  @Test("push appends the element, then runs the base", .tags(.r13))
  func pushAppendsFirstThenRuns() {
    let store = book(7)
    store.send(.path(.push(id: 1, state: Page.State(8))))
    #expect(setup.recorder.lines == ["book: [7, 8], [0, 0]"])
    #expect(store.path.ids == [0, 1])
  }

  @Test(
    "push with an id that is on the stack is an issue and replaces nothing; the base still runs",
    .tags(.r14))
  func pushAtAnId() {
    let store = book(7)
    store.send(.path(.push(id: 0, state: Page.State(8))))
    #expect(setup.recorder.lines == ["book: [7], [0]"])
    #expect(setup.issues.lines.count == 1)
  }

  @Test(
    "In a test, a pushed id above the next one is an issue; the next and older ones are not",
    .tags(.r15),
    arguments: [
      (DependencyContext.test, 5, 1), (.test, 2, 0), (.test, 1, 0), (.live, 5, 0),
    ])
  func inATestAPushedId(context: DependencyContext, id: Int, issues: Int) {
    let store = setup.store(Book.State(7, 8), Book(), context: context)
    store.send(.path(.popFrom(id: 1)))
    let id = StackElementID(generation: id)
    store.send(.path(.push(id: id, state: Page.State(9))))
    #expect(store.path.ids == [0, id])
    #expect(setup.issues.lines.count == issues)
    store.send(.path(.push(id: .unassigned, state: Page.State(9))))
    #expect(store.path.ids.last == max(StackElementID(generation: id.generation + 1), 2))
  }

  @Test("An action that is not the stack's runs only the base", .tags(.r16))
  func anyOtherActionRunsTheBase() {
    let store = book(7, 8)
    store.send(.go)
    #expect(setup.recorder.lines == ["book: [7, 8], [0, 0]"])
    #expect(store.path == Book.State(7, 8).path)
    #expect(setup.issues.isEmpty)
  }
}
