import Backstack

/// A feature that presents a book, which has an id: another id is another presentation.
@Reducer
struct Shelf {
  @ObservableState
  struct State: Equatable, Sendable {
    @Presents var book: Book.State?
  }

  enum Action: Sendable {
    case book(PresentationAction<Book.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$book, action: \.book) { Book() }
  }
}

@Reducer
struct Book {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var page = 0
  }

  enum Action: Sendable {
    case turn
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.page += 1
      return .none
    }
  }
}

/// The same by hand.
struct ShelfByHand: Sendable {
  var book: Book.State?

  @inline(never)
  mutating func send(_: Book.Action) { book?.page += 1 }
}

extension LibraryBenchmark {
  /// Measures an action for a presentation with an id.
  static func measureIdentity() {
    let table = Table("An action to a presentation with an id")
    var state = Shelf.State(book: Book.State(id: 1))
    let store = Store(initialState: state) { Shelf() }
    let shelf = Shelf()
    var hand = ShelfByHand(book: Book.State(id: 1))
    let costs = measure(
      repetitions: 5_000,
      [
        { count in for _ in 0..<count { store.send(.book(.presented(.turn))) } },
        { count in
          for _ in 0..<count { _ = shelf.reduce(into: &state, action: .book(.presented(.turn))) }
        },
        { count in for _ in 0..<count { hand.send(.turn) } },
      ])
    table.row("1 deep", store: costs[0], reducer: costs[1], hand: costs[2])
  }
}
