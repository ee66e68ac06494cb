import Backstack

/// A stack of stops, each of which may present a book: a stack in a sheet in a stack.
@Reducer
struct Tour {
  struct State: Equatable {
    var path = StackState<Stop.State>()
  }

  enum Action: Equatable {
    case path(StackActionOf<Stop>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.path, action: \.path) { Stop() }
  }
}

@Reducer
struct Stop {
  struct State: Equatable {
    @Presents var book: Book.State?
  }

  enum Action: Equatable {
    case book(PresentationAction<Book.Action>)
    case close
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      action == .close ? .run { _ in await self.dismiss() } : .none
    }
    .ifLet(\.$book, action: \.book) { Book() }
  }
}
