import Backstack

/// A screen that shows a page or nothing, with `ifCaseLet`.
@Reducer
struct Screen {
  enum State: Equatable {
    case page(Page.State)
    case none
  }

  enum Action: Equatable {
    case page(Page.Action)
    case go
  }

  let next: State

  @Dependency(\.recorder) var recorder

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      recorder("screen: \(state[case: \.page]?.taps ?? -1)")
      if action == .go { state = next }
      return .none
    }
    .ifCaseLet(\.page, action: \.page) { Page() }
  }
}

/// A page with `Scope` on a case, with a reducer before or after it that leaves the case.
struct Leaving: Reducer {
  let isScopeFirst: Bool

  var body: some Reducer<Screen.State, Screen.Action> {
    if !isScopeFirst { leave }
    Scope(state: \.page, action: \.page) { Page() }
    if isScopeFirst { leave }
  }

  private var leave: Reduce<Screen.State, Screen.Action> {
    Reduce { state, action in
      if case .page = action { state = .none }
      return .none
    }
  }
}

/// Two pages with `Scope` on properties.
@Reducer
struct Pair {
  struct State: Equatable {
    var first = Page.State(1)
    var second = Page.State(2)
  }

  enum Action: Equatable {
    case first(Page.Action)
    case second(Page.Action)
    case replace
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { Page() }
    Scope(state: \.second, action: \.second) { Page() }
    Reduce { state, action in
      if action == .replace { state.first = Page.State(9) }
      return .none
    }
  }
}
