/// A reducer that does nothing: what operators are applied to where there is no other logic.
public struct EmptyReducer<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  /// A reducer that does nothing.
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
