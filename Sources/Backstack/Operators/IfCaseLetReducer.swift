import BackstackDependencies

extension Reducer {
  /// Runs a reducer for one case of an enum state.
  ///
  /// The child's reducer runs before this one. Its effects are cancelled when the state leaves the
  /// case, or when the payload's `id` changes.
  public consuming func ifCaseLet<CaseState, CaseAction, Child: Reducer<CaseState, CaseAction>>(
    _ toCaseState: any CaseKeyPath<State, CaseState> & Sendable,
    action toCaseAction: any CaseKeyPath<Action, CaseAction> & Sendable,
    @ReducerBuilder<CaseState, CaseAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLetReducer<Self, Child> where State: CasePathable, Action: CasePathable {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return _IfCaseLetReducer(
      base: self, toCaseState: AnyCasePath(toCaseState), toCaseAction: AnyCasePath(toCaseAction),
      child: child(), id: OperatorID(toCaseState, at: location), location: location)
  }
}

/// The reducer that `ifCaseLet` returns.
public struct _IfCaseLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let toCaseState: AnyCasePath<Base.State, Child.State>
  let toCaseAction: AnyCasePath<Base.Action, Child.Action>
  let child: Child
  let id: OperatorID
  let location: SourceLocation

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let step = FeatureStep.current
    let slot: SlotReference<PresentationSlot>? = step?.slot(id)
    let childEffect = reduceChild(&state, action, during: step, in: slot)
    let effect = childEffect.merge(with: base.reduce(into: &state, action: action))
    slot? { slot in
      let isInCase = toCaseState.extract(from: state) != nil
      slot.reconcile(with: isInCase ? slot.identity(of: &state) : nil)
    }
    return effect
  }

  private func reduceChild(
    _ state: inout Base.State, _ action: Base.Action, during step: FeatureStep?,
    in slot: SlotReference<PresentationSlot>?
  ) -> Effect<Base.Action> {
    guard let childAction = toCaseAction.extract(from: action) else { return .none }
    step?.takeAction(ifNavigation: action)
    let effect = runCase(during: step, in: slot, state: &state, toCaseState, childAction) {
      child.reduce(into: &$0, action: childAction)
    }
    guard let effect else {
      reportLateAction(childAction, in: state, at: location)
      return .none
    }
    return effect.isNone ? .none : effect.map { [toCaseAction] in toCaseAction.embed($0) }
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    if let childAction = toCaseAction.extract(from: action) {
      guard let childState = toCaseState.extract(from: state) else {
        return .case(of: state, for: childAction)
      }
      if let missing = child._missingTarget(of: childAction, in: childState) { return missing }
    }
    return base._missingTarget(of: action, in: state)
  }
}
