import BackstackDependencies

extension Reducer {
  /// Runs a reducer for the elements of a list (R71).
  ///
  /// The element's reducer runs before this one. The effects of an element are cancelled when it
  /// leaves the list.
  ///
  /// See `ifLet` on an optional about many operators in a row.
  @_disfavoredOverload
  public func forEach<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toElementAction: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
      & Sendable,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, Element> where Action: CasePathable {
    _ForEachReducer(
      base: self, toElements: toElements, toElementAction: toElementAction, element: element(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of the elements of a list.
  @_disfavoredOverload
  public func forEach<ID: Hashable & Sendable, ElementState: CaseReducerState>(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toElementAction: any CaseKeyPath<
      Action, IdentifiedAction<ID, ElementState.StateReducer.Action>
    > & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, ElementState.StateReducer.CaseBody> where Action: CasePathable {
    _ForEachReducer(
      base: self, toElements: toElements, toElementAction: toElementAction,
      element: ElementState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// What `forEach` on a list makes of a reducer.
public struct _ForEachReducer<Base: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer
where Base.Action: CasePathable {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let toElements: any WritableKeyPath<Base.State, IdentifiedArray<ID, Element.State>> & Sendable
  let toElementAction: any CaseKeyPath<Base.Action, IdentifiedAction<ID, Element.Action>> & Sendable
  let element: Element
  let location: SourceLocation

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let frame = DependencyFrame.current
    let node = frame?.values.navigationNode
    let slot = node?.slot(toElements, as: ElementsSlot<ID>.self)

    let elementEffect = reduceElement(&state, action, frame, node, slot)
    let effect = elementEffect.merge(with: base.reduce(into: &state, action: action))
    slot?.reconcile(with: state[keyPath: toElements])
    return effect
  }

  private func reduceElement(
    _ state: inout Base.State, _ action: Base.Action,
    _ frame: DependencyFrame?, _ node: NavigationNode?, _ slot: ElementsSlot<ID>?
  ) -> Effect<Base.Action> {
    guard case .element(let id, let elementAction) = toElementAction.extract(from: action) else {
      return .none
    }
    guard let position = state[keyPath: toElements].index(id: id) else {
      reportIssue(
        """
        forEach got an action, '\(caseName(of: elementAction))', for element '\(id)', which is not \
        in the list. The element was removed before the action arrived, an effect sent it after \
        its element was gone, or it was sent with a wrong id.
        """,
        at: location)
      return .none
    }
    let reduceElement = { (state: inout Base.State) in
      element.reduce(into: &state[keyPath: toElements][position], action: elementAction)
    }
    let effect =
      if let frame, let node, let slot {
        frame.enter(slot.node(id, under: node)) { reduceElement(&state) }
      } else {
        reduceElement(&state)
      }
    return effect.map { [toElementAction] in toElementAction(.element(id: id, action: $0)) }
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    if case .element(let id, let elementAction) = toElementAction.extract(from: action) {
      guard let elementState = state[keyPath: toElements][id: id] else {
        return MissingTarget(reason: .element, message: "Element '\(id)' is not in the list.")
      }
      if let missing = element._missingTarget(of: elementAction, in: elementState) {
        return missing
      }
    }
    return base._missingTarget(of: action, in: state)
  }
}
