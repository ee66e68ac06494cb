import Backstack
import Testing

@Suite("Samples: less usual forms of @Reducer")
struct MacroCorners {
  typealias CounterFeature = MacroForms.CounterFeature

  // sample: macros-corners
  @Reducer
  struct Aliases {
    typealias State = CounterFeature.State
    typealias Action = CounterFeature.Action

    var body: some Reducer<State, Action> {
      CounterFeature(step: 10)
    }
  }

  @Reducer
  struct ConcreteBody {
    let body = EmptyReducer<Int, Bool>()
  }

  @Reducer
  struct ListFeature<Element: Equatable & Sendable> {
    struct State: Equatable {
      var elements: [Element] = []
    }

    enum Action {
      case appended(Element)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .appended(let element):
          state.elements.append(element)
          return .none
        }
      }
    }
  }

  @Reducer
  enum Tree {
    case leaf(CounterFeature)
    case list(ListFeature<String>)
    indirect case node(NodeFeature)
    #if DEBUG
      case inspector(CounterFeature)
    #endif

    @Reducer
    struct NodeFeature {
      struct State {
        var child: Tree.State
      }

      enum Action {
        case child(Tree.Action)
      }

      var body: some ReducerOf<Self> {
        Scope(state: \.child, action: \.child)
      }
    }
  }
  // end

  @Test func tree() {
    let store = Store(
      initialState: Tree.State.node(
        Tree.NodeFeature.State(child: .list(ListFeature<String>.State())))
    ) { Tree.body }
    store.send(.node(.child(.list(.appended("a")))))
    #expect(store.state.node?.child.list?.elements == ["a"])
  }

  @Test func aliases() {
    let store = Store(initialState: Aliases.State()) { Aliases() }
    store.send(.incrementButtonTapped)
    #expect(store.count == 10)
    let still = Store(initialState: 1) { ConcreteBody() }
    still.send(true)
    #expect(still.state == 1)
  }
}
