import BackstackDependencies

extension Reducer {
  /// Runs a reducer for one case of an enum state (R70).
  ///
  /// The child's reducer runs before this one. Its effects are cancelled when the state leaves the
  /// case, or when the payload becomes another by its `id`.
  public func ifCaseLet<CaseState, CaseAction, Child: Reducer<CaseState, CaseAction>>(
    _ toCaseState: any CaseKeyPath<State, CaseState> & Sendable,
    action toCaseAction: any CaseKeyPath<Action, CaseAction> & Sendable,
    @ReducerBuilder<CaseState, CaseAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLetReducer<Self, Child> where State: CasePathable {
    _IfCaseLetReducer(
      base: self, toCaseState: toCaseState, toCaseAction: toCaseAction, child: child(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// What `ifCaseLet` makes of a reducer.
public struct _IfCaseLetReducer<Base: Reducer, Child: Reducer>: Reducer
where Base.State: CasePathable {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let toCaseState: any CaseKeyPath<Base.State, Child.State> & Sendable
  let toCaseAction: any CaseKeyPath<Base.Action, Child.Action> & Sendable
  let child: Child
  let location: SourceLocation

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let childEffect = reduceChild(&state, action)
    let effect = childEffect.merge(with: base.reduce(into: &state, action: action))
    if let node = NavigationNode.current {
      let slot = node.slot(toCaseState, as: PresentationSlot.self)
      slot.reconcile(with: identity(of: state, slot))
    }
    return effect
  }

  private func reduceChild(
    _ state: inout Base.State, _ action: Base.Action
  ) -> Effect<Base.Action> {
    guard let childAction = toCaseAction.extract(from: action) else {
      return .none
    }
    guard state.is(toCaseState) else {
      reportIssue(
        """
        ifCaseLet got an action, '\(caseName(of: childAction))', for a case that its state is not \
        in: the state is '\(caseName(of: state))'. The state left the case before the action \
        arrived, or an effect sent it too late.
        """,
        at: location)
      return .none
    }
    let effect: Effect<Child.Action>
    if let frame = DependencyFrame.current, let node = frame.values.navigationNode {
      let slot = node.slot(toCaseState, as: PresentationSlot.self)
      let identity = PresentationIdentity(of: state, traits: slot.traits)
      effect = frame.enter(slot.node(identity, under: node, presents: false)) {
        reduceCase(&state, childAction)
      }
    } else {
      effect = reduceCase(&state, childAction)
    }
    return effect.map { [toCaseAction] in toCaseAction($0) }
  }

  /// Runs the child on the payload, in place: a copy would make its collections copy, too.
  private func reduceCase(
    _ state: inout Base.State, _ action: Child.Action
  ) -> Effect<Child.Action> {
    state.modify(ifCase: toCaseState) { child.reduce(into: &$0, action: action) } ?? .none
  }

  /// The identity of the state while it is in the operator's case.
  private func identity(
    of state: Base.State, _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    state.is(toCaseState) ? PresentationIdentity(of: state, traits: slot.traits) : nil
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    if let childAction = toCaseAction.extract(from: action) {
      guard let childState = state[case: toCaseState] else {
        return .case(of: state, for: childAction)
      }
      if let missing = child._missingTarget(of: childAction, in: childState) { return missing }
    }
    return base._missingTarget(of: action, in: state)
  }
}
