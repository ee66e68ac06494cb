// example begins
import Backstack
import BackstackHTTP
import BackstackHost

@Reducer
struct Book {
  struct State: Codable, Sendable {
    var title: String
    var isRead = false
  }

  enum Action: Codable, Sendable { case readButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.isRead.toggle()
      return .none
    }
  }
}

@Reducer
struct Library {
  struct State: Codable, Sendable {
    var shelf = "Books"
    var path = StackState<Path.State>()
    @Presents var notice: AlertState<Never>?
  }

  enum Action: Codable, Sendable {
    @ServerOnly case began
    case bookTapped(title: String)
    case path(StackActionOf<Path>)
    case notice(PresentationAction<Never>)
  }

  @Reducer(state: .codable, action: .codable)
  enum Path {
    case book(Book)
  }

  @Dependency(\.shelfName) var shelfName

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .began:
        state.shelf = shelfName
      case .bookTapped(let title) where title.count > 100:
        state.notice = AlertState { TextState("A title has at most 100 characters.") }
      case .bookTapped(let title):
        state.path.append(.book(Book.State(title: title)))
      case .path, .notice:
        break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$notice, action: \.notice)
  }
}

extension DependencyValues {
  var shelfName: String {
    get { self[ShelfNameKey.self] }
    set { self[ShelfNameKey.self] = newValue }
  }
}

enum ShelfNameKey: DependencyKey {
  static let liveValue = "Books"
  static let testValue = "Books"
}

struct LibraryHost: BackstackHost {
  static var features: [Feature] {
    [
      Feature(
        "library", initialState: Library.State(),
        presentationStyles: ["book": .push, "notice": .alert],
        startAction: .began
      ) {
        Library()
      }
      .onSessionEnd { session, reason in print("\(session.feature) ended: \(reason.name)") }
    ]
  }

  static func configure(_ host: inout HostConfiguration) throws {
    if let name = try host.option("--shelf", "NAME", help: "the name of the shelf") {
      host.overrideDependencies { $0.shelfName = name }
    }
    // The page of the program, wherever the service is.
    host.service.allowedOrigins.append("https://library.example")
    // What one key may have at a time.
    host.service.quotas.sessions = 100
    host.service.quotas.streams = 10
    // The proxies in front, and a socket for the one on this machine.
    if let proxies = HTTPTrustedProxies(["10.0.0.0/8"]) {
      host.http.trustedProxies.formUnion(proxies)
    }
    host.http.addresses.append(.unix("/run/library/library.sock", mode: 0o660))
    host.http.maximumConnections = 2_000
  }
}
// example ends
