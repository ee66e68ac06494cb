import BackstackDependencies

extension Reducer {
  /// Runs a reducer for an optional part of the state.
  ///
  /// The child's reducer runs before this one. Its effects are cancelled when the part becomes
  /// `nil`, or when its case or its `id` changes. If the child has to dismiss itself, declare the
  /// part with `@Presents` and pass its projection, `\.$child`.
  ///
  /// In a chain of more than a handful of operators with one of these, name the types of the first
  /// reducer, `Reduce<State, Action> { … }`: then the compiler doesn't have to try each `ifLet`
  /// overload for each operator.
  // Disfavored, so that chains of presentations, the common ones, are type-checked in linear time.
  @_disfavoredOverload
  public consuming func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, Child> where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: KeyPathSource(toChildState),
      toChildAction: AnyCasePath(toChildAction),
      child: child(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of an optional part of the state.
  @_disfavoredOverload
  public consuming func ifLet<ChildState: CaseReducerState>(
    _ toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildState.StateReducer.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, ChildState.StateReducer.CaseBody> where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: KeyPathSource(toChildState),
      toChildAction: AnyCasePath(toChildAction),
      child: ChildState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Closes an alert or a dialog after any of its actions.
  @_disfavoredOverload
  public consuming func ifLet<ChildState: _EphemeralState>(
    _ toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildState.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, EmptyReducer<ChildState, ChildState.Action>>
  where Action: CasePathable {
    _IfLetReducer(
      base: self, toChildState: KeyPathSource(toChildState),
      toChildAction: AnyCasePath(toChildAction),
      child: EmptyReducer(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The reducer that `ifLet` on an optional returns.
public struct _IfLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  fileprivate let base: Base
  fileprivate let toChildState: KeyPathSource<Base.State, Child.State?>
  fileprivate let toChildAction: AnyCasePath<Base.Action, Child.Action>
  fileprivate let child: Child
  fileprivate let location: SourceLocation

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let step = FeatureStep.current else {
      // Outside of a store nothing is kept between actions.
      let slot = PresentationSlot(id: .keyPath(toChildState()))
      return reduce(&state, action, during: nil, in: slot)
    }
    return step.slot(toChildState, as: PresentationSlot.self)() {
      reduce(&state, action, during: step, in: $0)
    }
  }

  private func reduce(
    _ state: inout Base.State, _ action: Base.Action, during step: FeatureStep?,
    in slot: PresentationSlot
  ) -> Effect<Base.Action> {
    let part = StatePart(toChildState, in: slot)
    let childEffect = reduceChild(&state, action, part, during: step, in: slot)
    let ephemeral = childEffect == nil ? nil : ephemeralIdentity(in: &state, part, slot)
    let baseEffect = base.reduce(into: &state, action: action)
    if let ephemeral, ephemeralIdentity(in: &state, part, slot) == ephemeral {
      part.change(&state) { $0 = nil }
    }
    if step != nil, slot.isMounted { slot.reconcile(with: identity(in: &state, part, slot)) }
    return childEffect?.merge(with: baseEffect) ?? baseEffect
  }

  /// - Returns: `nil` if the action is not for the child, or if there is no child.
  private func reduceChild(
    _ state: inout Base.State, _ action: Base.Action, _ part: StatePart<Base.State, Child.State?>,
    during step: FeatureStep?, in slot: PresentationSlot
  ) -> Effect<Base.Action>? {
    guard let childAction = toChildAction.extract(from: action) else { return nil }
    step?.takeAction(ifNavigation: action)
    guard let identity = identity(in: &state, part, slot) else {
      reportIssue(
        """
        ifLet got an action, '\(caseName(of: childAction))', while its state was nil. The state \
        became nil before the action arrived, or an effect sent it too late.
        """,
        at: location)
      return nil
    }
    if !slot.hasReconciler { installReconciler(in: slot) }
    let effect = part.change(&state) { childState in
      guard let step else {
        return child.reduce(into: &childState!, action: childAction)
      }
      step.enter(step.withNode { slot.node(identity, under: $0, presents: false) })
      defer { step.leave(after: childAction) }
      return child.reduce(into: &childState!, action: childAction)
    }
    return effect.isNone ? Effect.none : effect.map { [toChildAction] in toChildAction.embed($0) }
  }

  /// Sets the slot's `reconciler`, which reconciles the child even when no action passes.
  private func installReconciler(in slot: PresentationSlot) {
    slot.reconciler = { [unowned slot, toChildState] state in
      StatePart(toChildState, in: slot).read(in: state) { childState in
        slot.reconcile(with: slot.identity(ofOptional: childState))
        if let childState = childState.wrapped() { slot.reconcileBelow(childState) }
      }
    }
  }

  private func identity(
    in state: inout Base.State, _ part: StatePart<Base.State, Child.State?>,
    _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    part.change(&state) { slot.identity(ofOptional: &$0) }
  }

  /// Returns the identity of the child if it is an alert or a dialog, or has one as its payload
  /// (R62).
  private func ephemeralIdentity(
    in state: inout Base.State, _ part: StatePart<Base.State, Child.State?>,
    _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    part.change(&state) { childState in
      guard childState != nil, slot.isEphemeral(&childState!) else { return nil }
      return slot.identity(of: &childState!)
    }
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    if let childAction = toChildAction.extract(from: action) {
      guard let childState = state[keyPath: toChildState()] else {
        return MissingTarget(reason: .presentation, message: "The state is nil.")
      }
      if let missing = child._missingTarget(of: childAction, in: childState) { return missing }
    }
    return base._missingTarget(of: action, in: state)
  }
}
