import Backstack
import BackstackHTTP
import BackstackHost
import BackstackServiceTesting
import BackstackStorage
import BackstackTestSupport
import Testing

private typealias FirstLibrary = Library
private typealias FirstBook = Book

/// The package after a property of its state was renamed.
private enum Renamed {
  @Reducer
  struct Library {
    struct State: Codable, Equatable, Sendable {
      var books: [String] = []
      var path = StackState<FirstLibrary.Path.State>()
      @Presents var form: BookForm.State?
    }

    typealias Action = FirstLibrary.Action

    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct Main: BackstackHost {
    static var features: [Feature] {
      [
        Feature(
          "library", initialState: Library.State(), link: Library.State.init(link:),
          migrations: [
            StateMigration(from: "04838468b4ec7a43") { json in json.rename("titles", to: "books") }
          ]
        ) {
          Library()
        }
      ]
    }
  }
}

extension Renamed.Library.State {
  init?(link: String) { nil }
}

/// The package after a property of a screen's state was renamed, too.
private enum RenamedTwice {
  @Reducer
  struct Book {
    struct State: Codable, Equatable, Sendable {
      var title: String
      var isFinished = false
    }

    typealias Action = FirstBook.Action

    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Reducer
  struct Library {
    struct State: Codable, Equatable, Sendable {
      var books: [String] = []
      var path = StackState<Path.State>()
      @Presents var form: BookForm.State?
    }

    @Reducer(state: .codable, .equatable, action: .codable)
    enum Path {
      case book(Book)
    }

    typealias Action = FirstLibrary.Action

    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  static func features(_ migrations: [StateMigration]) -> [Feature] {
    [Feature("library", initialState: Library.State(), migrations: migrations) { Library() }]
  }
}

@Suite("A change of the package's stored state, as the page about storage shows it")
struct RenamedLibraryTests {
  @Test("The test of the shapes says what the page says")
  func problems() throws {
    let page = try PackageFile.text("docs/storage.md")
    let unmigrated = Feature("library", initialState: Renamed.Library.State()) {
      Renamed.Library()
    }
    let problems = try PersistedShapes.problems(of: [unmigrated], in: "Shapes.json")
    #expect(problems.count == 2)
    for problem in problems {
      let words = problem.split(separator: " ").joined(separator: " ")
      #expect(
        page.split { $0.isWhitespace }.joined(separator: " ").contains(words), "\(problem)")
    }
    // What is left with the migration goes away when the new shape is written.
    let migrated = try PersistedShapes.problems(of: Renamed.Main.features, in: "Shapes.json")
    #expect(migrated.count == 1 && migrated[0].contains("needs no further migration"))
  }

  @Test("The page's migration brings the books of a stored session along")
  func migration() async throws {
    let storage = MemoryStorage()
    func service(_ features: [Feature]) throws -> HostedService {
      var configuration = ServiceConfiguration()
      configuration.storage = storage
      return try HostedService(features, configuration: configuration)
    }
    let session = try await service(Main.features).session(of: Library.self, "library")
    try await session.send(.addButtonTapped)
    try await session.send(.form(.presented(.titleChanged("Dune"))))
    try await session.send(.form(.presented(.saveButtonTapped)))
    let resumed = try await service(Renamed.Main.features).send(.get, session.path)
    let state = #""state":{"books":["Dune"],"path":[],"form":null}"#
    #expect(resumed.text.contains(state), "\(resumed.text)")
  }
  private static let renamesList = StateMigration(from: "04838468b4ec7a43") { json in
    json.rename("titles", to: "books")
  }
  private static let renamesBoth = StateMigration(from: "04838468b4ec7a43") { json in
    json.rename("titles", to: "books")
    try json["path"]?.updateStack { stack in
      for index in stack.indices { stack[index].state["book"]?.rename("isRead", to: "isFinished") }
    }
  }

  @Test("Of two renamed properties, both are named, and a migration of one of them does not do")
  func twoProperties() throws {
    func problems(_ migrations: [StateMigration]) throws -> [String] {
      try PersistedShapes.problems(of: RenamedTwice.features(migrations), in: "Shapes.json")
    }
    let none = try problems([])
    #expect(none.count == 2)
    for name in ["/titles", "/path/*/state/book/isRead"] {
      #expect(none.last?.contains("\(name) is no longer known") == true, "\(none)")
    }
    let one = try problems([Self.renamesList])
    #expect(one.count == 2 && one.first?.contains("needs no further") == false, "\(one)")
    #expect(
      one.last?.contains("does not work: /path/*/state/book/isRead is no longer known.") == true)
    #expect(one.last?.contains("/titles") == false)
    let page = try PackageFile.text("docs/storage.md")
    let words = try #require(one.last?.firstRange(of: "One of the states").map { $0.lowerBound })
    let sentence = one.last?[..<words].split(separator: " ").joined(separator: " ")
    #expect(
      page.split { $0.isWhitespace }.joined(separator: " ").contains(sentence ?? "?"), "\(one)")
    let both = try problems([Self.renamesBoth])
    #expect(both.count == 1 && both[0].contains("needs no further migration"), "\(both)")
  }

  @Test("What the test of the shapes says of two renamed properties is true of a stored session")
  func twoPropertiesStored() async throws {
    let storage = MemoryStorage()
    func service(_ features: [Feature]) throws -> HostedService {
      var configuration = ServiceConfiguration()
      configuration.storage = storage
      return try HostedService(features, configuration: configuration)
    }
    let session = try await service(Main.features).session(
      of: FirstLibrary.self, "library", from: .link("/library/Dune"))
    let refused = try await service(RenamedTwice.features([Self.renamesList]))
      .send(.get, session.path)
    #expect(refused.status == 500 && refused.text.contains("unreadable-session"))
    let read = try await service(RenamedTwice.features([Self.renamesBoth]))
      .send(.get, session.path)
    #expect(read.text.contains(#"{"book":{"title":"Dune","isFinished":false}}"#), "\(read.text)")
  }
}
