import Backstack
import Testing

/// What the article on dismissal says of the time after it.
@Suite("Samples: after a dismissal")
struct AfterDismissal {
  @Reducer
  struct ChildFeature {
    enum Action {
      case closeButtonTapped
      case late
    }

    @Dependency(\.dismiss) var dismiss

    var body: some Reducer<State, Action> {
      Reduce { _, action in
        switch action {
        case .closeButtonTapped:
          .run { send in
            await dismiss()
            await dismiss()
            await send(.late)
          }
        case .late:
          .none
        }
      }
    }
  }

  @Reducer
  struct ParentFeature {
    struct State: Equatable {
      @Presents var child: ChildFeature.State?
    }

    enum Action {
      case child(PresentationAction<ChildFeature.Action>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$child, action: \.child) { ChildFeature() }
    }
  }

  @Test("What a dismissed feature sends is dropped and reported, and it is dismissed once")
  func dropped() {
    let issues = Log<String>()
    let store = Store(initialState: ParentFeature.State(child: ChildFeature.State())) {
      ParentFeature()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
    store.send(.child(.presented(.closeButtonTapped)))
    #expect(store.state == ParentFeature.State())
    #expect(store.actionCount == 2)
    #expect(issues.all.count == 1)
    #expect(store.effectCount == 0)
  }
}
