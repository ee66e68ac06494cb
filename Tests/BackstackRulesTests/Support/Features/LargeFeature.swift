import Backstack

/// A feature with 32 kilobytes inline in its state.
struct LargeFeature: Reducer {
  struct State: Sendable {
    var block: InlineArray<4096, Int>
    var count = 0
    var part = Small.State()
    var path: StackState<Small.State> = [Small.State()]
    @Presents var child: Small.State? = Small.State()
    var optional: Small.State? = Small.State()

    static func make() -> State { State(block: InlineArray(repeating: 0)) }
  }

  @CasePathable
  enum Action: Sendable {
    case increment
    case part(Small.Action)
    case path(StackAction<Small.State, Small.Action>)
    case child(PresentationAction<Small.Action>)
    case optional(Small.Action)
  }

  struct Small: Reducer {
    struct State: Sendable { var count = 0 }
    @CasePathable
    enum Action: Sendable { case increment }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.part, action: \.part) { Small() }
    Reduce { state, action in
      if case .increment = action { state.count += 1 }
      return .none
    }
    .forEach(\.path, action: \.path) { Small() }
    .ifLet(\.$child, action: \.child) { Small() }
    .ifLet(\.optional, action: \.optional) { Small() }
  }

  /// A way to use the feature, with its expected result.
  enum Use: CaseIterable, Sendable {
    case root, scope, element, pop, push, presentation, dismissal, optional

    var action: Action {
      switch self {
      case .root: .increment
      case .scope: .part(.increment)
      case .element: .path(.element(id: 0, action: .increment))
      case .pop: .path(.popFrom(id: 0))
      case .push: .path(.push(id: 7, state: Small.State()))
      case .presentation: .child(.presented(.increment))
      case .dismissal: .child(.dismiss)
      case .optional: .optional(.increment)
      }
    }

    func isDone(_ state: borrowing State) -> Bool {
      switch self {
      case .root: state.count == 1
      case .scope: state.part.count == 1
      case .element: state.path.first?.count == 1
      case .pop: state.path.isEmpty
      case .push: state.path.count == 2
      case .presentation: state.child?.count == 1
      case .dismissal: state.child == nil
      case .optional: state.optional?.count == 1
      }
    }
  }
}
