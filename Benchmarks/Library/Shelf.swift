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

/// A feature that presents one of several, which have ids.
@Reducer
struct Library {
  @Reducer(state: .equatable)
  enum Destination {
    case book(Book)
    case shelf(Shelf)
  }

  @ObservableState
  struct State: Equatable, Sendable {
    @Presents var destination: Destination.State?
    var path = StackState<Destination.State>()
  }

  enum Action: Sendable {
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Destination>)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
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
    measureIdentityOfCase(table, costs[2])
  }

  private static func measureIdentityOfCase(_ table: Table, _ hand: Cost) {
    var state = Library.State(destination: .book(Book.State(id: 1)))
    state.path.append(.book(Book.State(id: 1)))
    let store = Store(initialState: state) { Library() }
    let library = Library()
    let costs = measure(
      repetitions: 5_000,
      [
        { count in
          for _ in 0..<count { store.send(.destination(.presented(.book(.turn)))) }
        },
        { count in
          for _ in 0..<count {
            _ = library.reduce(into: &state, action: .destination(.presented(.book(.turn))))
          }
        },
        { count in
          for _ in 0..<count { store.send(.path(.element(id: 0, action: .book(.turn)))) }
        },
        { count in
          for _ in 0..<count {
            _ = library.reduce(into: &state, action: .path(.element(id: 0, action: .book(.turn))))
          }
        },
      ])
    table.row("a case of an enum", store: costs[0], reducer: costs[1], hand: hand)
    table.row("a screen of a stack", store: costs[2], reducer: costs[3], hand: hand)
  }
}
