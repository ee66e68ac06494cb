import Backstack
import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

/// Features that users of TCA miss, as far as they concern composition, stacks and presentations.
@Suite("Requests of TCA's users: composition and presentation")
struct NestedPresentationTests {
  let setup = LiveStoreSetup()

  @Test("A screen can dismiss itself after the case around it was left and entered again")
  func reentered() async {
    let store = setup.store(.online(Desk.State(page: Page.State(7))), Connection())
    store.send(.online(.page(.presented(.wait))))
    store.send(.lost)
    #expect(store.effectCount == 0)
    store.send(.restored)
    store.send(.online(.page(.presented(.wait))))
    await setup.clock.advance(by: .seconds(1))
    #expect(store.state[case: \.online]?.page?.ticks == 1)
    store.send(.online(.page(.presented(.close))))
    #expect(store.state == .online(Desk.State()))
    #expect(setup.issues.isEmpty)
  }

  @Test("A dismissal closes only one level of a stack in a sheet in a stack")
  func nearestOnly() {
    // The pages are created first, so they have the ids 0 and 1.
    let store = setup.store(
      Tour.State(path: [Stop.State(), Stop.State(book: Book.State(7, 8))]), Tour())
    #expect(store.path.ids == [2, 3])
    func page(_ id: StackElementID, _ action: Page.Action) {
      store.send(
        .path(.element(id: 3, action: .book(.presented(.path(.element(id: id, action: action)))))))
    }
    page(1, .closeTwice)
    #expect(store.path.ids == [2, 3])
    #expect(store.path[id: 3]?.book == Book.State(7))
    page(0, .close)
    #expect(store.path[id: 3]?.book == Book.State())
    store.send(.path(.element(id: 3, action: .close)))
    #expect(store.path.ids == [2])
    // Each of the three took one action and one dismissal.
    #expect(store.actionCount == 6)
    #expect(setup.issues.isEmpty)
  }

  @Test("An ancestor that replaces a stack or a presentation cancels the effects in it")
  func replacedByAncestor() async {
    let store = setup.store(
      Library.State(book: Book.State(7, 8), desk: Desk.State(page: Page.State(7))), Library())
    for id in store.book.path.ids { store.send(.book(.path(.element(id: id, action: .wait)))) }
    store.send(.desk(.page(.presented(.wait))))
    #expect(store.effectCount == 3)
    store.send(.replace)
    #expect(store.effectCount == 0)
    await setup.clock.advance(by: .seconds(1))
    #expect(store.book.path.allSatisfy { $0.ticks == 0 })
    #expect(store.desk.page?.ticks == 0)
    #expect(setup.issues.isEmpty)
  }

  @Test(
    "Enum reducers can nest, have cases without features, and be roots", .tags(.r124))
  func enumReducers() {
    let root = Store(initialState: Flow.State.steps(.first(Page.State(7)))) { Flow.body }
    root.send(.steps(.first(.tap)))
    #expect(root.state == .steps(.first(Page.State(7, taps: 1))))

    let store = setup.store(FlowHost.State(), FlowHost())
    store.send(.flow(.intro(.wait)))
    store.send(.advance(.steps(.second(Page.State(8)))))
    store.send(.flow(.steps(.second(.tap))))
    #expect(store.flow == .steps(.second(Page.State(8, taps: 1))))
    #expect(store.effectCount == 0)
    store.send(.advance(.done))
    guard case .done = store.scope(state: \.flow, action: \.flow).case else {
      Issue.record("\(store.flow)")
      return
    }
    store.send(.present(.steps(.first(Page.State(9)))))
    store.send(.sheet(.presented(.steps(.first(.wait)))))
    #expect(store.effectCount == 1)
    store.send(.sheet(.presented(.steps(.first(.close)))))
    #expect(store.sheet == nil)
    #expect(store.effectCount == 0)
    #expect(setup.issues.isEmpty)
  }

  @Test("All stacks of a store share one generator of ids, so no two elements have the same id")
  func severalStacks() {
    let tabs = setup.store(TwoStacks.State(), TwoStacks())
    for name in ["left", "right", "left", "right"] { tabs.send(.append(name)) }
    #expect(tabs.left.ids == [0, 2])
    #expect(tabs.right.ids == [1, 3])
    tabs.send(.left(.popFrom(id: 1)))
    #expect(tabs.left.count == 2)
    #expect(setup.issues.lines.count == 1)

    let tour = setup.store(Tour.State(), Tour())
    let push = Book.Action.path(.push(id: .unassigned, state: Page.State(7)))
    tour.send(.path(.push(id: .unassigned, state: Stop.State(book: Book.State()))))
    tour.send(.path(.element(id: 0, action: .book(.presented(push)))))
    tour.send(.path(.push(id: .unassigned, state: Stop.State())))
    tour.send(.path(.element(id: 0, action: .book(.presented(push)))))
    #expect(tour.path.ids == [0, 2])
    #expect(tour.path[id: 0]?.book?.path.ids == [1, 3])
  }

  @Test("An action that a reducer sends to its own store runs after the current one, with an issue")
  func reentrance() {
    let weakly = Mutex<StoreOf<Book>?>(nil)
    let store = setup.store(
      Book.State(7),
      Book { [recorder = setup.recorder] _, action in
        if action == .go {
          recorder("go begins")
          weakly.withLock { $0 }?.send(.back)
          recorder("go ends")
          return .send(.path(.element(id: 0, action: .tap)))
        }
        if action == .back { recorder("back") }
        return .none
      })
    weakly.withLock { $0 = store }
    store.send(.go)
    weakly.withLock { $0 = nil }
    #expect(Array(setup.recorder.lines.prefix(2)) == ["go begins", "go ends"])
    #expect(Set(setup.recorder.lines.dropFirst(2)) == ["back", "page 7: tap"])
    #expect(setup.issues.lines.count == 1)
    #expect(setup.issues.lines.first?.contains("while its reducer was running: back") == true)
    #expect(store.actionCount == 3)
  }

  @Test("After an alert is cancelled, another screen can be presented")
  func cancelledAlert() throws {
    let alert = AlertState<Chooser.Answer>.asking("Sure?")
    let store = setup.store(
      Chooser.State(destination: .alert(alert)),
      Chooser { state, action in
        if action == .go { state.destination = .page(Page.State(7)) }
        return .none
      })
    // A button without an action only closes the alert: the client sends `dismiss`.
    let cancel = try #require(alert.buttons.first { $0.role == .cancel })
    #expect(cancel.action.action == nil)
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
    store.send(.back)
    #expect(store.destination == nil)
    store.send(.go)
    store.send(.destination(.presented(.page(.tap))))
    #expect(store.destination?.page?.taps == 1)
    #expect(setup.issues.isEmpty)
  }

  @Test("An action of another case does not close an alert")
  func anotherAction() {
    let store = setup.store(
      Chooser.State(destination: .page(Page.State(7))),
      Chooser { state, action in
        if action == .go { state.destination = .alert(.asking("Sure?")) }
        return .none
      })
    store.send(.destination(.presented(.page(.wait))))
    store.send(.go)
    #expect(store.effectCount == 0)
    // A late action of the previous page, and one of a dialog, whose actions have the alert's type.
    store.send(.destination(.presented(.page(.tick))))
    store.send(.destination(.presented(.dialog(.yes))))
    #expect(store.destination == .alert(.asking("Sure?")))
  }

  @Test(
    "An optional in a case is data: the case presents it, even when it is nil", .tags(.r125))
  func optionalPayload() {
    let store = setup.store(FlowHost.State(), FlowHost())
    store.send(.present(.draft(nil)))
    let sheet = store.scope(state: \.$sheet, action: \.sheet)
    guard case .draft(nil)? = sheet?.case else {
      Issue.record("\(String(describing: store.sheet))")
      return
    }
    // It has neither an action nor a store.
    let action: CaseKeyPath<Flow.Action, Never> = \.draft
    #expect(action.extract(from: .intro(.tap)) == nil)
    store.send(.present(.draft(Page.State(7))))
    guard case .draft(let draft?)? = sheet?.case else {
      Issue.record("\(String(describing: store.sheet))")
      return
    }
    #expect(draft.id == 7)
    store.send(.sheet(.dismiss))
    #expect(store.sheet == nil)
  }
}
