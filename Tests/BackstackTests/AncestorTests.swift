import Backstack
import BackstackTestSupport
import Testing

/// A timer that can present another timer, with a list and a stack of timers.
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

/// A feature with an enum state, one case of which runs a timer.
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

/// An ancestor that can change the state of every feature below it.
private struct Ancestor: Reducer {
  struct State: Sendable {
    var clockwork = Clockwork.State(id: 0)
  }

  @CasePathable
  enum Action: Sendable {
    case change(@Sendable (inout Clockwork.State) -> Void)
    case clockwork(Clockwork.Action)
  }

  /// Whether it removes a nested sheet in the step in which the sheet starts an effect.
  var isImpatient = false

  var body: some Reducer<State, Action> {
    Scope(state: \.clockwork, action: \.clockwork) { Clockwork() }
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state.clockwork)
      case .clockwork(.sheet(.presented(.sheet(.presented(.start))))) where isImpatient:
        state.clockwork.sheet?.sheet = nil
      case .clockwork(.path(.element(let id, .sheet(.presented(.start))))) where isImpatient:
        state.clockwork.path[id: id]?.sheet = nil
      case .clockwork: break
      }
      return .none
    }
  }
}

@Suite("Features that an ancestor removes at any depth", .tags(.r20, .r21))
struct AncestorTests {
  private func store(_ state: Clockwork.State) -> Store<Ancestor.State, Ancestor.Action> {
    Store(initialState: Ancestor.State(clockwork: state)) { Ancestor() }
  }

  @Test("An ancestor that removes a nested sheet or replaces a sheet ends its effects")
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

  @Test("A nested sheet that starts an effect in the step that removes it runs no effect")
  func sameStep() {
    let inner = Clockwork.State(id: 2)
    let store = Store(
      initialState: Ancestor.State(clockwork: .init(id: 0, sheet: .init(id: 1, sheet: inner)))
    ) { Ancestor(isImpatient: true) }
    store.send(.clockwork(.sheet(.presented(.sheet(.presented(.start))))))
    #expect(store.clockwork.sheet?.sheet?.id == nil)
    #expect(store.effectCount == 0)
  }

  @Test("Removing the sheet of a stack's screen, or the screen, ends its effects at once")
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

  @Test("Removing the sheet of a list's row, or the row, ends its effects at once")
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

  @Test("Leaving an enum case below a Scope ends its effects at once")
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

  @Test("Effects of features that stay go on when an ancestor adds other features")
  func staying() {
    let store = store(.init(id: 0, sheet: .init(id: 1), path: [.init(id: 2)], rows: [.init(id: 3)]))
    store.send(.clockwork(.sheet(.presented(.start))))
    store.send(.clockwork(.path(.element(id: 0, action: .start))))
    store.send(.clockwork(.rows(.element(id: 3, action: .start))))
    store.send(.change { $0.path.append(.init(id: 4)) })
    store.send(.change { $0.rows.insert(.init(id: 5), at: 0) })
    #expect(store.effectCount == 3)
  }

  @Test("A screen's sheet that starts an effect in the step that removes it runs no effect")
  func sameStepOnAStack() {
    let path = StackState((0..<3).map { Clockwork.State(id: $0, sheet: .init(id: $0)) })
    let store = Store(initialState: Ancestor.State(clockwork: .init(id: 0, path: path))) {
      Ancestor(isImpatient: true)
    }
    for id in [path.ids[0], path.ids[2]] {
      store.send(.change { $0.path[id: id]?.part.mode = .running(.init()) })
      store.send(.clockwork(.path(.element(id: id, action: .part(.mode(.running(.start)))))))
    }
    store.send(.clockwork(.path(.element(id: path.ids[1], action: .sheet(.presented(.start))))))
    #expect(store.clockwork.path[id: path.ids[1]]?.sheet?.id == nil)
    #expect(store.effectCount == 2)
  }

  @Test("A screen that returns under its id in the step that removes it has no sheet's effect")
  func sameID() {
    let path = StackState((0..<3).map { Clockwork.State(id: $0, sheet: .init(id: $0)) })
    let id = path.ids[2]
    let store = Store(initialState: Clockwork.State(id: 0, path: path)) {
      Reduce<Clockwork.State, Clockwork.Action> { state, action in
        if case .path(.push) = action { state.path.removeLast() }
        return .none
      }
      Clockwork()
    }
    for id in path.ids { store.send(.path(.element(id: id, action: .sheet(.presented(.start))))) }
    #expect(store.effectCount == 3)
    store.send(.path(.push(id: id, state: .init(id: 2))))
    #expect(store.path.ids == path.ids && store.path[id: id]?.sheet?.id == nil)
    #expect(store.effectCount == 2)
  }

  @Test("On a stack only the effects of what is still presented go on", arguments: 0..<8)
  func randomSteps(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let store = store(.init(id: 0))
    var expected = ExpectedEffects()
    var copies: [Ancestor.State] = []
    for step in 0..<300 {
      let path = store.clockwork.path
      let id = path.ids.randomElement(using: &random)
      switch (Int.random(in: 0..<10, using: &random), id) {
      case (0...1, _), (_, nil):
        let sheet = Clockwork.State(id: step)
        store.send(.clockwork(.path(.push(id: .unassigned, state: .init(id: step, sheet: sheet)))))
      case (2...3, let id?):
        guard let sheet = path[id: id]?.sheet else { break }
        store.send(.clockwork(.path(.element(id: id, action: .sheet(.presented(.start))))))
        expected.didStart(.sheet(sheet.id), on: id)
      case (4, let id?):
        store.send(.change { $0.path[id: id]?.part.mode = .running(.init()) })
        store.send(.clockwork(.path(.element(id: id, action: .part(.mode(.running(.start)))))))
        expected.didStart(.part, on: id)
      case (5, let id?): store.send(.change { $0.path[id: id]?.part.mode = .idle })
      case (6, let id?):
        store.send(
          .change { [ids = path.ids] in
            // Sometimes more changes than a stack remembers.
            for changed in step % 3 == 0 ? ids : [id] {
              $0.path[id: changed]?.sheet = changed == id ? nil : .init(id: step)
            }
          })
      case (7, let id?):
        // While there is a copy, the stack's next change is its first.
        copies = path.count % 2 == 0 ? [store.state] : []
        store.send(.change { $0.path[id: id]?.rows = [.init(id: 1)] })
      case (8, let id?):
        store.send(
          .change {
            $0.path.removeLast()
            $0.path.append(.init(id: step, sheet: .init(id: step)))
            if step % 5 == 0 { $0.path[id: id]?.sheet = nil }
          })
      case (_, let id?):
        if step % 4 == 0 {
          store.send(.clockwork(.path(.popFrom(id: id))))
        } else {
          store.send(.change { $0.path[id: id] = nil })
        }
      }
      expected.keepPresented(in: store.clockwork.path)
      #expect(store.effectCount == expected.count, "seed \(seed), step \(step)")
    }
    _ = copies
  }
}

/// The effects that are to be in flight on the screens of a stack.
private struct ExpectedEffects {
  enum Feature: Hashable {
    case sheet(Int)
    case part
  }

  private var effects: [(id: StackElementID, feature: Feature)] = []

  var count: Int { effects.count }

  mutating func didStart(_ feature: Feature, on id: StackElementID) {
    effects.append((id, feature))
  }

  mutating func keepPresented(in path: StackState<Clockwork.State>) {
    effects.removeAll { id, feature in
      guard let screen = path[id: id] else { return true }
      return switch feature {
      case .sheet(let sheet): screen.sheet?.id != sheet
      case .part: if case .running = screen.part.mode { false } else { true }
      }
    }
  }
}
