import Backstack
import BackstackTestSupport
import Testing

/// A timer with a sheet that is one, too, and a list and a stack of them.
@Reducer
private struct Clockwork {
  struct State: Identifiable, Sendable {
    let id: Int
    @Presents var sheet: State?
    var path = StackState<State>()
    var rows: IdentifiedArrayOf<State> = []
    var part = Part.State()

  }

  indirect enum Action: Sendable {
    case start
    case sheet(PresentationAction<Action>)
    case path(StackAction<State, Action>)
    case rows(IdentifiedAction<Int, Action>)
    case part(Part.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .start = action else { return .none }
      return .run { _ in await forever() }
    }
    .ifLet(\.$sheet, action: \.sheet) { Clockwork() }
    .forEach(\.path, action: \.path) { Clockwork() }
    .forEach(\.rows, action: \.rows) { Clockwork() }
    Scope(state: \.part, action: \.part) { Part() }
  }
}

/// A case with a timer in it.
@Reducer
private struct Part {
  struct State: Sendable {
    var mode = Mode.State.idle
  }

  enum Action: Sendable {
    case mode(Mode.Action)
  }

  @Reducer
  enum Mode {
    case idle
    case running(Run)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.mode, action: \.mode)
  }
}

@Reducer
private struct Run {
  struct State: Sendable {}
  enum Action: Sendable {
    case start
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { _ in await forever() } }
  }
}

/// Changes the state of all below from above, at its own will.
private struct Ancestor: Reducer {
  struct State: Sendable {
    var clockwork = Clockwork.State(id: 0)
  }

  @CasePathable
  enum Action: Sendable {
    case change(@Sendable (inout Clockwork.State) -> Void)
    case clockwork(Clockwork.Action)
  }

  /// Takes away a sheet of a sheet in the step in which it starts an effect.
  var isImpatient = false

  var body: some Reducer<State, Action> {
    Scope(state: \.clockwork, action: \.clockwork) { Clockwork() }
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state.clockwork)
      case .clockwork(.sheet(.presented(.sheet(.presented(.start))))) where isImpatient:
        state.clockwork.sheet?.sheet = nil
      case .clockwork: break
      }
      return .none
    }
  }
}

@Suite("What an ancestor takes away at any depth ends at once", .tags(.r20, .r21))
struct AncestorTests {
  private func store(_ state: Clockwork.State) -> Store<Ancestor.State, Ancestor.Action> {
    Store(initialState: Ancestor.State(clockwork: state)) { Ancestor() }
  }

  @Test("A sheet in a sheet")
  func sheets() {
    let inner = Clockwork.State(id: 2)
    let store = store(.init(id: 0, sheet: .init(id: 1, sheet: inner)))
    store.send(.clockwork(.sheet(.presented(.start))))
    store.send(.clockwork(.sheet(.presented(.sheet(.presented(.start))))))
    #expect(store.effectCount == 2)
    store.send(.change { $0.sheet?.sheet = nil })
    #expect(store.effectCount == 1)
    store.send(.change { $0.sheet = .init(id: 7) })
    #expect(store.effectCount == 0)
  }

  @Test("A sheet that starts an effect in the step in which it is taken away")
  func sameStep() {
    let inner = Clockwork.State(id: 2)
    let store = Store(
      initialState: Ancestor.State(clockwork: .init(id: 0, sheet: .init(id: 1, sheet: inner)))
    ) { Ancestor(isImpatient: true) }
    store.send(.clockwork(.sheet(.presented(.sheet(.presented(.start))))))
    #expect(store.clockwork.sheet?.sheet?.id == nil)
    #expect(store.effectCount == 0)
  }

  @Test("A sheet of a screen on a stack, then the screen")
  func stack() {
    let store = store(.init(id: 0, path: [.init(id: 1), .init(id: 2, sheet: .init(id: 3))]))
    let id = store.clockwork.path.ids[1]
    store.send(.clockwork(.path(.element(id: id, action: .start))))
    store.send(.clockwork(.path(.element(id: id, action: .sheet(.presented(.start))))))
    #expect(store.effectCount == 2)
    store.send(.change { $0.path[id: id]?.sheet = nil })
    #expect(store.effectCount == 1)
    store.send(.change { $0.path = StackState() })
    #expect(store.effectCount == 0)
  }

  @Test("A sheet of a row in a list, then the row")
  func rows() {
    let store = store(.init(id: 0, rows: [.init(id: 1), .init(id: 2, sheet: .init(id: 3))]))
    store.send(.clockwork(.rows(.element(id: 2, action: .start))))
    store.send(.clockwork(.rows(.element(id: 2, action: .sheet(.presented(.start))))))
    #expect(store.effectCount == 2)
    store.send(.change { $0.rows[id: 2]?.sheet = nil })
    #expect(store.effectCount == 1)
    store.send(.change { $0.rows.remove(id: 2) })
    #expect(store.effectCount == 0)
  }

  @Test("The case of an enum below a scope")
  func cases() {
    let store = store(.init(id: 0, part: .init(mode: .running(.init()))))
    store.send(.clockwork(.part(.mode(.running(.start)))))
    #expect(store.effectCount == 1)
    store.send(.change { $0.part.mode = .idle })
    #expect(store.effectCount == 0)
    store.send(.change { $0.part.mode = .running(.init()) })
    store.send(.clockwork(.part(.mode(.running(.start)))))
    #expect(store.effectCount == 1)
    store.send(.change { if $0.id == 0 { $0.part = .init() } })
    #expect(store.effectCount == 0)
  }

  @Test("What stays goes on")
  func staying() {
    let store = store(.init(id: 0, sheet: .init(id: 1), path: [.init(id: 2)], rows: [.init(id: 3)]))
    store.send(.clockwork(.sheet(.presented(.start))))
    store.send(.clockwork(.path(.element(id: 0, action: .start))))
    store.send(.clockwork(.rows(.element(id: 3, action: .start))))
    store.send(.change { $0.path.append(.init(id: 4)) })
    store.send(.change { $0.rows.insert(.init(id: 5), at: 0) })
    #expect(store.effectCount == 3)
  }
}
