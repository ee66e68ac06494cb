import BackstackDependencies

extension Reducer {
  /// Runs a reducer for the elements of a list.
  ///
  /// The element's reducer runs before this one. The effects of an element are cancelled when it
  /// leaves the list.
  ///
  /// For long chains of operators, see `ifLet` on an optional.
  @_disfavoredOverload
  public consuming func forEach<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ toElements:
      @autoclosure @escaping () -> any WritableKeyPath<State, IdentifiedArray<ID, ElementState>>
      & Sendable,
    action toElementAction: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
      & Sendable,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, Element> where Action: CasePathable {
    _ForEachReducer(
      base: self, toElements: KeyPathSource(toElements),
      toElementAction: AnyCasePath(toElementAction),
      element: element(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of a list's elements.
  @_disfavoredOverload
  public consuming func forEach<ID: Hashable & Sendable, ElementState: CaseReducerState>(
    _ toElements:
      @autoclosure @escaping () -> any WritableKeyPath<State, IdentifiedArray<ID, ElementState>>
      & Sendable,
    action toElementAction: any CaseKeyPath<
      Action, IdentifiedAction<ID, ElementState.StateReducer.Action>
    > & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, ElementState.StateReducer.CaseBody> where Action: CasePathable {
    _ForEachReducer(
      base: self, toElements: KeyPathSource(toElements),
      toElementAction: AnyCasePath(toElementAction),
      element: ElementState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
