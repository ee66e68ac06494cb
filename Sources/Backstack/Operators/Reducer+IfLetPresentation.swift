import BackstackDependencies

extension Reducer {
  /// Runs a reducer for what is presented, and dismisses it.
  ///
  /// The child's reducer runs before this one. On `dismiss`, this one runs first and can look at
  /// the child a last time.
  ///
  /// The expression of the key path may be evaluated any number of times, and has to give the same one
  /// throughout an action; in a store for good, if it captures nothing.
  public consuming func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentation:
      @autoclosure @escaping () -> any WritableKeyPath<
        State, PresentationState<ChildState>
      > & Sendable,
    action toPresentationAction: any CaseKeyPath<Action, PresentationAction<ChildAction>>
      & Sendable,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, Child>
  where Action: CasePathable {
    _PresentationReducer(
      base: self, toPresentation, AnyCasePath(toPresentationAction), destination: destination(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of what is presented.
  public consuming func ifLet<ChildState: CaseReducerState>(
    _ toPresentation:
      @autoclosure @escaping () -> any WritableKeyPath<
        State, PresentationState<ChildState>
      > & Sendable,
    action toPresentationAction: any CaseKeyPath<
      Action, PresentationAction<ChildState.StateReducer.Action>
    > & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, ChildState.StateReducer.CaseBody>
  where Action: CasePathable {
    _PresentationReducer(
      base: self, toPresentation, AnyCasePath(toPresentationAction),
      destination: ChildState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Dismisses an alert or a dialog when one of its buttons is pressed.
  public consuming func ifLet<ChildState: _EphemeralState>(
    _ toPresentation:
      @autoclosure @escaping () -> any WritableKeyPath<
        State, PresentationState<ChildState>
      > & Sendable,
    action toPresentationAction: any CaseKeyPath<Action, PresentationAction<ChildState.Action>>
      & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, EmptyReducer<ChildState, ChildState.Action>>
  where Action: CasePathable {
    _PresentationReducer(
      base: self, toPresentation, AnyCasePath(toPresentationAction), destination: EmptyReducer(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
