import Backstack
import BackstackHTTP
import BackstackServiceTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

/// The texts of documentation comments on derived screens.
@Suite struct DerivedHelpTests {
  @Test("Properties and actions have the first sentence of their comments")
  func sentences() async throws {
    let service = try HostedService([
      Feature("lending", initialState: Lending.State()) { Lending() }
    ])
    let session = try await service.session(of: Lending.self, "lending")
    func screen() async throws -> String {
      try await service.send(.get, session.path + "/screen").text
    }
    let root = try await screen()
    #expect(root.contains(#""text":"3"}],"help":"The number of Books.""#))
    #expect(root.contains(#""id":"lend","text":"Lend","help":"Lends a book, for a while.""#))
    #expect(
      root.contains(#""id":"reader","text":"Reader","value":"","help":"The name of the reader.""#))
    #expect(root.contains(#""id":"close","text":"Close","send":"close""#))
    try await session.send(.shelfButtonTapped)
    #expect(try await screen().contains(#""help":"The rows of the shelf.""#))
  }

  @Test(
    "A sentence ends with a point and a blank, or with its paragraph",
    arguments: [
      ("", ""), ("One", "One"), ("One. Two.", "One."), ("One.\n\nTwo.", "One."),
      ("A `b` of 1.5 m. C", "A b of 1.5 m."), (".", "."), (". ", "."),
    ])
  func sentence(comment: String, sentence: String) {
    #expect(Words.sentence(comment) == sentence)
  }
}

/// A feature without a view.
@Reducer
struct Lending {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The number of ``Books``. More than that is not known.
    var books = 3
    @Presents var shelf: Shelf.State?
  }

  enum Action: Codable, Equatable, Sendable {
    /// Lends a book, for a while.
    case lend(Loan)
    case close
    /// Looks at the shelf.
    case shelfButtonTapped
    case shelf(PresentationAction<Shelf.Action>)
  }

  @SchemaRepresentable
  struct Loan: Codable, Equatable, Sendable {
    /// The name of the reader.
    var reader: String
  }

  @Reducer
  struct Shelf {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      /// The rows of the shelf.
      var rows = 2
    }
    enum Action: Codable, Equatable, Sendable { case done }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .shelfButtonTapped = action { state.shelf = Shelf.State() }
      return .none
    }
    .ifLet(\.$shelf, action: \.shelf) { Shelf() }
  }
}
