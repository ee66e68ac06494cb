import Backstack

/// A book and a desk in a larger feature, which can replace both.
@Reducer
struct Library {
  struct State: Equatable {
    var book = Book.State()
    var desk = Desk.State()
  }

  enum Action: Equatable {
    case book(Book.Action)
    case desk(Desk.Action)
    /// Replaces the book's stack by a new one with the same pages, and the desk's page by another
    /// one.
    case replace
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.book, action: \.book) { Book() }
    Scope(state: \.desk, action: \.desk) { Desk() }
    Reduce { state, action in
      if action == .replace {
        state.book.path = StackState(state.book.path.map { Page.State($0.id) })
        state.desk = Desk.State(page: Page.State((state.desk.page?.id ?? 0) + 1))
      }
      return .none
    }
  }
}
