/// An optional reducer does nothing if it is `nil`.
extension Optional: Reducer where Wrapped: Reducer {
  public typealias State = Wrapped.State
  public typealias Action = Wrapped.Action
  public typealias Body = Never

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
    self?._missingTarget(of: action, in: state)
  }
}
