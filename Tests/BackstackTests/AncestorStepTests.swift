import Backstack
import BackstackTestSupport
import Testing

/// A feature with a sheet whose effect runs until it is cancelled.
private struct Desk: Reducer {
  struct State: Equatable, Sendable {
    @Presents var sheet: Counter.State?
  }

  @CasePathable
  enum Action: Sendable {
    case sheet(PresentationAction<Sheet.Action>)
  }

  struct Sheet: Reducer {
    @CasePathable
    enum Action: Sendable {
      case start
    }

    var body: some Reducer<Counter.State, Action> {
      Reduce { _, _ in .run { _ in try await Task.never() } }
    }
  }

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>()
      .ifLet(\.$sheet, action: \.sheet) { Sheet() }
  }
}

/// A parent that removes the desk's sheet in the step in which the sheet starts an effect.
private struct House: Reducer {
  struct State: Equatable, Sendable {
    var desk = Desk.State(sheet: Counter.State())
  }

  @CasePathable
  enum Action: Sendable {
    case desk(Desk.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.desk, action: \.desk) { Desk() }
    Reduce { state, _ in
      state.desk.sheet = nil
      return .none
    }
  }
}

@Suite("Screens that an ancestor removes in their own step")
struct AncestorStepTests {
  @Test(
    "An effect that a screen starts in the step that removes it does not run", .tags(.r18))
  func startedInTheStep() {
    let store = Store(initialState: House.State()) { House() }
    store.send(.desk(.sheet(.presented(.start))))
    #expect(store.desk.sheet == nil)
    #expect(store.effectCount == 0)
  }
}
