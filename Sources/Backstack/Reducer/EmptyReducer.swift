/// A reducer that does nothing; operators can be applied to it where there is no other logic.
public struct EmptyReducer<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  /// Creates a reducer that does nothing.
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
