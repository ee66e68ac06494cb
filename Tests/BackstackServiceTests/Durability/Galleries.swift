import Backstack
import BackstackService
import FoundationEssentials

/// A feature as it was when its sessions were stored.
@Reducer
struct Gallery1 {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var photos: [Photo] = []
    var frame = Frame()
    var mode = Mode.list
    var path = StackState<Path.State>()
    @Presents var destination: Path.State?
  }

  @SchemaRepresentable
  struct Photo: Codable, Equatable, Sendable { var name: String }

  @SchemaRepresentable
  struct Frame: Codable, Equatable, Sendable { var width = 2 }

  @CasePathable
  enum Mode: Codable, Equatable, Sendable {
    case list
    case grid(Grid)
  }

  @SchemaRepresentable
  struct Grid: Codable, Equatable, Sendable { var columns = 3 }

  @Reducer(state: .codable, .equatable, action: .codable)
  enum Path {
    case detail(Detail)
    case print(Print)
  }

  @Reducer
  struct Detail {
    struct State: Codable, Equatable, Sendable { var name = "" }
    enum Action: Codable, Sendable { case tap }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Reducer
  struct Print {
    struct State: Codable, Equatable, Sendable { var copies = 1 }
    enum Action: Codable, Sendable { case tap }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  enum Action: Codable, Sendable {
    case fill(String)
    case path(StackActionOf<Path>)
    case destination(PresentationAction<Path.Action>)
    case present(Path.State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fill(let title):
        state.title = title
        state.photos = [Photo(name: "sun"), Photo(name: "sea")]
        state.mode = .grid(Grid())
      case .present(let screen): state.destination = screen
      case .path, .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

/// The same feature with more properties, at each depth.
@Reducer
struct Gallery2 {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var color = "blue"
    var id = Self.newID()
    var note: String? = "none yet"
    var photos: [Photo] = []
    var frame = Frame()
    var mode = Mode.list
    var path = StackState<Path.State>()
    @Presents var destination: Path.State?
    @Presents var sheet: Gallery1.Detail.State?

    /// Not constant: the sessions' dependencies give the id.
    static func newID() -> UUID {
      @Dependency(\.uuid) var uuid
      return uuid()
    }
  }

  @SchemaRepresentable
  struct Photo: Codable, Equatable, Sendable {
    var name: String
    var isStarred = false
  }

  @SchemaRepresentable
  struct Frame: Codable, Equatable, Sendable {
    var width = 2
    var unit: Unit = .inch
  }

  @SchemaRepresentable
  enum Unit: String, Codable, Sendable { case inch, metre }

  @CasePathable
  enum Mode: Codable, Equatable, Sendable {
    case list
    case grid(Grid)
  }

  @SchemaRepresentable
  struct Grid: Codable, Equatable, Sendable {
    var columns = 3
    var gaps: [Double] = [0.5, 1]
  }

  @Reducer(state: .codable, .equatable, action: .codable)
  enum Path {
    case detail(Detail)
    case print(Gallery1.Print)
  }

  @Reducer
  struct Detail {
    struct State: Codable, Equatable, Sendable {
      var name = ""
      var zoom = 1
    }
    enum Action: Codable, Sendable { case tap }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  enum Action: Codable, Sendable {
    case path(StackActionOf<Path>)
    case destination(PresentationAction<Path.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
  }
}

/// The same feature once screens can't be printed any more, and the title has another name.
@Reducer
struct Gallery3 {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var name: String
    var color = "red"
    var photos: [Gallery2.Photo] = []
    var path = StackState<Path.State>()
    @Presents var destination: Path.State?
  }

  @Reducer(state: .codable, .equatable, action: .codable)
  enum Path {
    case picture(Gallery2.Detail)
  }

  enum Action: Codable, Sendable {
    case path(StackActionOf<Path>)
    case destination(PresentationAction<Path.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
  }
}

/// A feature with a property that is not always there.
@Reducer
struct Switch1 {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var isOn: Bool? }

  enum Action: Codable, Sendable { case on, off }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isOn = action == .on ? true : nil
      return .none
    }
  }
}

/// The same feature after the property got another name.
@Reducer
struct Switch2 {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var isLit: Bool? }

  enum Action: Codable, Sendable { case on, off }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isLit = action == .on ? true : nil
      return .none
    }
  }
}
