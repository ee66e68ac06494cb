import BackstackDependencies

/// The reducer that `ifLet` on an optional returns.
public struct _IfLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let toChildState: KeyPathSource<Base.State, Child.State?>
  let toChildAction: AnyCasePath<Base.Action, Child.Action>
  let child: Child
  let location: SourceLocation

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let step = FeatureStep.current else {
      // Outside of a store nothing is kept between actions.
      let slot = PresentationSlot(id: .keyPath(toChildState()))
      return reduce(&state, action, nil, slot)
    }
    return step.slot(toChildState, as: PresentationSlot.self)() { reduce(&state, action, step, $0) }
  }

  private func reduce(
    _ state: inout Base.State, _ action: Base.Action, _ step: FeatureStep?,
    _ slot: PresentationSlot
  ) -> Effect<Base.Action> {
    let part = StatePart(toChildState, in: slot)
    let childEffect = reduceChild(&state, action, part, step, slot)
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
    _ step: FeatureStep?, _ slot: PresentationSlot
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
