import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("What forEach does with a stack's actions, R8 to R16")
struct StackActionRules {
  let lab = Lab()

  /// A book whose own reducer notes which pages it sees.
  private func book(_ pages: Int...) -> StoreOf<Book> {
    var state = Book.State()
    state.path = StackState(pages.map { Page.State($0) })
    return lab.store(
      state,
      Book { [journal = lab.journal] state, _ in
        journal("book: \(state.path.map(\.id)), \(state.path.map(\.taps))")
        return .none
      })
  }

  // TCA keeps the ids that it mounted in the stack itself, so that a stack which was put aside comes
  // back as mounted and dismisses nothing. Here the store keeps them (decision 5).
  @Test("R8: What is mounted is known to the store and is no part of the stack's value")
  func r8() {
    let store = lab.store(
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
    #expect(lab.issues.isEmpty)
  }

  @Test("R9: An element's action runs the element in place, then the base")
  func r9() async {
    let store = book(7, 8)
    store.page(1, .tap)
    #expect(lab.journal.lines == ["page 8: tap", "book: [7, 8], [0, 1]"])
    // Its effects come back to the same element.
    store.page(1, .tickNow)
    #expect(store.path.map(\.ticks) == [0, 1])
  }

  @Test("R10: An action for an element that is absent is an issue; the base still runs")
  func r10() {
    let store = book(7)
    store.page(5, .tap)
    #expect(lab.journal.lines == ["book: [7], [0]"])
    #expect(lab.issues.lines.count == 1)
    #expect(lab.issues.lines.first?.contains("'tap', for element #5") == true)
  }

  @Test("R11: popFrom runs the base first, then pops the element and all above it")
  func r11() {
    let store = book(7, 8, 9)
    store.send(.path(.popFrom(id: 1)))
    #expect(lab.journal.lines == ["book: [7, 8, 9], [0, 0, 0]"])
    #expect(store.path.map(\.id) == [7])

    let quick = lab.store(
      Book.State(7, 8),
      Book { state, action in
        if case .path(.popFrom(let id)) = action { state.path.pop(from: id) }
        return .none
      })
    quick.send(.path(.popFrom(id: 1)))
    #expect(quick.path.ids == [0])
    #expect(lab.issues.isEmpty)
  }

  @Test("R12: popFrom an unknown id runs the base, is an issue and removes nothing")
  func r12() {
    let store = book(7)
    store.send(.path(.popFrom(id: 5)))
    #expect(lab.journal.lines.count == 1)
    #expect(lab.issues.lines.count == 1)
    #expect(lab.issues.lines.first?.contains("element #5, which is not on the stack: [#0]") == true)
    #expect(store.path.count == 1)
  }

  @Test("R13: push appends first, then runs the base")
  func r13() {
    let store = book(7)
    store.send(.path(.push(id: 1, state: Page.State(8))))
    #expect(lab.journal.lines == ["book: [7, 8], [0, 0]"])
    #expect(store.path.ids == [0, 1])
  }

  @Test("R14: push at an id that is on the stack is an issue and replaces nothing; the base runs")
  func r14() {
    let store = book(7)
    store.send(.path(.push(id: 0, state: Page.State(8))))
    #expect(lab.journal.lines == ["book: [7], [0]"])
    #expect(lab.issues.lines.count == 1)
  }

  @Test(
    "R15: In a test a pushed id above the next one is an issue, the next one and older ones are not",
    arguments: [
      (DependencyContext.test, 5, 1), (.test, 2, 0), (.test, 1, 0), (.live, 5, 0),
    ])
  func r15(context: DependencyContext, id: Int, issues: Int) {
    let store = lab.store(Book.State(7, 8), Book(), context: context)
    store.send(.path(.popFrom(id: 1)))
    let id = StackElementID(generation: id)
    store.send(.path(.push(id: id, state: Page.State(9))))
    #expect(store.path.ids == [0, id])
    #expect(lab.issues.lines.count == issues)
    store.send(.path(.push(id: .unassigned, state: Page.State(9))))
    #expect(store.path.ids.last == max(StackElementID(generation: id.generation + 1), 2))
  }

  @Test("R16: Any other action runs the base alone")
  func r16() {
    let store = book(7, 8)
    store.send(.go)
    #expect(lab.journal.lines == ["book: [7, 8], [0, 0]"])
    #expect(store.path == Book.State(7, 8).path)
    #expect(lab.issues.isEmpty)
  }
}
