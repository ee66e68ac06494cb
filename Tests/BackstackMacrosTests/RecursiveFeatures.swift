public import Backstack

// Features that contain their own type: in a list, on a stack, presented, and through another
// feature.

@Reducer
struct Outline {
  struct State: Codable, Equatable, Identifiable {
    let id: Int
    var title = ""
    var rows: IdentifiedArrayOf<State> = []
  }

  enum Action: Codable {
    case titleChanged(String)
    indirect case rows(IdentifiedActionOf<Outline>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .titleChanged(let title) = action { state.title = title }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Self() }
  }
}

@Reducer
struct Maze {
  struct State: Equatable {
    var visits = 0
    var path = StackState<State>()
    @Presents var map: Maze.State?
  }

  enum Action {
    case visited
    indirect case path(StackActionOf<Maze>)
    indirect case map(PresentationAction<Maze.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .visited = action { state.visits += 1 }
      return .none
    }
    .forEach(\.path, action: \.path, destination: { Self() })
    .ifLet(\.$map, action: \.map) { Self() }
  }
}

/// A public feature, whose conformances the compiler does not infer.
@Reducer
public struct Folder: Sendable {
  @Reducer
  public enum Content {
    case folder(Folder)
    case file(PublicBare)
  }

  public struct State: Sendable {
    var opened = 0
    public var path = StackState<Content.State>()

    public init() {}
  }

  public enum Action {
    case opened
    indirect case path(StackActionOf<Content>)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .opened = action { state.opened += 1 }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}
