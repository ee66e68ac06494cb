import Backstack

/// A list of pages, an optional page and an optional alert, all as plain state; a test adds other
/// behaviour with `base`.
@Reducer
struct Shelf {
  struct State: Equatable {
    var pages: IdentifiedArrayOf<Page.State> = []
    var page: Page.State?
    var alert: AlertState<Chooser.Answer>?
  }

  enum Action: Equatable {
    case pages(IdentifiedActionOf<Page>)
    case page(Page.Action)
    case alert(Chooser.Answer)
    case go
  }

  /// The shelf's own reducer, to which the operators are applied.
  var base: @Sendable (inout State, Action) -> Effect<Action> = { _, _ in .none }

  var body: some ReducerOf<Self> {
    Reduce { state, action in base(&state, action) }
      .forEach(\.pages, action: \.pages) { Page() }
      .ifLet(\.page, action: \.page) { Page() }
      .ifLet(\.alert, action: \.alert)
  }
}
