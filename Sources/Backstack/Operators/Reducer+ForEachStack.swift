import BackstackDependencies

extension Reducer {
  /// Runs a reducer for the elements of a navigation stack, and pushes and pops them.
  ///
  /// The element's reducer runs before this one, so that this one sees the result. A push happens
  /// before this reducer, a pop after it.
  public consuming func forEach<
    ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>
  >(
    _ toStack:
      @autoclosure @escaping () -> any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action toStackAction: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
      & Sendable,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _StackReducer<Self, Element> where Action: CasePathable {
    _StackReducer(
      base: self, toStack, AnyCasePath(toStackAction), element: destination(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of a navigation stack's elements.
  public consuming func forEach<ElementState: CaseReducerState>(
    _ toStack:
      @autoclosure @escaping () -> any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action toStackAction: any CaseKeyPath<
      Action, StackAction<ElementState, ElementState.StateReducer.Action>
    > & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _StackReducer<Self, ElementState.StateReducer.CaseBody> where Action: CasePathable {
    _StackReducer(
      base: self, toStack, AnyCasePath(toStackAction), element: ElementState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
