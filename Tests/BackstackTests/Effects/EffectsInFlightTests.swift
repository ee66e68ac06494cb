import Backstack
import Testing

@Suite("Effects in flight")
struct EffectsInFlightTests {
  @Reducer
  struct Row {
    struct State: Codable, Equatable, Identifiable, Sendable { var id: Int }
    enum Action: Codable, Equatable, Sendable { case run }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in
        .run(name: "row") { _ in await forever() }.cancellable(id: "inner").cancellable(id: 7)
      }
    }
  }

  @Reducer
  struct Screen {
    struct State: Codable, Equatable, Sendable {
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 3), Row.State(id: 8)]
      @Presents var sheet: Row.State?
    }

    enum Action: Codable, Equatable, Sendable {
      case rows(IdentifiedActionOf<Row>)
      case sheet(PresentationAction<Row.Action>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: \.rows) { Row() }
        .ifLet(\.$sheet, action: \.sheet) { Row() }
    }
  }

  @Reducer
  struct Root {
    struct State: Codable, Sendable {
      var own = Screen.State()
      var path = StackState<Screen.State>()
    }

    enum Action: Codable, Equatable, Sendable {
      case own(Screen.Action)
      case path(StackAction<Screen.State, Screen.Action>)
      case run
      case stop
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.own, action: \.own) { Screen() }
      Reduce { _, action in
        switch action {
        case .run: .run { _ in await forever() }.cancellable(id: "root")
        case .stop: .cancel(id: "root")
        case .own, .path: .none
        }
      }
      .forEach(\.path, action: \.path) { Screen() }
    }
  }

  private let store = {
    var state = Root.State()
    state.path.append(Screen.State())
    state.path.append(Screen.State(sheet: Row.State(id: 1)))
    return StoreOf<Root>(initialState: state) { Root() }
  }()

  @Test("They are told in the order in which they started, until they end")
  func order() {
    #expect(store.effectsInFlight.isEmpty)
    store.send(.run)
    store.send(.path(.element(id: 0, action: .rows(.element(id: 8, action: .run)))))
    store.send(.run)
    let effects = store.effectsInFlight
    #expect(effects.map(\.cause) == [1, 2, 3])
    #expect(effects.map(\.name) == [nil, "row", nil])
    #expect(effects.map(\.cancelIDs) == [["root"], ["7", "inner"], ["root"]])
    #expect(effects[1].source.hasPrefix("BackstackTests/EffectsInFlightTests.swift:"))
    store.send(.stop)
    #expect(store.effectsInFlight.map(\.cause) == [2])
    store.send(.path(.popFrom(id: 0)))
    #expect(store.effectsInFlight.isEmpty)
  }

  @Test("The action that dismisses what is around an effect tells where it is, then the list's ids")
  func places() {
    store.send(.run)
    store.send(.own(.rows(.element(id: 3, action: .run))))
    store.send(.path(.element(id: 0, action: .rows(.element(id: 8, action: .run)))))
    store.send(.path(.element(id: 1, action: .sheet(.presented(.run)))))
    let effects = store.effectsInFlight
    #expect(
      effects.map(\.dismissal) == [
        nil, nil, .path(.popFrom(id: 0)), .path(.element(id: 1, action: .sheet(.dismiss))),
      ])
    #expect(effects.map(\.elementIDs) == [[], ["3"], ["8"], []])
  }
}
