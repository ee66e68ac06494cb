import Backstack

/// Two stacks side by side.
@Reducer
struct TwoStacks {
  struct State: Equatable {
    var left = StackState<Page.State>()
    var right = StackState<Page.State>()
  }

  enum Action: Equatable {
    case left(StackActionOf<Page>)
    case right(StackActionOf<Page>)
    case append(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .append(let name) = action {
        if name == "left" {
          state.left.append(Page.State(7))
        } else {
          state.right.append(Page.State(8))
        }
      }
      return .none
    }
    .forEach(\.left, action: \.left) { Page() }
    .forEach(\.right, action: \.right) { Page() }
  }
}
