import Backstack
import BackstackServiceTesting
import BackstackTesting
import Testing

@Suite("The library")
struct LibraryTests {
  @Test("The form adds a book")
  func form() async {
    let store = TestStore(initialState: Library.State()) { Library() }
    await store.send(\.addButtonTapped) { $0.form = BookForm.State() }
    await store.send(\.form.titleChanged, "Dune") { $0.form?.title = "Dune" }
    await store.send(\.form.saveButtonTapped) {
      $0.titles = ["Dune"]
      $0.form = nil
    }
  }

  @Test("A book's screen closes itself")
  func screen() async {
    let store = TestStore(initialState: Library.State(titles: ["Dune"])) { Library() }
    await store.send(\.bookTapped, "Dune") {
      $0.path[id: 0] = .book(Book.State(title: "Dune"))
    }
    await store.send(\.path[id: 0].book.readButtonTapped) {
      $0.path[id: 0, case: \.book]?.isRead = true
    }
    await store.send(\.path[id: 0].book.closeButtonTapped)
    await store.receive(\.path.popFrom) { $0.path[id: 0] = nil }
  }

  @Test("A client adds and opens a book", arguments: ServiceTransport.allCases)
  func client(over transport: ServiceTransport) async throws {
    let service = try HostedService(Main.features, over: transport)
    let session = try await service.session(of: Library.self, "library")
    try await session.send(.addButtonTapped)
    try await session.send(.form(.presented(.titleChanged("Dune"))))
    try await session.send(.form(.presented(.saveButtonTapped)))
    let snapshot = try await session.send(.bookTapped(title: "Dune"))
    #expect(snapshot.state.titles == ["Dune"])
    #expect(Array(snapshot.state.path) == [.book(Book.State(title: "Dune"))])
  }

  @Test("A person adds a book and reads it")
  func story() async throws {
    let service = try HostedService(Main.features)
    var screen = try await service.session(of: Library.self, "library").screen()
    try await screen.tap("Add a book")
    try await screen.enter("Dune", in: "Title")
    try await screen.tap("Save")
    try await screen.tap("Dune")
    try await screen.tap("Mark as read")
    #expect(screen.title == "Dune")
    #expect(screen.texts == ["Read", "Yes", "Mark as unread", "Close"])
  }

  @Test("A link leads to the screen of a book")
  func link() async throws {
    let service = try HostedService(Main.features)
    let session = try await service.session(
      of: Library.self, "library", from: .link("/library/Dune"))
    let state = try await session.snapshot().state
    #expect(Array(state.path) == [.book(Book.State(title: "Dune"))])
    await #expect(throws: ServiceProblem.self) {
      try await service.session(of: Library.self, "library", from: .link("/films/Dune"))
    }
  }

  // After a change, WRITE_SHAPES=1 swift test adds the new shape of a state to the file. Commit it.
  @Test("Sessions that were ever stored can be resumed")
  func shapes() throws {
    let problems = try PersistedShapes.problems(of: Main.features, in: "Shapes.json")
    #expect(problems == [])
  }
}
