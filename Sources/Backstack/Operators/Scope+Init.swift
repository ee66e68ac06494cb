extension Scope {
  /// Creates a scope of a child whose state is a property of the parent's state.
  public init<ChildState, ChildAction>(
    state toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child: Reducer<ChildState, ChildAction>, ParentAction: CasePathable {
    self.init(.keyPath(KeyPathSource(toChildState)), AnyCasePath(toChildAction), child: child())
  }

  /// Creates a scope of a child whose state is a property of the parent's state, and which has the
  /// parent's actions: `\.self`.
  public init<ChildState>(
    state toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action _: any KeyPath<ParentAction, ParentAction> & Sendable,
    @ReducerBuilder<ChildState, ParentAction> child: () -> Child
  ) where Child: Reducer<ChildState, ParentAction> {
    self.init(
      .keyPath(KeyPathSource(toChildState)), AnyCasePath(embed: { $0 }, extract: { $0 }),
      child: child())
  }

  /// Creates a scope of a child whose state is a case of the parent's enum state.
  ///
  /// If an action for the child arrives while the parent is in another case, an issue is reported.
  // Disfavored, so that the compiler's errors about the common form do not refer to this one.
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: any CaseKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  )
  where
    Child: Reducer<ChildState, ChildAction>, ParentState: CasePathable, ParentAction: CasePathable
  {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      .casePath(
        AnyCasePath(toChildState), OperatorID(toChildState, at: location), location),
      AnyCasePath(toChildAction), child: child())
  }
}
