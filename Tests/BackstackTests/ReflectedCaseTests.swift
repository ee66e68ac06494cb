import Backstack
import Testing

/// Features that are local to a function, where no macro that adds a conformance can be
/// attached, and the operators with `/Action.case`.
@Suite("Case paths by reflection in operators")
struct ReflectedCaseTests {
  @Test("Every navigation operator accepts case paths that are found by reflection")
  func local() {
    struct Row: Reducer {
      struct State: Identifiable, Equatable, Sendable {
        let id: Int
        var count = 0
      }
      enum Action: ReflectedCasePathable, Sendable { case tap, close }
      @Dependency(\.dismiss) var dismiss

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .tap:
          state.count += 1
          return .none
        case .close:
          return .run { [dismiss] _ in await dismiss() }
        }
      }
    }

    struct Screen: Reducer {
      enum State: ReflectedCasePathable, Equatable, Sendable {
        case row(Row.State)
        case other
      }
      enum Action: ReflectedCasePathable, Sendable {
        case row(Row.Action)
        case leave
      }

      var body: some Reducer<State, Action> {
        Reduce<State, Action> { state, action in
          if case .leave = action { state = .other }
          return .none
        }
        .ifCaseLet(/State.row, action: /Action.row) { Row() }
      }
    }

    struct Feature: Reducer {
      struct State: Sendable {
        var path = StackState<Screen.State>([.row(Row.State(id: 1))])
        @Presents var child: Row.State? = Row.State(id: 2)
        var plain: Row.State? = Row.State(id: 3)
        var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 4)]
      }
      enum Action: ReflectedCasePathable, Sendable {
        case path(StackAction<Screen.State, Screen.Action>)
        case child(PresentationAction<Row.Action>)
        case plain(Row.Action)
        case rows(IdentifiedAction<Int, Row.Action>)
      }

      var body: some Reducer<State, Action> {
        EmptyReducer<State, Action>()
          .forEach(\.path, action: /Action.path) { Screen() }
          .ifLet(\.$child, action: /Action.child) { Row() }
          .ifLet(\.plain, action: /Action.plain) { Row() }
          .forEach(\.rows, action: /Action.rows) { Row() }
      }
    }

    let store = Store(initialState: Feature.State()) { Feature() }
    store.send(.path(.element(id: 0, action: .row(.tap))))
    #expect(store.path[id: 0] == .row(Row.State(id: 1, count: 1)))
    store.send(.path(.element(id: 0, action: .row(.close))))
    #expect(store.path.isEmpty)
    store.send(.child(.presented(.tap)))
    #expect(store.child?.count == 1)
    store.send(.child(.presented(.close)))
    #expect(store.child == nil)
    store.send(.plain(.tap))
    #expect(store.plain?.count == 1)
    store.send(.rows(.element(id: 4, action: .tap)))
    #expect(store.rows[id: 4]?.count == 1)
    #expect(store.effectCount == 0)
  }

  @Test("What runs for a case is the same feature with each action")
  func sameFeature() {
    struct Work: Reducer {
      struct State: Sendable {}
      enum Action: Sendable { case start, stop }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start: .run { _ in await forever() }.cancellable(id: "work")
        case .stop: .cancel(id: "work")
        }
      }
    }

    struct Feature: Reducer {
      enum State: ReflectedCasePathable, Sendable {
        case first(Work.State)
        case second(Work.State)
      }
      enum Action: ReflectedCasePathable, Sendable {
        case first(Work.Action)
        case second(Work.Action)
        case leave
      }

      var body: some Reducer<State, Action> {
        Reduce<State, Action> { state, action in
          if case .leave = action { state = .second(Work.State()) }
          return .none
        }
        .ifCaseLet(/State.first, action: /Action.first) { Work() }
        .ifCaseLet(/State.second, action: /Action.second) { Work() }
      }
    }

    let store = Store(initialState: Feature.State.first(Work.State())) { Feature() }
    store.send(.first(.start))
    #expect(store.effectCount == 1)
    store.send(.first(.stop))
    #expect(store.effectCount == 0)
    store.send(.first(.start))
    store.send(.leave)
    #expect(store.effectCount == 0)
    store.send(.second(.start))
    store.send(.second(.stop))
    #expect(store.effectCount == 0)
  }
}
