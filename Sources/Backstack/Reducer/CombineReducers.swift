/// Several reducers as one, so that an operator can be applied to all of them.
public struct CombineReducers<State: Sendable, Action: Sendable, Reducers>: Reducer
where Reducers: Reducer<State, Action> {
  public typealias Body = Never

  private let reducers: Reducers

  /// Creates a reducer from the reducers that a builder lists.
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) { self.reducers = build() }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }

  public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
    reducers._missingTarget(of: action, in: state)
  }
}
