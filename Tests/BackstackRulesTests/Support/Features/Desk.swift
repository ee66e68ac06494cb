import Backstack

/// A screen that presents a page, and another one at the side; a test adds other behaviour with
/// `base`.
@Reducer
struct Desk {
  struct State: Equatable, Codable {
    @Presents var page: Page.State?
    @Presents var side: Page.State?
  }

  enum Action: Equatable {
    case page(PresentationAction<Page.Action>)
    case side(PresentationAction<Page.Action>)
    case go
    case back
  }

  /// The desk's own reducer, to which `ifLet` is applied.
  var base: @Sendable (inout State, Action) -> Effect<Action> = { _, _ in .none }

  var body: some ReducerOf<Self> {
    Reduce { state, action in base(&state, action) }
      .ifLet(\.$page, action: \.page) { Page() }
      .ifLet(\.$side, action: \.side) { Page() }
  }
}
