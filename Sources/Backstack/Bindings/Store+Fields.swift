// Fields of a store's state: `store.isFavorite.toggle()`.

extension Store where Action: BindableAction, Action.State == State {
  /// A part of the state, which the feature's `binding` action sets.
  public subscript<Value: Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set { send(.binding(.assigning(newValue, to: keyPath))) }
  }
}

extension Store
where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A part of the state, which the `binding` action of the feature's view actions sets.
  @_disfavoredOverload
  public subscript<Value: Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set { send(.view(.binding(.assigning(newValue, to: keyPath)))) }
  }
}
