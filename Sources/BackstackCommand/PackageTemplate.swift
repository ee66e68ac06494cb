import BackstackPlatform

/// The files of a new package.
struct PackageTemplate {
  /// The name of the package, its module and its executable.
  let name: String
  let dependency: BackstackDependency

  /// The types of the module.
  static let types: Set = [
    "Book", "BookForm", "BookFormView", "BookList", "BookView", "Library", "LibraryTests",
    "LibraryView", "Main",
  ]

  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/\(name)/Main.swift", main),
      ("Sources/\(name)/Library.swift", feature), ("Sources/\(name)/LibraryView.swift", view),
      ("Tests/\(name)Tests/LibraryTests.swift", tests),
      ("Tests/\(name)Tests/Shapes.json", shapes), ("README.md", readme),
      ("Dockerfile", dockerfile), (".dockerignore", ".build\n.git\n"),
      (".gitignore", ".build/\n*.sqlite*\n"),
    ]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      dependencies: [\(dependency.declaration)],
      targets: [
        .executableTarget(
          name: "\(name)",
          dependencies: [
            .product(name: "Backstack", package: \(SwiftLiteral.quoted(dependency.package))),
            .product(name: "BackstackHost", package: \(SwiftLiteral.quoted(dependency.package))),
            .product(name: "BackstackViews", package: \(SwiftLiteral.quoted(dependency.package))),
          ]),
        .testTarget(
          name: "\(name)Tests",
          dependencies: [
            "\(name)",
            .product(name: "BackstackServiceTesting", package: \(SwiftLiteral.quoted(dependency.package))),
            .product(name: "BackstackTesting", package: \(SwiftLiteral.quoted(dependency.package))),
          ],
          exclude: ["Shapes.json"]),
      ]
    )

    """
  }

  private var main: String {
    """
    import BackstackHost

    @main
    struct Main: BackstackHost {
      static var features: [Feature] {
        [
          Feature("library", initialState: Library.State(), link: Library.State.init(link:)) {
            Library()
          } view: {
            LibraryView(store: $0)
          }
        ]
      }

      #if DEBUG
        // `swift run` has the inspector. What is built for release has one if its options say so.
        static func configure(_ host: inout HostConfiguration) {
          guard host.service.inspector == nil, host.service.adminAddresses.isEmpty else { return }
          host.service.inspector = InspectorConfiguration(mode: .full)
          host.service.adminAddresses = [.ip("127.0.0.1", port: 0)]
        }
      #endif
    }

    """
  }

  // The sources of a package are compiled with Backstack's tests, which compare them.
  private var feature: String {
    """
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
        .ifLet(\\.$form, action: \\.form) { BookForm() }
        .forEach(\\.path, action: \\.path)
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

      @Dependency(\\.dismiss) var dismiss

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

    """
  }

  private var view: String {
    """
    import BackstackViews

    /// What a person sees and can do, in any client: open /app/ in a browser.
    struct LibraryView: View {
      @Bindable var store: StoreOf<Library>

      var body: some View {
        NavigationStack(path: $store.scope(state: \\.path, action: \\.path)) {
          BookList(store: store)
            .navigationTitle("Library")
            .toolbar { Button("Add a book", systemImage: "plus") { store.send(.addButtonTapped) } }
            .sheet(item: $store.scope(state: \\.form, action: \\.form)) { form in
              BookFormView(store: form)
            }
        } destination: { screen in
          switch screen.case {
          case .book(let store): BookView(store: store)
          }
        }
      }
    }

    /// The books, or what to do while there are none.
    struct BookList: View {
      let store: StoreOf<Library>

      var body: some View {
        if store.titles.isEmpty {
          ContentUnavailableView {
            Label("No books yet", systemImage: "book")
          } description: {
            Text("What you add is here, and stays.")
          } actions: {
            Button("Add a book") { store.send(.addButtonTapped) }
              .buttonStyle(.borderedProminent)
          }
        } else {
          List(store.titles, id: \\.self) { title in
            Button {
              store.send(.bookTapped(title: title))
            } label: {
              Label(title, systemImage: "book")
            }
          }
        }
      }
    }

    /// The screen of a book.
    struct BookView: View {
      let store: StoreOf<Book>

      var body: some View {
        Form {
          LabeledContent("Read", value: store.isRead ? "Yes" : "Not yet")
          Button(store.isRead ? "Mark as unread" : "Mark as read", systemImage: "checkmark") {
            store.send(.readButtonTapped)
          }
          Button("Close") { store.send(.closeButtonTapped) }
        }
        .navigationTitle(store.title)
      }
    }

    /// The sheet that adds a book.
    struct BookFormView: View {
      @Bindable var store: StoreOf<BookForm>

      var body: some View {
        Form { TextField("Title", text: $store.title.sending(\\.titleChanged)) }
          .navigationTitle("New book")
          .toolbar {
            ToolbarItem(placement: .confirmationAction) {
              Button("Save") { store.send(.saveButtonTapped) }.disabled(store.title.isEmpty)
            }
          }
      }
    }

    """
  }

  private var tests: String {
    """
    import Backstack
    import BackstackServiceTesting
    import BackstackTesting
    import Testing

    @testable import \(name)

    @Suite("The library")
    struct LibraryTests {
      @Test("The form adds a book")
      func form() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(\\.addButtonTapped) { $0.form = BookForm.State() }
        await store.send(\\.form.titleChanged, "Dune") { $0.form?.title = "Dune" }
        await store.send(\\.form.saveButtonTapped) {
          $0.titles = ["Dune"]
          $0.form = nil
        }
      }

      @Test("A book's screen closes itself")
      func screen() async {
        let store = TestStore(initialState: Library.State(titles: ["Dune"])) { Library() }
        await store.send(\\.bookTapped, "Dune") {
          $0.path[id: 0] = .book(Book.State(title: "Dune"))
        }
        await store.send(\\.path[id: 0].book.readButtonTapped) {
          $0.path[id: 0, case: \\.book]?.isRead = true
        }
        await store.send(\\.path[id: 0].book.closeButtonTapped)
        await store.receive(\\.path.popFrom) { $0.path[id: 0] = nil }
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

    """
  }

  /// The file that `WRITE_SHAPES=1 swift test` writes.
  private var shapes: String {
    #"""
    {
      "library": [
        {"shape":"04838468b4ec7a43","schema":{"$ref":"#/$defs/0","$defs":{"0":{"properties":\#
    {"form":{"anyOf":[{"$ref":"#/$defs/1"},{"type":"null"}]},"path":{"items":{"properties":{\#
    "id":{"type":"integer"},"state":{"$ref":"#/$defs/2"}},"required":["id","state"],"type":"\#
    object"},"type":"array"},"titles":{"items":{"type":"string"},"type":"array"}},"required"\#
    :["path","titles"],"type":"object"},"1":{"properties":{"title":{"type":"string"}},"requi\#
    red":["title"],"type":"object"},"2":{"oneOf":[{"additionalProperties":false,"properties"\#
    :{"book":{"$ref":"#/$defs/3"}},"required":["book"],"type":"object"}]},"3":{"properties":\#
    {"isRead":{"type":"boolean"},"title":{"type":"string"}},"required":["isRead","title"],"t\#
    ype":"object"}}}}
      ]
    }

    """#
  }

  private var readme: String {
    """
    # \(name)

    A server of navigation sessions, built on Backstack. It needs Swift 6.3 on Linux, and `libsqlite3-dev`.

    ```sh
    swift run     # serves on http://127.0.0.1:8080, or on the PORT of the environment
    swift test    # runs the tests
    ```

    The feature is in `Sources/\(name)/Library.swift`: a list of books, a stack of their screens, and a sheet that
    adds a book. Its view is in `LibraryView.swift`. `swift run` prints where both can be used:

    - in a browser, at <http://127.0.0.1:8080/app/>;
    - in another terminal, with `swift run \(name) play http://127.0.0.1:8080`;
    - in the inspector, which shows each session with what happens in it, and sends it actions. Only debug builds have it
      by default: `Main.swift` says so.

    Change a view, press Ctrl-C, and `swift run` again: the page that is open goes on with its session, and shows the
    change. Sessions are stored in `backstack.sqlite`. One whose state no longer fits the changed types is kept there: the
    page says what is wrong, and begins a new one. What to write so that it goes on, `swift test` says.

    Or be the client yourself, while the server runs:

    ```sh
    session=localhost:8080$(curl -s -o /dev/null -w '%header{location}' \\
      --json '{"feature": "library"}' localhost:8080/sessions)
    curl --json '"addButtonTapped"' $session/actions
    curl --json '{"form": {"presented": {"titleChanged": "Dune"}}}' $session/actions
    curl --json '{"form": {"presented": "saveButtonTapped"}}' $session/actions
    curl --json '{"bookTapped": {"title": "Dune"}}' $session/actions
    curl --json '{"path": {"element": {"id": 0, "action": {"book": "readButtonTapped"}}}}' $session/actions
    curl $session/path
    ```

    Each response contains the session's state.

    ```sh
    swift run \(name) --help              # all options and commands
    swift run \(name) sessions list       # the stored sessions
    swift run \(name) openapi             # the contract, for clients
    ```

    ```sh
    docker build -t \(name) \(buildContext).
    docker run -p 8080:8080 -v \(name):/var/lib/\(name) \(name)
    ```

    The image is small as long as the program imports `FoundationEssentials`: what Foundation has beyond it adds some 50 MB.

    """
  }

  /// The option of `docker build` for a clone of Backstack, which is outside of the package.
  private var buildContext: String {
    dependency.path.map { "--build-context backstack=\(Self.shellWord($0)) " } ?? ""
  }

  /// Returns a path as a word of a shell's command.
  private static func shellWord(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }

  /// The folder of the package in the container: so deep that a relative path of Backstack is inside
  /// of `/build`.
  private var containerFolder: String {
    let steps = (dependency.path ?? "").split(separator: "/").count { $0 == ".." }
    return "/build" + String(repeating: "/\(name)", count: max(1, steps))
  }

  private var dockerfile: String {
    var copy = ""
    if let path = dependency.path {
      let target = AbsolutePath(path, in: containerFolder).text
      copy = """
        # Backstack is a folder outside of this package:
        # docker build --build-context backstack=\(Self.shellWord(path)) .
        COPY --from=backstack [".", \(SwiftLiteral.quoted(target + "/"))]

        """
    }
    return """
      FROM swift:6.3-bookworm AS build
      # SQLite is linked into the binary.
      RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libsqlite3-dev \\
        && rm -rf /var/lib/apt/lists/*
      WORKDIR \(containerFolder)
      \(copy)COPY . .
      RUN swift build -c release --static-swift-stdlib --product \(name) \\
        && cp "$(swift build -c release --static-swift-stdlib --product \(name) --show-bin-path)/\(name)" /\(name) \\
        && mkdir /sessions

      FROM gcr.io/distroless/cc-debian12:nonroot
      COPY --from=build /\(name) /usr/local/bin/\(name)
      # Contains the sessions; mount a named volume here to keep them when the container is removed.
      COPY --from=build --chown=nonroot:nonroot /sessions /var/lib/\(name)
      VOLUME /var/lib/\(name)
      ENV HOST=0.0.0.0 PORT=8080 STORAGE=sqlite:/var/lib/\(name)/sessions.sqlite
      EXPOSE 8080
      USER nonroot
      HEALTHCHECK --interval=10s --timeout=5s --start-period=5s \\
        CMD ["/usr/local/bin/\(name)", "healthcheck"]
      ENTRYPOINT ["/usr/local/bin/\(name)"]

      """
  }
}
