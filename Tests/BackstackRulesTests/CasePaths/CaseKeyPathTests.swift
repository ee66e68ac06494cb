import Backstack
import BackstackTestSupport
import Testing

@Suite("Case key paths")
struct CaseKeyPathTests {
  let setup = LiveStoreSetup()

  // TCA's type is `KeyPath<Case<Root>, Case<Value>>`. Here it is a key path from all case paths to
  // one. Both are written and used in the same way.
  @Test(
    "A case key path embeds, extracts, modifies and matches, through any number of cases",
    .tags(.r42))
  func caseKeyPathEmbedsExtractsModifies() {
    let path: CaseKeyPath<Book.Action, Int> = \.path[id: 3].rename
    #expect(path(5) == .path(.element(id: 3, action: .rename(5))))
    let tap: CaseKeyPath<Book.Action, Void> = \.path[id: 3].tap
    var action = tap()
    #expect(action.is(\.path[id: 3].tap))
    #expect(!action.is(\.path[id: 4].tap))
    #expect(action[case: path] == nil)

    action = path(5)
    #expect(action[case: \.path[id: 3].rename] == 5)
    action.modify(ifCase: path) { $0 += 1 }
    #expect(AnyCasePath(path).extract(from: action) == 6)
    #expect(action.modify(ifCase: \.path.popFrom) { $0 = 9 } == nil)
    switch action {
    case \.path.push: Issue.record("This is not a push.")
    case \.path.element: break
    default: Issue.record("This is an element's action.")
    }
  }

  @Test(
    "Optionals, results and the actions of stacks, lists and presentations have case paths",
    .tags(.r43))
  func actionsOfStacksListsAndPresentations() {
    let element = Book.Action.path(.element(id: 3, action: .tap))
    #expect(element[case: \.path.element]?.id == 3)
    #expect(element[case: \.path[id: 3]] == .tap)
    #expect(Book.Action.path(.popFrom(id: 2))[case: \.path.popFrom] == 2)
    let push: CaseKeyPath<Book.Action, (id: StackElementID, state: Page.State)> = \.path.push
    #expect(push((id: 1, state: Page.State(7))) == .path(.push(id: 1, state: Page.State(7))))

    let row = Shelf.Action.pages(.element(id: 7, action: .tap))
    #expect(row[case: \.pages.element]?.id == 7)
    #expect(row.is(\.pages[id: 7].tap))

    let presented = Chooser.Action.destination(.presented(.page(.tap)))
    #expect(presented.is(\.destination.page.tap))
    #expect(presented.is(\.destination.presented.page))
    #expect(Chooser.Action.destination(.dismiss).is(\.destination.dismiss))

    #expect(Optional(3)[case: \.some] == 3)
    #expect(Optional<Int>.none.is(\.none))
    #expect(Result<Int, CancellationError>.success(3)[case: \.success] == 3)
    #expect(Result<Int, CancellationError>.failure(CancellationError()).is(\.failure))
    _ = Never.allCasePaths
  }

  // TCA sends these actions when SwiftUI writes to its bindings. A thin client sends them itself.
  @Test(
    "A client pushes when its stack grew, pops when it shrank, and dismisses for nil", .tags(.r44)
  )
  func clientsStackThatGrew() {
    let store = setup.store(Book.State(7, 8, 9), Book())
    /// Returns the action to send when the client shows `count` screens, the last of which is
    /// `last`.
    func writeBack(_ count: Int, _ last: Page.State) -> Book.Action? {
      if count > store.path.count { return .path(.push(id: .unassigned, state: last)) }
      if count < store.path.count { return .path(.popFrom(id: store.path.ids[count])) }
      return nil
    }
    for (count, ids) in [(1, [0]), (2, [0, 3]), (2, [0, 3]), (0, [])] as [(Int, [StackElementID])] {
      if let action = writeBack(count, Page.State(5)) { store.send(action) }
      #expect(store.path.ids == ids)
    }

    // A client that has not noticed that nothing is presented any more learns it from the result.
    let desk = setup.store(Desk.State(page: Page.State(7)), Desk())
    #expect(desk.sendIfReachable(.page(.dismiss)) == nil)
    #expect(desk.page == nil)
    #expect(desk.sendIfReachable(.page(.dismiss))?.reason == .presentation)
    #expect(setup.issues.isEmpty)
  }
}
