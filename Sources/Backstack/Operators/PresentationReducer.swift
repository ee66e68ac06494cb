import BackstackDependencies

/// The reducer that `ifLet` on a presentation returns.
public struct _PresentationReducer<Base: Reducer, Destination: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let presentation: PresentationPart<Base.State, Destination.State>
  /// The classification of an action for the presentation. The closure is made from the case path
  /// at the call site of the operator, so that the compiler can check both cases at once, without
  /// reference counting in between.
  let incoming: (Base.Action) -> Incoming
  /// The closure that embeds an action of the presentation in the parent's action.
  let toAction: @Sendable (PresentationAction<Destination.Action>) -> Base.Action
  let destination: Destination
  let location: SourceLocation

  private typealias Slot = SlotReference<PresentationSlot>

  /// The receiver of an action for the presented feature.
  private enum Target {
    /// Nothing is presented.
    case missing
    /// A feature; in a store the one that is mounted.
    case feature(Unmanaged<NavigationNode>?)
    /// An alert or a dialog, which the action closes.
    case button
  }

  // The reducers below run with as little stack of this operator as possible: the code before and
  // after them is in separate functions, which are not active meanwhile.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let step = FeatureStep.current
    let slot: Slot? = step?.slot(presentation.source)
    let offset = presentation.offset(in: slot)
    let incoming = incoming(action)
    if !incoming.isOther { step?.takeAction() }
    switch incoming {
    case .other:
      return reconcileIfNeeded(base.reduce(into: &state, action: action), &state, offset, slot)
    case .dismiss:
      if !presentation.isPresented(in: &state, at: offset) { reportMissing(for: action) }
      return reduceEnding(&state, action, offset, slot)
    case .presented(let destinationAction):
      let target = target(of: destinationAction, &state, offset, step, slot)
      if case .missing = target {
        reportMissing(for: action)
        return reconcileIfNeeded(base.reduce(into: &state, action: action), &state, offset, slot)
      }
      let effect = reduceDestination(&state, destinationAction, target, offset, step)
      if case .button = target {
        return embed(effect).merge(with: reduceEnding(&state, action, offset, slot))
      }
      let baseEffect = reconcileIfNeeded(
        base.reduce(into: &state, action: action), &state, offset, slot)
      return effect.isNone ? baseEffect : embed(effect).merge(with: baseEffect)
    }
  }

  /// Runs the destination in place. It becomes the current feature unless it is an alert.
  private func reduceDestination(
    _ state: inout Base.State, _ action: Destination.Action, _ target: Target, _ offset: Int?,
    _ step: FeatureStep?
  ) -> Effect<Destination.Action> {
    presentation.change(&state, at: offset) { presented in
      guard case .feature(let node?) = target, let step else {
        return destination.reduce(into: &presented, action: action)
      }
      step.enterScreen(node)
      defer { step.leaveScreen(after: action) }
      return destination.reduce(into: &presented, action: action)
    }
  }

  // MARK: Finding the receiver of an action

  private func target(
    of action: Destination.Action, _ state: inout Base.State, _ offset: Int?, _ step: FeatureStep?,
    _ slot: Slot?
  ) -> Target {
    if let slot {
      // The common case: the same feature as for the previous action.
      let mounted = presentation.read(in: &state, at: offset) { presented in
        slot { $0.plainNode(of: presented) }
      }
      if let mounted = mounted ?? nil { return .feature(mounted) }
    } else if PayloadTraits.isFeature(Destination.State.self),
      presentation.isPresented(in: &state, at: offset)
    {
      return .feature(nil)
    }
    return findTarget(of: action, &state, offset, step, slot)
  }

  @inline(never)
  private func findTarget(
    of action: Destination.Action, _ state: inout Base.State, _ offset: Int?, _ step: FeatureStep?,
    _ slot: Slot?
  ) -> Target {
    withSlot(slot) { slot in
      let presented = presentation.read(in: &state, at: offset) {
        (identity: slot.identity(of: $0), isEphemeral: slot.isEphemeral($0))
      }
      guard let (identity, isEphemeral) = presented else { return .missing }
      if isEphemeral && isClosed(&state, offset, by: action) { return .button }
      guard let step else { return .feature(nil) }
      if !slot.hasReconciler { installReconciler(in: slot) }
      return .feature(step.withNode { slot.node(identity, under: $0, presents: true) })
    }
  }

  /// Calls `body` with the slot. Outside of a store the slot is temporary, because nothing is kept
  /// between actions.
  private func withSlot<Result>(_ slot: Slot?, _ body: (PresentationSlot) -> Result) -> Result {
    guard let slot else { return body(PresentationSlot(id: .keyPath(presentation.source()))) }
    return slot(body)
  }

  /// Sets the slot's `reconciler`, which reconciles the presentation even when no action passes.
  @inline(never)
  private func installReconciler(in slot: PresentationSlot) {
    slot.reconciler = { [unowned slot, presentation] state in
      guard let state = state.pointer(to: Base.State.self) else { return }
      let offset = presentation.offset(in: Slot(.passUnretained(slot)))
      slot.reconcile(with: presentation.read(in: state, at: offset) { slot.identity(of: $0) })
      _ = presentation.read(in: state, at: offset) { slot.reconcileBelow($0) }
    }
  }

  /// Returns whether the action belongs to the presented alert or dialog, which it closes (R61 to
  /// R63).
  @inline(never)
  private func isClosed(
    _ state: inout Base.State, _ offset: Int?, by action: Destination.Action
  ) -> Bool {
    presentation.read(in: &state, at: offset) { presented in
      let presented = presented.pointee
      // Two alerts of an enum may have the same action type.
      if presented is any CaseReducerState { return !isForAnotherCase(action, presented) }
      let payload = PayloadTraits.payload(of: presented) ?? presented
      return (payload as? any _EphemeralState)?.isClosed(by: action) ?? false
    } ?? false
  }

  @inline(never)
  private func reportMissing(for action: Base.Action) {
    reportIssue(
      """
      ifLet got an action, '\(caseName(of: incoming(action)))', while nothing was presented. \
      What was presented was dismissed before the action arrived, or an effect sent it too late.
      """,
      at: location)
  }

  // MARK: Finishing an action

  private func embed(_ effect: Effect<Destination.Action>) -> Effect<Base.Action> {
    if effect.isNone { return .none }
    return effect.map { [toAction] in toAction(.presented($0)) }
  }

  /// Runs the base, then dismisses what was presented before, if it still is. A button's change of
  /// its own alert does not count as a new presentation.
  @inline(never)
  private func reduceEnding(
    _ state: inout Base.State, _ action: Base.Action, _ offset: Int?, _ slot: Slot?
  ) -> Effect<Base.Action> {
    withSlot(slot) { memory in
      let ending = identity(in: &state, offset, memory)
      let effect = base.reduce(into: &state, action: action)
      if let ending, identity(in: &state, offset, memory) == ending { presentation.dismiss(&state) }
      return reconcileIfNeeded(effect, &state, offset, slot)
    }
  }

  /// Unmounts the feature that is no longer presented after the base has run.
  private func reconcileIfNeeded(
    _ effect: Effect<Base.Action>, _ state: inout Base.State, _ offset: Int?, _ slot: Slot?
  ) -> Effect<Base.Action> {
    guard let slot else { return effect }
    let isReconciled =
      slot { $0.isAttached } && (!slot { $0.isMounted } || isPlain(&state, offset, slot))
    return isReconciled ? effect : reconcile(effect, &state, offset, slot)
  }

  private func isPlain(_ state: inout Base.State, _ offset: Int?, _ slot: Slot) -> Bool {
    presentation.read(in: &state, at: offset) { presented in
      slot { $0.plainNode(of: presented) != nil }
    } ?? false
  }

  @inline(never)
  private func reconcile(
    _ effect: Effect<Base.Action>, _ state: inout Base.State, _ offset: Int?, _ slot: Slot
  ) -> Effect<Base.Action> {
    slot { slot in
      if slot.isMounted { slot.reconcile(with: identity(in: &state, offset, slot)) }
      if slot.isAttached { return effect }
      return effect.merge(
        with: Effect(
          .attach(slot) { [toAction] _ in toAction(.dismiss) }))
    }
  }

  private func identity(
    in state: inout Base.State, _ offset: Int?, _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    presentation.read(in: &state, at: offset) { slot.identity(of: $0) }
  }
}

extension _EphemeralState {
  /// Returns whether an action is one of this state's own, either itself or as the payload of a
  /// case.
  fileprivate func isClosed(by action: Any) -> Bool {
    action is Action || Mirror(reflecting: action).children.first?.value is Action
  }
}
