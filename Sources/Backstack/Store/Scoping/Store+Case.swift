public import BackstackCasePaths

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The current case of the state, with a store of its feature.
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): …
  /// case .alert(let alert): …
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Store where State: CasePathable, Action: CasePathable {
  /// Creates a store of the state's current case. Support for the expansion of `@Reducer`.
  public func _scope<CaseState: Sendable, CaseAction: Sendable>(
    _ payload: CaseState,
    state toCaseState: any CaseKeyPath<State, CaseState> & Sendable,
    action toCaseAction: any CaseKeyPath<Action, CaseAction> & Sendable
  ) -> Store<CaseState, CaseAction> {
    scopedStore(
      ScopeKey(toCaseState, toCaseAction, to: Store<CaseState, CaseAction>.self),
      .ifPresent { toCaseState.extract(from: $0) }, initial: payload
    ) { toCaseAction($0) }
  }
}
