import BackstackDependencies

/// What `ifLet` on a presentation makes of a reducer.
public struct _PresentationReducer<Base: Reducer, Destination: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let toPresentation:
    any WritableKeyPath<Base.State, PresentationState<Destination.State>> & Sendable
  let toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>
  let destination: Destination
  let location: SourceLocation

  /// What an action is to the presentation.
  private enum Kind {
    /// None of its business.
    case other
    /// The end of what is presented.
    case dismiss(PresentationIdentity)
    /// For what is presented.
    case presented(PresentationIdentity)
    /// For an alert or a dialog, which it closes.
    case button(PresentationIdentity)
  }

  // The reducers below run with as little of this operator on the stack as can be: what comes before
  // and after them is in functions that have returned by then, or are not called yet (U1).
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let frame = DependencyFrame.current
    let node = frame?.values.navigationNode
    // Outside of a store nothing is kept between actions.
    let slot =
      node?.slot(.keyPath(toPresentation), as: PresentationSlot.self)
      ?? PresentationSlot(place: .keyPath(toPresentation))
    let kind = kind(of: action, &state, slot)
    var effect = Effect<Base.Action>.none
    if case .presented(let identity) = kind {
      let child = node.map { slot.node(identity, under: $0, presents: true) }
      if slot.follow == nil { follow(slot) }
      let outer = frame?.swapNode(child)
      let childEffect = reduceDestination(&state, action)
      frame?.restoreNode(outer)
      effect = embed(childEffect)
    } else if case .button = kind {
      effect = embed(reduceDestination(&state, action))
    }
    return effect.merge(with: reduceBase(&state, action, kind, node, slot))
  }

  /// Lets the store look after what is mounted here when no action comes by.
  private func follow(_ slot: PresentationSlot) {
    slot.follow = { [unowned slot, toPresentation] state in
      // Sound: the store has the state, whose type is that of the operator's.
      let state = state.assumingMemoryBound(to: Base.State.self)
      let presentation = PresentationPart(toPresentation).value(at: state)
      slot.reconcile(with: presentation.read { slot.identity(of: $0) })
      _ = presentation.read { slot.followBelow($0) }
    }
  }

  @inline(never)
  private func kind(
    of action: Base.Action, _ state: inout Base.State, _ slot: PresentationSlot
  ) -> Kind {
    guard let presentationAction = toPresentationAction.extract(from: action) else { return .other }
    guard let identity = identity(in: &state, slot) else {
      reportIssue(
        """
        ifLet got an action, '\(caseName(of: presentationAction))', while nothing was presented. \
        What was presented was dismissed before the action arrived, or an effect sent it too late.
        """,
        at: location)
      return .other
    }
    switch presentationAction {
    case .dismiss: return .dismiss(identity)
    case .presented(let action):
      return isEphemeral(&state, slot, closedBy: action) ? .button(identity) : .presented(identity)
    }
  }

  /// Runs the destination in place.
  private func reduceDestination(
    _ state: inout Base.State, _ action: Base.Action
  ) -> Effect<Destination.Action> {
    let part = PresentationPart(toPresentation)
    var presentation = part.exchange(&state, for: .absent)
    defer { _ = part.exchange(&state, for: presentation) }
    // Sound: `presentation` keeps the box.
    let pointer = presentation.uniquePointer()
    return destination.reduce(into: &pointer.pointee!, action: destinationAction(of: action))
  }

  @inline(never)
  private func destinationAction(of action: Base.Action) -> Destination.Action {
    guard case .presented(let action) = toPresentationAction.extract(from: action) else {
      preconditionFailure("Another kind of action.")
    }
    return action
  }

  private func embed(_ effect: Effect<Destination.Action>) -> Effect<Base.Action> {
    if effect.isNone { return .none }
    return effect.map { [toPresentationAction] in toPresentationAction.embed(.presented($0)) }
  }

  /// Runs the base, and dismisses or unmounts what is no longer to be presented.
  @inline(never)
  private func reduceBase(
    _ state: inout Base.State, _ action: Base.Action, _ kind: Kind,
    _ node: NavigationNode?, _ slot: PresentationSlot
  ) -> Effect<Base.Action> {
    let ending: PresentationIdentity? =
      switch kind {
      case .other, .presented: nil
      case .dismiss(let identity): identity
      // What the button did to its alert is no new presentation by the parent.
      case .button: identity(in: &state, slot)
      }
    var effect = base.reduce(into: &state, action: action)
    if let ending { dismiss(&state, ifStill: ending, slot) }
    guard node != nil else { return effect }
    if slot.isMounted { slot.reconcile(with: identity(in: &state, slot)) }
    if !slot.isAttached {
      effect = effect.merge(
        with: Effect(
          .attach(slot) { [toPresentationAction] _ in toPresentationAction.embed(.dismiss) }))
    }
    return effect
  }

  private func dismiss(
    _ state: inout Base.State, ifStill presented: PresentationIdentity, _ slot: PresentationSlot
  ) {
    if identity(in: &state, slot) == presented {
      _ = PresentationPart(toPresentation).exchange(&state, for: .absent)
    }
  }

  private func identity(
    in state: inout Base.State, _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    PresentationPart(toPresentation).value(in: &state).read { slot.identity(of: $0) }
  }

  /// Whether an alert or dialog is presented and the action is one of its buttons' (R61 to R63).
  private func isEphemeral(
    _ state: inout Base.State, _ slot: PresentationSlot, closedBy action: Destination.Action
  ) -> Bool {
    PresentationPart(toPresentation).value(in: &state).read { presented in
      guard slot.isEphemeral(presented) else { return false }
      // Two alerts of an enum may have the same type of action.
      if presented is any CaseReducerState { return !isForAnotherCase(action, presented) }
      let payload = PayloadTraits.payload(of: presented) ?? presented
      return (payload as? any _EphemeralState)?.isClosed(by: action) ?? false
    } ?? false
  }
}

extension _EphemeralState {
  /// Whether an action is one of this state's own, as it is or as the payload of a case.
  fileprivate func isClosed(by action: Any) -> Bool {
    action is Action || Mirror(reflecting: action).children.first?.value is Action
  }
}
