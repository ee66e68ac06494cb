import BackstackDependencies

extension Reducer {
  /// Runs a reducer for an optional part of the state.
  ///
  /// The child's reducer runs before this one. Its effects are cancelled when the part becomes
  /// `nil`, or when its case or its `id` changes. If the child has to dismiss itself, declare the
  /// part with `@Presents` and pass its projection, `\.$child`.
  ///
  /// In a chain of more than a handful of operators with one of these, name the types of the first
  /// reducer, `Reduce<State, Action> { … }`: then the compiler doesn't have to try each `ifLet`
  /// overload for each operator.
  // Disfavored, so that chains of presentations, the common ones, are type-checked in linear time.
  @_disfavoredOverload
  public consuming func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, Child> where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: KeyPathSource(toChildState),
      toChildAction: AnyCasePath(toChildAction),
      child: child(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of an optional part of the state.
  @_disfavoredOverload
  public consuming func ifLet<ChildState: CaseReducerState>(
    _ toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildState.StateReducer.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, ChildState.StateReducer.CaseBody> where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: KeyPathSource(toChildState),
      toChildAction: AnyCasePath(toChildAction),
      child: ChildState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Closes an alert or a dialog after any of its actions.
  @_disfavoredOverload
  public consuming func ifLet<ChildState: _EphemeralState>(
    _ toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildState.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, EmptyReducer<ChildState, ChildState.Action>>
  where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: KeyPathSource(toChildState),
      toChildAction: AnyCasePath(toChildAction),
      child: EmptyReducer(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
