import Backstack

/// A feature whose screens have 32 kilobytes each inline in their states.
struct LargeScreens: Reducer {
  struct State: Sendable {
    @Presents var child: Volume.State?
    @Presents var spare: Volume.State?
    var path = StackState<Volume.State>()
    var list = IdentifiedArrayOf<Volume.State>()
  }

  @CasePathable
  enum Action: Sendable {
    case child(PresentationAction<Volume.Action>)
    case path(StackAction<Volume.State, Volume.Action>)
    case list(IdentifiedAction<Int, Volume.Action>)
    case presentSpare
  }

  struct Volume: Reducer {
    struct State: Sendable, Identifiable {
      var id = 0
      var count = 0
      var words = InlineArray<4096, Int>(repeating: 0)
    }

    @CasePathable
    enum Action: Sendable { case increment }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .presentSpare = action { state.$child = state.$spare }
      return .none
    }
    .forEach(\.path, action: \.path) { Volume() }
    .forEach(\.list, action: \.list) { Volume() }
    .ifLet(\.$child, action: \.child) { Volume() }
  }

  /// A way to use the feature, with its expected result.
  enum Use: CaseIterable, Sendable {
    case presented, dismissal, presentation, element, pop, push, pushOfID, row

    func action() -> Action {
      switch self {
      case .presented: .child(.presented(.increment))
      case .dismissal: .child(.dismiss)
      case .presentation: .presentSpare
      case .element: .path(.element(id: 0, action: .increment))
      case .pop: .path(.popFrom(id: 0))
      case .push: .path(.push(id: .unassigned, state: Volume.State()))
      case .pushOfID: .path(.push(id: 7, state: Volume.State()))
      case .row: .list(.element(id: 0, action: .increment))
      }
    }

    /// Returns whether the state has the expected result.
    func isDone(_ state: borrowing State) -> Bool {
      switch self {
      case .presented: state.child?.count == 1
      case .dismissal: state.child == nil
      case .presentation: state.child?.id == 1
      case .element: state.path.first?.count == 1
      case .pop: state.path.isEmpty
      case .push: state.path.ids == [0, 1]
      case .pushOfID: state.path.ids == [0, 7]
      case .row: state.list[id: 0]?.count == 1
      }
    }
  }
}
