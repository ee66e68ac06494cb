import Backstack
import BackstackTestSupport
import Testing

private struct Row: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    let id: String
    var count = 0
  }
  @CasePathable
  enum Action: Sendable {
    case tap
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

private struct Table: Reducer {
  struct State: Equatable, Sendable {
    var rows: IdentifiedArrayOf<Row.State> = []
  }
  @CasePathable
  enum Action: Sendable {
    case rows(IdentifiedActionOf<Row>)
  }

  var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.rows, action: \.rows) { Row() }
  }
}

@Suite("Stores of rows")
struct RowScopeTests {
  @Test("A list scopes to a store for each of its rows, by their ids", .tags(.r101))
  func rows() {
    let store = Store(initialState: Table.State(rows: [.init(id: "a"), .init(id: "b")])) { Table() }
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.map(\.state.id) == ["a", "b"])
    rows[1].send(.tap)
    #expect(store.rows[id: "b"]?.count == 1)
    #expect(rows[1].count == 1)
    #expect(store.scope(state: \.rows, action: \.rows)[1] === rows[1])
  }
}
