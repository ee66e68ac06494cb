import Backstack

/// A list of books. A tap or a link pushes the screen of a book; a sheet adds one.
@Reducer
struct Library {
  struct State: Codable, Equatable, Sendable {
    var titles: [String] = []
    var path = StackState<Path.State>()
    @Presents var form: BookForm.State?
  }

  enum Action: Codable, Sendable {
    case addButtonTapped
    case bookTapped(title: String)
    case form(PresentationAction<BookForm.Action>)
    case path(StackActionOf<Path>)
  }

  /// The screens of the stack, a case for each.
  @Reducer(state: .codable, .equatable, action: .codable)
  enum Path {
    case book(Book)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.form = BookForm.State()
      case .bookTapped(let title):
        if state.titles.contains(title) { state.path.append(.book(Book.State(title: title))) }
      case .form(.presented(.saveButtonTapped)):
        if let title = state.form?.title, !title.isEmpty {
          state.titles.append(title)
          state.form = nil
        }
      case .form, .path:
        break
      }
      return .none
    }
    .ifLet(\.$form, action: \.form) { BookForm() }
    .forEach(\.path, action: \.path)
  }
}

extension Library.State {
  /// Reads a link such as `/library/Dune`, which `/app/#/library/Dune` opens; `nil` for another one.
  init?(link: String) {
    let parts = link.split(separator: "/")
    guard parts.count == 2, parts[0] == "library" else { return nil }
    let title = String(parts[1])
    self.init(titles: [title], path: StackState([.book(Book.State(title: title))]))
  }
}

/// The screen of a book.
@Reducer
struct Book {
  struct State: Codable, Equatable, Sendable {
    var title: String
    var isRead = false
  }

  enum Action: Codable, Sendable {
    case readButtonTapped
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .readButtonTapped:
        state.isRead.toggle()
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

/// The sheet that adds a book.
@Reducer
struct BookForm {
  struct State: Codable, Equatable, Sendable {
    var title = ""
  }

  enum Action: Codable, Sendable {
    case titleChanged(String)
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .titleChanged(let title) = action { state.title = title }
      return .none
    }
  }
}
