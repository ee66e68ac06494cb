import Backstack
import BackstackHTTP
import BackstackHost
import BackstackServiceTesting
import BackstackStorage
import BackstackTestSupport
import Testing

private typealias FirstLibrary = Library

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
}
