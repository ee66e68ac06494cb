extension Scope {
  /// The child's state is a property of the parent's.
  public init<ChildState, ChildAction>(
    state toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child: Reducer<ChildState, ChildAction>, ParentAction: CasePathable {
    self.init(.keyPath(KeyPathSource(toChildState)), AnyCasePath(toChildAction), child: child())
  }

  /// The child's state is a property of the parent's, and it has the parent's actions: `\.self`.
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

  /// The child's state is a case of the parent's, an enum.
  ///
  /// An action for the child while the parent is in another case is reported as an issue.
  // Disfavored, so that a mistake in the usual form is not explained by this one.
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
        AnyCasePath(toChildState), OperatorPlace(toChildState, at: location), location),
      AnyCasePath(toChildAction), child: child())
  }
}
