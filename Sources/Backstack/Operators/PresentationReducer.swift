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

    var isForDestination: Bool {
      switch self {
      case .presented, .button: true
      case .other, .dismiss: false
      }
    }
  }

  // The reducers below run with as little of this operator on the stack as can be: what comes before
  // and after them is in functions that have returned by then, or are not called yet (U1).
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let step = FeatureStep.current
    // Outside of a store nothing is kept between actions.
    let own = step == nil ? PresentationSlot(place: .keyPath(toPresentation)) : nil
    defer { withExtendedLifetime(own) {} }
    let slot =
      own.map { SlotReference(.passUnretained($0)) } ?? step!.slot(toPresentation)
    let kind = slot { self.kind(of: action, &state, $0) }
    guard kind.isForDestination else {
      return slot { reduceBase(&state, action, kind, step, $0) }
    }
    enter(kind, step, slot)
    let effect = reduceDestination(&state, action, slot)
    leave(kind, step)
    return slot { embed(effect).merge(with: reduceBase(&state, action, kind, step, $0)) }
  }

  /// Makes what is presented the current feature, unless it is an alert or a dialog, which are none.
  @inline(never)
  private func enter(
    _ kind: Kind, _ step: FeatureStep?, _ slot: SlotReference<PresentationSlot>
  ) {
    guard case .presented(let identity) = kind, let step else { return }
    step.enter(
      slot { slot in
        if !slot.isFollowed { follow(slot) }
        return step.withNode { slot.node(identity, under: $0, presents: true) }
      })
  }

  private func leave(_ kind: Kind, _ step: FeatureStep?) {
    if case .presented = kind { step?.leave() }
  }

  /// Lets the store look after what is mounted here when no action comes by.
  @inline(never)
  private func follow(_ slot: PresentationSlot) {
    slot.follow = { [unowned slot, toPresentation] state in
      guard let state = state.pointer(to: Base.State.self) else { return }
      let part = PresentationPart(toPresentation, in: slot)
      slot.reconcile(with: part.read(at: state) { slot.identity(of: &$0) })
      _ = part.read(at: state) { slot.followBelow(&$0) }
    }
  }

  @inline(never)
  private func kind(
    of action: Base.Action, _ state: inout Base.State, _ slot: PresentationSlot
  ) -> Kind {
    guard let presentationAction = toPresentationAction.extract(from: action) else { return .other }
    let presented = PresentationPart(toPresentation, in: slot).read(in: &state) {
      (identity: slot.identity(of: &$0), isEphemeral: slot.isEphemeral(&$0))
    }
    guard let (identity, isEphemeral) = presented else {
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
      return isEphemeral && isClosed(&state, slot, by: action)
        ? .button(identity) : .presented(identity)
    }
  }

  /// Runs the destination in place.
  private func reduceDestination(
    _ state: inout Base.State, _ action: Base.Action, _ slot: SlotReference<PresentationSlot>
  ) -> Effect<Destination.Action> {
    let part = slot { PresentationPart(toPresentation, in: $0) }
    let taken = part.take(&state)
    defer { part.putBack(taken, &state) }
    return destination.reduce(into: &taken.pointer.pointee!, action: destinationAction(of: action))
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
    _ step: FeatureStep?, _ slot: PresentationSlot
  ) -> Effect<Base.Action> {
    let ending: PresentationIdentity? =
      switch kind {
      case .other, .presented: nil
      case .dismiss(let identity): identity
      // What the button did to its alert is no new presentation by the parent.
      case .button: identity(in: &state, slot)
      }
    let effect = base.reduce(into: &state, action: action)
    if let ending { dismiss(&state, ifStill: ending, slot) }
    guard step != nil else { return effect }
    if slot.isMounted { slot.reconcile(with: identity(in: &state, slot)) }
    return slot.isAttached ? effect : effect.merge(with: attach(slot))
  }

  @inline(never)
  private func attach(_ slot: PresentationSlot) -> Effect<Base.Action> {
    Effect(.attach(slot) { [toPresentationAction] _ in toPresentationAction.embed(.dismiss) })
  }

  private func dismiss(
    _ state: inout Base.State, ifStill presented: PresentationIdentity, _ slot: PresentationSlot
  ) {
    if identity(in: &state, slot) == presented {
      PresentationPart(toPresentation, in: slot).dismiss(&state)
    }
  }

  private func identity(
    in state: inout Base.State, _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    PresentationPart(toPresentation, in: slot).read(in: &state) { slot.identity(of: &$0) }
  }

  /// Whether the action is one of the alert's or dialog's that is presented (R61 to R63).
  @inline(never)
  private func isClosed(
    _ state: inout Base.State, _ slot: PresentationSlot, by action: Destination.Action
  ) -> Bool {
    PresentationPart(toPresentation, in: slot).read(in: &state) { presented in
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
