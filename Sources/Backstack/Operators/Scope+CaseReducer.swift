public import BackstackCasePaths

extension Scope {
  /// Creates a scope that runs the enum reducer of the child's state, which is a property of the
  /// parent's state.
  public init<ChildState: CaseReducerState>(
    state toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildState.StateReducer.Action> & Sendable
  ) where ParentAction: CasePathable, Child == ChildState.StateReducer.CaseBody {
    self.init(
      .keyPath(KeyPathSource(toChildState)), AnyCasePath(toChildAction),
      child: ChildState.StateReducer.body)
  }

  /// Creates a scope that runs the enum reducer of the child's state, which is a case of the
  /// parent's enum state.
  ///
  /// If an action for the child arrives while the parent is in another case, an issue is reported.
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
