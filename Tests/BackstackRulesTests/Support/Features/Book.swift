import Backstack

/// A stack of pages; a test adds other behaviour with `base`.
@Reducer
struct Book {
  struct State: Equatable, Codable {
    var path = StackState<Page.State>()

    /// Creates a stack of pages with these `id`s; their element ids count from 0.
    init(_ pages: Int...) { path = StackState(pages.map { Page.State($0) }) }
  }

  enum Action: Equatable {
    case path(StackActionOf<Page>)
    case go
    case back
  }

  /// The book's own reducer, to which `forEach` is applied.
  var base: @Sendable (inout State, Action) -> Effect<Action> = { _, _ in .none }

  var body: some ReducerOf<Self> {
    Reduce { state, action in base(&state, action) }
      .forEach(\.path, action: \.path) { Page() }
  }
}

extension Store where State == Book.State, Action == Book.Action {
  /// Sends an action to a page.
  func page(_ id: StackElementID, _ action: Page.Action) {
    send(.path(.element(id: id, action: action)))
  }
}
