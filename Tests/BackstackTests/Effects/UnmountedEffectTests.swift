import BackstackTesting
import Testing

@testable import Backstack

/// A root with a screen on a stack, and with a part within a part.
@Reducer
private struct Root {
  struct State: Sendable {
    var path = StackState<Screen.State>([.work(Work.State())])
    var outer = Outer.State()
    var log: [String] = []
  }

  enum Action: Sendable {
    case path(StackActionOf<Screen>)
    case outer(Outer.Action)
    case show(Screen.State)
    case wait
    case note(String)
  }

  @Reducer
  enum Screen {
    case work(Work)
    case rest(Rest)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.outer, action: \.outer) { Outer() }
    Reduce { state, action in
      switch action {
      case .show(let screen): state.path[id: 0] = screen
      case .wait: return .run { _ in await forever() }.cancellable(id: "wait")
      case .note(let text): state.log.append(text)
      case .path, .outer: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

@Reducer
private struct Outer {
  struct State: Sendable { var inner = Inner.State() }
  enum Action: Sendable { case inner(Inner.Action) }
  var body: some ReducerOf<Self> { Scope(state: \.inner, action: \.inner) { Inner() } }
}

@Reducer
private struct Inner {
  struct State: Sendable {}
  enum Action: Sendable { case cancel }
  var body: some ReducerOf<Self> { Reduce { _, _ in .cancel(id: "wait") } }
}

/// A screen that starts effects of several kinds.
@Reducer
private struct Work {
  struct State: Sendable { var log: [String] = [] }
  enum Action: Sendable {
    case start(Kind)
    case late
  }

  enum Kind: CaseIterable, Sendable { case plain, merged, nested }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let work = Effect<Action>.run { _ in await forever() }
      switch action {
      case .late: state.log.append("late")
      case .start(.plain): return .concatenate(work, .send(.late))
      case .start(.merged): return .concatenate(.merge(work, work), .send(.late))
      case .start(.nested):
        return .concatenate(.concatenate(work.cancellable(id: 1), work), .send(.late))
      }
      return .none
    }
  }
}

@Reducer
private struct Rest {
  struct State: Sendable {}
  enum Action: Sendable {}
  var body: some ReducerOf<Self> { EmptyReducer() }
}

/// A part whose state is an enum, and whose case has a sheet.
@Reducer
private struct Desk {
  struct State: Sendable { var paper = Paper.State.written(Writing.State()) }
  enum Action: Sendable {
    case paper(Paper.Action)
    case takeSheetAway
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.paper, action: \.paper) { Paper() }
    Reduce { state, action in
      if case .takeSheetAway = action { state.paper = .written(Writing.State(sheet: nil)) }
      return .none
    }
  }
}

@Reducer
private struct Paper {
  @CasePathable
  enum State: Sendable {
    case blank
    case written(Writing.State)
  }
  enum Action: Sendable { case written(Writing.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.written, action: \.written) { Writing() }
  }
}

@Reducer
private struct Writing {
  struct State: Sendable { @Presents var sheet: Work.State? = Work.State() }
  enum Action: Sendable { case sheet(PresentationAction<Work.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$sheet, action: \.sheet) { Work() }
  }
}

/// A stack that can become what another was that began as it did.
@Reducer
private struct Fork {
  struct State: Sendable {
    var path = StackState<Work.State>()
    var beginning = StackState<Work.State>()
  }
  enum Action: Sendable {
    case path(StackActionOf<Work>)
    case show
    case showOther
    case rewind
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path: break
      case .show: state.path.append(Work.State())
      case .showOther:
        state.path = state.beginning
        state.path.append(Work.State())
      case .rewind: state.path = state.beginning
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Work() }
  }
}

/// A part that may have another part.
@Reducer
private struct Shelf {
  struct State: Sendable { var box = Box.State() }
  enum Action: Sendable {
    case box(Box.Action)
    case empty
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.box, action: \.box) { Box() }
    Reduce { state, action in
      if case .empty = action { state.box.content = nil }
      return .none
    }
  }
}

@Reducer
private struct Box {
  struct State: Sendable { var content: Work.State? = Work.State() }
  enum Action: Sendable { case content(Work.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.content, action: \.content) { Work() }
  }
}

/// A feature that appends an action to the effects of its sheet, and dismisses the sheet at once.
private struct Hasty: Reducer {
  struct State: Sendable {
    @Presents var sheet: Work.State? = Work.State()
    var log: [String] = []
  }

  @CasePathable
  enum Action: Sendable {
    case sheet(PresentationAction<Work.Action>)
    case note(String)
  }

  private let base = Reduce<State, Action> { state, action in
    switch action {
    case .sheet: state.sheet = nil
    case .note(let text): state.log.append(text)
    }
    return .none
  }.ifLet(\.$sheet, action: \.sheet) { Work() }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let effect = base.reduce(into: &state, action: action)
    guard case .sheet = action else { return effect }
    return .concatenate(.merge(effect, .send(.note("beside"))), .send(.note("after")))
  }
}

@Suite("Effects of features that are unmounted")
struct UnmountedEffectTests {
  private let issues = IssueLog()

  private func makeStore() -> StoreOf<Root> {
    Store(initialState: Root.State()) {
      Root()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
  }

  @Test(
    "When a screen is popped, the queued effects of its concatenations don't start",
    arguments: Work.Kind.allCases)
  private func concatenation(kind: Work.Kind) async {
    let store = makeStore()
    let task = store.send(.path(.element(id: 0, action: .work(.start(kind)))))
    let count = store.actionCount
    store.send(.path(.popFrom(id: 0)))
    await task.finish()
    #expect(store.effectCount == 0)
    #expect(store.actionCount == count + 1)
    #expect(issues.messages.isEmpty)
  }

  @Test("An effect that never starts does not stop the rest of its concatenation")
  func neverStarted() {
    let store = Store(initialState: Hasty.State()) { Hasty() }
    store.send(.sheet(.presented(.start(.plain))))
    #expect(store.effectCount == 0)
    #expect(store.state.log == ["beside", "after"])
  }

  @Test("An ancestor that removes the sheet of a case ends the effects of the sheet")
  func belowCase() {
    let store = Store(initialState: Desk.State()) { Desk() }
    store.send(.paper(.written(.sheet(.presented(.start(.plain))))))
    #expect(store.effectCount == 1)
    store.send(.takeSheetAway)
    #expect(store.effectCount == 0)
  }

  @Test("Replacing a stack by another one of the same length ends the effects of its screens")
  func fork() throws {
    var state = Fork.State()
    state.path.append(Work.State())
    state.beginning = state.path
    let store = Store(initialState: state) { Fork() }
    store.send(.path(.element(id: store.path.ids[0], action: .start(.plain))))
    store.send(.show)
    let shown = store.path.ids[1]
    store.send(.path(.element(id: shown, action: .start(.plain))))
    #expect(store.effectCount == 2)
    store.send(.showOther)
    #expect(store.path.count == 2 && !store.path.ids.contains(shown))
    #expect(store.effectCount == 1)
  }

  @Test(
    "A stack that becomes what it was ends the effects of screens that were pushed since",
    arguments: 0...2)
  func rewound(count: Int) {
    var state = Fork.State()
    for _ in 0..<count { state.path.append(Work.State()) }
    state.beginning = state.path
    let store = Store(initialState: state) { Fork() }
    for id in store.path.ids { store.send(.path(.element(id: id, action: .start(.plain)))) }
    store.send(.path(.push(id: 7, state: Work.State())))
    store.send(.path(.element(id: 7, action: .start(.plain))))
    #expect(store.effectCount == count + 1)
    store.send(.rewind)
    #expect(store.effectCount == count)
  }

  @Test("An ancestor that removes an optional part ends the effects of the part")
  func optionalPart() {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    store.send(.box(.content(.start(.plain))))
    #expect(store.effectCount == 1)
    store.send(.empty)
    #expect(store.effectCount == 0)
  }

  @Test("A screen that a batch replaces and restores loses its effects")
  func thereAndBack() throws {
    let store = makeStore()
    store.send(.path(.element(id: 0, action: .work(.start(.plain)))))
    #expect(store.effectCount == 1)
    let (there, back) = (Root.Screen.State.rest(.init()), Root.Screen.State.work(.init()))
    #expect(throws: RefusedAction.self) {
      try store.sendBatch([.show(there), .show(back), .path(.popFrom(id: 99))])
    }
    #expect(store.effectCount == 1)
    _ = try store.sendBatch([.show(back), .show(back)])
    #expect(store.effectCount == 1)
    _ = try store.sendBatch([.show(there), .show(back)])
    #expect(store.effectCount == 0)
  }

  @Test("A nested part can cancel an effect of the root by its id")
  func nestedScopes() {
    let store = makeStore()
    store.send(.wait)
    #expect(store.effectCount == 1)
    store.send(.outer(.inner(.cancel)))
    #expect(store.effectCount == 0)
  }

  @Test("Actions that are dropped no longer keep their effect group waiting", arguments: 1...3)
  func droppedActions(count: Int) {
    let group = EffectGroup(tree: NavigationTree())
    let other = EffectGroup(tree: NavigationTree())
    var queue = ActionQueue<Int>()
    for number in 1...count { queue.append(.init(action: number, group: group, cause: 1)) }
    queue.append(.init(action: 0, group: other, cause: 1))
    _ = queue.popFirst()
    group.didProcessAction()
    #expect(group.isFinished == (count == 1))
    queue.removeAll()
    #expect(group.isFinished)
    #expect(other.isFinished)
    #expect(queue.isEmpty)
    #expect(queue.popFirst() == nil)
  }
}
