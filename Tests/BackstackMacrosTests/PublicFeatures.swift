public import Backstack

@Reducer
public struct PublicFeature {
  @ObservableState
  public struct State: Sendable {
    public var path: PublicPath.State?
  }

  @CasePathable
  public enum Action: Sendable {
    case path(PublicPath.Action)
  }

  public var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

@Reducer
public struct PublicBare {}

@Reducer(state: .equatable, action: .sendable, .codable)
public enum PublicPath {
  case bare(PublicBare)
  case nothing
}

public enum Namespace {}

extension Namespace {
  @Reducer
  package enum Path {
    case bare(PublicBare)
  }
}
