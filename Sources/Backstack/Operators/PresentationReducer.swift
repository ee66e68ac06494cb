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

  private typealias Part = PresentationPart<Base.State, Destination.State>
  private typealias Slot = SlotReference<PresentationSlot>

  /// What is to get an action that is for what is presented.
  private enum Target {
    /// Nothing is presented.
    case missing
    /// A feature; in a store the one that is mounted.
    case feature(Unmanaged<NavigationNode>?)
    /// An alert or a dialog, which the action closes.
    case button
  }

  // The reducers below run with as little of this operator on the stack as can be: what comes before
  // and after them is in functions that have returned by then, or are not called yet (U1).
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let step = FeatureStep.current
    let keyPath = Unmanaged.passUnretained(toPresentation as Part.KeyPath)
    let slot: Slot? = step?.slot(keyPath)
    switch toPresentationAction.extract(from: action) {
    case nil:
      let effect = base.reduce(into: &state, action: action)
      if slot == nil { return effect }
      return settle(effect, &state, Part(keyPath, in: slot), slot)
    case .dismiss:
      let part = Part(keyPath, in: slot)
      if !part.isPresented(in: &state) { reportMissing(for: action) }
      return reduceEnding(&state, action, part, slot)
    case .presented(let destinationAction):
      let part = Part(keyPath, in: slot)
      let target = target(of: destinationAction, &state, part, step, slot)
      if case .missing = target {
        reportMissing(for: action)
        return settle(base.reduce(into: &state, action: action), &state, part, slot)
      }
      let effect = reduceDestination(&state, destinationAction, target, part, step)
      if case .button = target {
        return embed(effect).merge(with: reduceEnding(&state, action, part, slot))
      }
      let baseEffect = settle(base.reduce(into: &state, action: action), &state, part, slot)
      return effect.isNone ? baseEffect : embed(effect).merge(with: baseEffect)
    }
  }

  /// Runs the destination in place, as the current feature unless it is an alert, which is none.
  private func reduceDestination(
    _ state: inout Base.State, _ action: Destination.Action, _ target: Target, _ part: Part,
    _ step: FeatureStep?
  ) -> Effect<Destination.Action> {
    let taken = part.take(&state)
    defer { part.putBack(taken, &state) }
    guard case .feature(let node?) = target, let step else {
      return destination.reduce(into: &taken.pointer.pointee!, action: action)
    }
    step.enter(node)
    defer { step.leave() }
    return destination.reduce(into: &taken.pointer.pointee!, action: action)
  }

  // MARK: What gets the action

  private func target(
    of action: Destination.Action, _ state: inout Base.State, _ part: Part, _ step: FeatureStep?,
    _ slot: Slot?
  ) -> Target {
    if let slot {
      // What most actions find: the same feature as the one before them.
      let mounted = slot { slot in part.read(in: &state) { slot.plainNode(of: &$0) } ?? nil }
      if let mounted { return .feature(mounted) }
    } else if PayloadTraits.isFeature(Destination.State.self), part.isPresented(in: &state) {
      return .feature(nil)
    }
    return findTarget(of: action, &state, part, step, slot)
  }

  @inline(never)
  private func findTarget(
    of action: Destination.Action, _ state: inout Base.State, _ part: Part, _ step: FeatureStep?,
    _ slot: Slot?
  ) -> Target {
    withSlot(slot) { slot in
      let presented = part.read(in: &state) {
        (identity: slot.identity(of: &$0), isEphemeral: slot.isEphemeral(&$0))
      }
      guard let (identity, isEphemeral) = presented else { return .missing }
      if isEphemeral && isClosed(&state, part, by: action) { return .button }
      guard let step else { return .feature(nil) }
      if !slot.isFollowed { follow(slot) }
      return .feature(step.withNode { slot.node(identity, under: $0, presents: true) })
    }
  }

  /// Calls `body` with the slot, or with one that forgets: outside of a store nothing is kept between
  /// actions.
  private func withSlot<Result>(_ slot: Slot?, _ body: (PresentationSlot) -> Result) -> Result {
    guard let slot else { return body(PresentationSlot(place: .keyPath(toPresentation))) }
    return slot(body)
  }

  /// Lets the store look after what is mounted here when no action comes by.
  @inline(never)
  private func follow(_ slot: PresentationSlot) {
    slot.follow = { [unowned slot, toPresentation] state in
      guard let state = state.pointer(to: Base.State.self) else { return }
      let part = Part(.passUnretained(toPresentation), in: Slot(.passUnretained(slot)))
      slot.reconcile(with: part.read(at: state) { slot.identity(of: &$0) })
      _ = part.read(at: state) { slot.followBelow(&$0) }
    }
  }

  /// Whether the action is one of the alert's or dialog's that is presented (R61 to R63).
  @inline(never)
  private func isClosed(
    _ state: inout Base.State, _ part: Part, by action: Destination.Action
  ) -> Bool {
    part.read(in: &state) { presented in
      // Two alerts of an enum may have the same type of action.
      if presented is any CaseReducerState { return !isForAnotherCase(action, presented) }
      let payload = PayloadTraits.payload(of: presented) ?? presented
      return (payload as? any _EphemeralState)?.isClosed(by: action) ?? false
    } ?? false
  }

  @inline(never)
  private func reportMissing(for action: Base.Action) {
    guard let presentationAction = toPresentationAction.extract(from: action) else { return }
    reportIssue(
      """
      ifLet got an action, '\(caseName(of: presentationAction))', while nothing was presented. \
      What was presented was dismissed before the action arrived, or an effect sent it too late.
      """,
      at: location)
  }

  // MARK: What comes of it

  private func embed(_ effect: Effect<Destination.Action>) -> Effect<Base.Action> {
    if effect.isNone { return .none }
    return effect.map { [toPresentationAction] in toPresentationAction.embed(.presented($0)) }
  }

  /// Runs the base, then dismisses what was presented before, if it still is. What a button did to its
  /// alert is no new presentation by the parent.
  @inline(never)
  private func reduceEnding(
    _ state: inout Base.State, _ action: Base.Action, _ part: Part, _ slot: Slot?
  ) -> Effect<Base.Action> {
    withSlot(slot) { memory in
      let ending = identity(in: &state, part, memory)
      let effect = base.reduce(into: &state, action: action)
      if let ending, identity(in: &state, part, memory) == ending { part.dismiss(&state) }
      return settle(effect, &state, part, slot)
    }
  }

  /// Unmounts what is no longer presented after the base has run.
  private func settle(
    _ effect: Effect<Base.Action>, _ state: inout Base.State, _ part: Part, _ slot: Slot?
  ) -> Effect<Base.Action> {
    guard let slot else { return effect }
    let isSettled = slot { slot in
      slot.isAttached && (!slot.isMounted || isPlain(&state, part, slot))
    }
    return isSettled ? effect : reconcile(effect, &state, part, slot)
  }

  private func isPlain(_ state: inout Base.State, _ part: Part, _ slot: PresentationSlot) -> Bool {
    part.read(in: &state) { slot.plainNode(of: &$0) != nil } ?? false
  }

  @inline(never)
  private func reconcile(
    _ effect: Effect<Base.Action>, _ state: inout Base.State, _ part: Part, _ slot: Slot
  ) -> Effect<Base.Action> {
    slot { slot in
      if slot.isMounted { slot.reconcile(with: identity(in: &state, part, slot)) }
      if slot.isAttached { return effect }
      return effect.merge(
        with: Effect(
          .attach(slot) { [toPresentationAction] _ in toPresentationAction.embed(.dismiss) }))
    }
  }

  private func identity(
    in state: inout Base.State, _ part: Part, _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    part.read(in: &state) { slot.identity(of: &$0) }
  }
}

extension _EphemeralState {
  /// Whether an action is one of this state's own, as it is or as the payload of a case.
  fileprivate func isClosed(by action: Any) -> Bool {
    action is Action || Mirror(reflecting: action).children.first?.value is Action
  }
}
