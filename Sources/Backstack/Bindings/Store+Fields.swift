extension Store where Action: BindableAction, Action.State == State {
  /// A part of the state, which the feature's `binding` action sets: `store.isFavorite.toggle()`.
  ///
  /// To set it sends the action, also if the value is the same, and a part of a field sends the whole field. What reads
  /// before it sets, as `toggle()` and `+=` do, may lose what another thread sends in between: send an action of its
  /// own for that.
  ///
  /// - Precondition: The store's own reducer is not running on this thread.
  public subscript<Value: Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set { send(.binding(.assigning(newValue, to: keyPath))) }
  }
}

extension Store
where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A part of the state, which the `binding` action of the feature's view actions sets: see the subscript for
  /// actions with such an action of their own.
  ///
  /// - Precondition: The store's own reducer is not running on this thread.
  @_disfavoredOverload
  public subscript<Value: Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set { send(.view(.binding(.assigning(newValue, to: keyPath)))) }
  }
}
