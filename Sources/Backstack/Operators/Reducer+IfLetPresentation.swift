import BackstackDependencies

extension Reducer {
  /// Runs a reducer for the presented feature, and dismisses it.
  ///
  /// The child's reducer runs before this one. On `dismiss`, this one runs first and can read the
  /// child's state one last time.
  ///
  /// The key path expression may be evaluated any number of times. It must give the same key path
  /// throughout an action; in a store, an expression that captures nothing must always give the
  /// same one.
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

  /// Runs the enum reducer of the presented feature.
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
