public import Backstack

/// A stack of counters, each of which can push another one.
@Reducer
public struct Counters: Sendable {
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    public var path: StackState<Path.State>

    public init(path: StackState<Path.State> = StackState()) { self.path = path }
  }

  public enum Action: Codable, Equatable, Sendable {
    case addCounterButtonTapped
    case path(StackActionOf<Path>)
  }

  /// The screens of the stack.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  public enum Path {
    case counter(Counter)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addCounterButtonTapped:
        state.path.append(.counter(Counter.State()))
        return .none

      case .path(.element(let id, action: .counter(.nextButtonTapped))):
        guard let count = state.path[id: id]?.counter?.count else { return .none }
        state.path.append(.counter(Counter.State(count: count)))
        return .none

      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
