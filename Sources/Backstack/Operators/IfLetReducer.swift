import BackstackDependencies

extension Reducer {
  /// Runs a reducer for an optional part of the state (R69).
  ///
  /// The child's reducer runs before this one. Its effects are cancelled when the part becomes
  /// `nil`, or another by its case or its `id`. For what can dismiss itself, declare the part with
  /// `@Presents` and pass its projection, `\.$child`.
  ///
  /// Where more than a handful of operators follow one another and one of them is this, name the
  /// types of the first reducer, `Reduce<State, Action> { … }`: the compiler then need not try for
  /// each operator which `ifLet` it is (U14).
  // Disfavored, so that chains of presentations, the usual ones, are checked in linear time.
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, Child> where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: toChildState, toChildAction: toChildAction, child: child(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of an optional part of the state.
  @_disfavoredOverload
  public func ifLet<ChildState: CaseReducerState>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildState.StateReducer.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, ChildState.StateReducer.CaseBody> where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: toChildState, toChildAction: toChildAction,
      child: ChildState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Closes an alert or a dialog after any of its actions (R67).
  @_disfavoredOverload
  public func ifLet<ChildState: _EphemeralState>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildState.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, EmptyReducer<ChildState, ChildState.Action>>
  where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: toChildState, toChildAction: toChildAction,
      child: EmptyReducer(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// What `ifLet` on an optional makes of a reducer.
public struct _IfLetReducer<Base: Reducer, Child: Reducer>: Reducer
where Base.Action: CasePathable {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let toChildState: any WritableKeyPath<Base.State, Child.State?> & Sendable
  let toChildAction: any CaseKeyPath<Base.Action, Child.Action> & Sendable
  let child: Child
  let location: SourceLocation

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let frame = DependencyFrame.current
    let node = frame?.values.navigationNode
    // Outside of a store nothing is kept between actions.
    let slot =
      node?.slot(toChildState, as: PresentationSlot.self) ?? PresentationSlot(keyPath: toChildState)

    let childEffect = reduceChild(&state, action, frame, node, slot)
    let before = childEffect == nil ? nil : identity(in: state, slot)
    let baseEffect = base.reduce(into: &state, action: action)
    if let before, isEphemeral(state), identity(in: state, slot) == before {
      state[keyPath: toChildState] = nil
    }
    if node != nil { slot.reconcile(with: identity(in: state, slot)) }
    return childEffect?.merge(with: baseEffect) ?? baseEffect
  }

  /// - Returns: `nil` when the action is not for the child, or there is none.
  private func reduceChild(
    _ state: inout Base.State, _ action: Base.Action,
    _ frame: DependencyFrame?, _ node: NavigationNode?, _ slot: PresentationSlot
  ) -> Effect<Base.Action>? {
    guard let childAction = toChildAction.extract(from: action) else { return nil }
    guard let identity = identity(in: state, slot) else {
      reportIssue(
        """
        ifLet got an action, '\(caseName(of: childAction))', while its state was nil. The state \
        became nil before the action arrived, or an effect sent it too late.
        """,
        at: location)
      return nil
    }
    let reduceChild = { (state: inout Base.State) in
      child.reduce(into: &state[keyPath: toChildState]!, action: childAction)
    }
    let effect =
      if let frame, let node {
        frame.enter(slot.node(identity, under: node, presents: false)) { reduceChild(&state) }
      } else {
        reduceChild(&state)
      }
    return effect.map { [toChildAction] in toChildAction($0) }
  }

  private func identity(
    in state: Base.State, _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    state[keyPath: toChildState].map { PresentationIdentity(of: $0, traits: slot.traits) }
  }

  /// Whether the child is an alert or a dialog, as it is or as the payload of a case (R62).
  private func isEphemeral(_ state: Base.State) -> Bool {
    state[keyPath: toChildState].map { PayloadTraits(of: $0).isEphemeral } ?? false
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    if let childAction = toChildAction.extract(from: action) {
      guard let childState = state[keyPath: toChildState] else {
        return MissingTarget(reason: .presentation, message: "The state is nil.")
      }
      if let missing = child._missingTarget(of: childAction, in: childState) { return missing }
    }
    return base._missingTarget(of: action, in: state)
  }
}
