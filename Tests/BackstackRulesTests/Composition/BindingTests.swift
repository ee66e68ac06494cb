import Backstack
import BackstackTestSupport
import Foundation
import Testing

@Suite("Bindings")
struct BindingTests {
  @Test(
    "A binding sets the field that it names before the reducers below see it",
    .tags(.r132),
    arguments: [
      (#"{"binding":{"title":"a"}}"#, Form.State(title: "a", count: 1), ["a 1"]),
      (#"{"binding":{"count":2}}"#, Form.State(title: "", count: 2), []),
    ])
  func bindings(json: String, expected: Form.State, log: [String]) throws {
    let store = Store(initialState: Form.State(title: "", count: 1)) { Form() }
    store.send(try JSONDecoder().decode(Form.Action.self, from: Data(json.utf8)))
    #expect(store.title == expected.title)
    #expect(store.count == expected.count)
    #expect(store.log == log)
  }

  @Reducer
  struct Form {
    @ObservableState
    struct State: Codable, Equatable {
      var title: String
      var count: Int
      var log: [String] = []
    }

    enum Action: BindableAction, Codable {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        if case .binding(\.title) = action { state.log.append("\(state.title) \(state.count)") }
        return .none
      }
    }
  }
}
