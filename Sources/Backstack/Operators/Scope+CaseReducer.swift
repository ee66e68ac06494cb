public import BackstackCasePaths

extension Scope {
  /// Runs the enum reducer that the child's state leads to: the state is a property of the
  /// parent's.
  public init<ChildState: CaseReducerState>(
    state toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildState.StateReducer.Action> & Sendable
  ) where ParentAction: CasePathable, Child == ChildState.StateReducer.CaseBody {
    self.init(
      .keyPath(KeyPathSource(toChildState)), AnyCasePath(toChildAction),
      child: ChildState.StateReducer.body)
  }

  /// Runs the enum reducer that the child's state leads to: the state is a case of the parent's, an
  /// enum.
  ///
  /// An action for the child while the parent is in another case is reported as an issue.
  @_disfavoredOverload
  public init<ChildState: CaseReducerState>(
    state toChildState: any CaseKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildState.StateReducer.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable,
    Child == ChildState.StateReducer.CaseBody
  {
    self.init(
      state: toChildState, action: toChildAction, child: { ChildState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
