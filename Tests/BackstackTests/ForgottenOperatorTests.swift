import Backstack
import BackstackTesting
import Testing

/// A screen that lacks an operator of each kind, with a sheet and a part that lack one, too.
@Reducer
private struct Forgetful {
  struct State: Sendable {
    var path = StackState<Plain.State>([Plain.State()])
    var rows: IdentifiedArrayOf<Plain.State> = [Plain.State()]
    @Presents var child: Plain.State? = Plain.State()
    @Presents var sheet: Part.State? = Part.State()
    var part = Part.State()
    var kept = Kept.State()
    var plainPart: Plain.State? = Plain.State()
  }

  enum Action: Sendable {
    case path(StackActionOf<Plain>)
    case rows(IdentifiedActionOf<Plain>)
    case child(PresentationAction<Plain.Action>)
    case sheet(PresentationAction<Part.Action>)
    case part(Part.Action)
    case kept(Kept.Action)
    case plainPart(PresentationAction<Plain.Action>)
    case plain
    case sendLater
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: \.part) { Part() }
    Scope(state: \.kept, action: \.kept) { Kept() }
    Reduce { state, action in
      if case .sendLater = action { return .run { await $0(.child(.dismiss)) } }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Part() }
    .ifLet(\.kept.$child, action: \.kept.child) { Plain() }
    .ifLet(\.plainPart, action: \.plainPart.presented) { Plain() }
  }
}

/// A part or sheet that lacks the operator for its own presentation.
@Reducer
private struct Part {
  struct State: Sendable { @Presents var child: Plain.State? = Plain.State() }
  enum Action: Sendable {
    case child(PresentationAction<Plain.Action>)
    case plain
  }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

/// A part whose parent has the operator for its presentation.
@Reducer
private struct Kept {
  struct State: Sendable { @Presents var child: Plain.State? = Plain.State() }
  enum Action: Sendable { case child(PresentationAction<Plain.Action>) }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Plain {
  struct State: Identifiable, Sendable {
    var id = 0
    var taps = 0
  }
  enum Action: Sendable { case tap }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Suite("Actions for screens without an operator")
struct ForgottenOperatorTests {
  private let issues = IssueLog()

  private func makeStore() -> StoreOf<Forgetful> {
    Store(initialState: Forgetful.State()) {
      Forgetful()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
  }

  @Test(
    "An action for a screen without an operator is reported with the missing operator",
    arguments: [
      (.path(.element(id: 0, action: .tap)), ".forEach(\\.path, action: \\.path)"),
      (.path(.popFrom(id: 0)), ".forEach(\\.path, action: \\.path)"),
      (.path(.push(id: 1, state: Plain.State())), ".forEach(\\.path, action: \\.path)"),
      (.rows(.element(id: 0, action: .tap)), ".forEach(\\.rows, action: \\.rows)"),
      (.child(.presented(.tap)), ".ifLet(\\.$child, action: \\.child)"),
      (.child(.dismiss), ".ifLet(\\.$child, action: \\.child)"),
      (.sheet(.presented(.child(.dismiss))), "Part.Action.child"),
      (.part(.child(.presented(.tap))), "Part.Action.child"),
      (.sendLater, "Forgetful.Action.child"),
    ] as [(Forgetful.Action, String)])
  private func reported(action: Forgetful.Action, hint: String) async {
    let store = makeStore()
    await store.send(action).finish()
    #expect(issues.messages.count == 1)
    #expect(issues.messages.first?.contains(hint) == true)
  }

  @Test("Each missing operator is reported once per store")
  func once() {
    for stores in 1...2 {
      let store = makeStore()
      for _ in 1...3 {
        store.send(.child(.presented(.tap)))
        store.send(.part(.child(.dismiss)))
        store.send(.sheet(.presented(.child(.dismiss))))
      }
      #expect(issues.messages.count == 2 * stores)
    }
  }

  @Test("A missing operator is also reported for actions of clients, alone or in a batch")
  func hosted() throws {
    #expect(makeStore().sendIfReachable(.child(.dismiss)) == nil)
    #expect(issues.messages.count == 1)
    _ = try makeStore().sendBatch([.plain, .child(.dismiss), .path(.popFrom(id: 0))])
    #expect(issues.messages.count == 3)
  }

  @Test(
    "Actions that an operator of the feature or its parent handles are not reported",
    arguments: [
      .plain, .part(.plain), .sheet(.presented(.plain)), .kept(.child(.presented(.tap))),
      .kept(.child(.dismiss)), .sheet(.dismiss), .plainPart(.presented(.tap)),
    ] as [Forgetful.Action])
  private func taken(action: Forgetful.Action) {
    let store = makeStore()
    store.send(action)
    #expect(issues.messages.isEmpty)
  }
}
