import Backstack
import Testing

@Suite("Samples: case paths")
struct CasePathSamples {
  // sample: macros-case-pathable
  @CasePathable
  @dynamicMemberLookup
  enum Screen: Equatable {
    case detail(id: Int)
    case home
    case list([String])
  }
  // end

  @Test func use() {
    // sample: macros-case-paths
    var screen = Screen.list(["Milk"])
    #expect(screen.list == ["Milk"])
    #expect(screen.is(\.list))
    #expect(screen[case: \.detail] == nil)
    #expect(screen.caseName == "list")
    #expect(Screen.caseNames == ["detail", "home", "list"])

    screen.modify(ifCase: \.list) { $0.append("Bread") }
    #expect(screen == .list(["Milk", "Bread"]))

    let toDetail: CaseKeyPath<Screen, Int> = \.detail
    #expect(toDetail(3) == .detail(id: 3))

    switch screen {
    case \.list: break
    default: Issue.record("not a list")
    }
    // end
  }

  // sample: macros-wire
  @CasePathable
  enum Action: Codable, Equatable {
    case closeButtonTapped
    case moved(x: Int, y: Int = 0)
    case nameChanged(String)
    @ServerOnly case response(String)
  }
  // end

  @Test func wire() throws {
    // sample: macros-wire-use
    #expect(try json(Action.nameChanged("Ada")) == #"{"nameChanged":"Ada"}"#)
    #expect(try json(Action.moved(x: 1, y: 2)) == #"{"moved":{"x":1,"y":2}}"#)
    #expect(try json(Action.closeButtonTapped) == #"{"closeButtonTapped":{}}"#)

    #expect(try decode(Action.self, #"{"moved": {"x": 1}}"#) == .moved(x: 1))
    #expect(try decode(Action.self, #"{"closeButtonTapped": {}}"#) == .closeButtonTapped)
    #expect(throws: DecodingError.self) {
      try decode(Action.self, #"{"response": "a client can't send this"}"#)
    }
    // end
  }

  @Test func local() {
    // sample: differences-local-enum
    struct Feature: Reducer {
      struct State: Equatable {
        var child: Int?
      }

      enum Action: ReflectedCasePathable {
        case child(Int)
      }

      var body: some ReducerOf<Self> {
        EmptyReducer<State, Action>()
          .ifLet(\.child, action: /Action.child) {
            Reduce<Int, Int> { state, action in
              state += action
              return .none
            }
          }
      }
    }
    // end
    let store = Store(initialState: Feature.State(child: 1)) { Feature() }
    store.send(.child(2))
    #expect(store.child == 3)
  }

  @Test func optionalPayload() {
    // sample: tree-optional-payload
    @Presents var destination: MacroForms.Destination.State?
    destination = .selection(nil)
    #expect(destination != nil)  // the selection is presented, and nothing is selected
    // end
  }
}
