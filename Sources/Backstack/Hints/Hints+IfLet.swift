// Overloads for key paths to the value of a @Presents property that should lead to its projection.

extension Reducer {
  @available(
    *, unavailable,
    message:
      "Its actions are PresentationActions: mark the state with '@Presents' and pass '\\.$name'."
  )
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> Self where Action: CasePathable { fatalError() }

  @available(
    *, unavailable,
    message:
      "Its actions are PresentationActions: mark the state with '@Presents' and pass '\\.$name'."
  )
  public func ifLet<ChildState: CaseReducerState>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<
      Action, PresentationAction<ChildState.StateReducer.Action>
    > & Sendable
  ) -> Self where Action: CasePathable { fatalError() }

  @available(
    *, unavailable,
    message:
      "Its actions are PresentationActions: mark the state with '@Presents' and pass '\\.$name'."
  )
  public func ifLet<ChildState: _EphemeralState>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildState.Action>> & Sendable
  ) -> Self where Action: CasePathable { fatalError() }
}
