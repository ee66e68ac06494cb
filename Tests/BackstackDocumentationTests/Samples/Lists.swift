import Backstack
import Testing

@Suite("Samples: lists")
struct Lists {
  // sample: scoping-list-feature
  @Reducer
  struct TodoFeature {
    struct State: Equatable, Identifiable {
      let id: Int
      var isDone = false
    }

    enum Action {
      case checkmarkTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .checkmarkTapped:
          state.isDone.toggle()
          return .none
        }
      }
    }
  }

  @Reducer
  struct TodosFeature {
    struct State: Equatable {
      var todos: IdentifiedArrayOf<TodoFeature.State> = []
    }

    enum Action {
      case todos(IdentifiedActionOf<TodoFeature>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .forEach(\.todos, action: \.todos) {
          TodoFeature()
        }
    }
  }
  // end

  @Test func rows() {
    // sample: scoping-list
    let store = Store(
      initialState: TodosFeature.State(
        todos: [TodoFeature.State(id: 1), TodoFeature.State(id: 2)])
    ) {
      TodosFeature()
    }
    for todo in store.scope(state: \.todos, action: \.todos) {
      todo.send(.checkmarkTapped)
    }
    #expect(store.todos.map(\.isDone) == [true, true])
    #expect(store.todos[id: 2]?.isDone == true)
    // end
  }
}
