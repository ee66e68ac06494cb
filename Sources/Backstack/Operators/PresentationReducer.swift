import BackstackDependencies

extension Reducer {
  /// Runs a reducer for the presented feature, and dismisses it.
  ///
  /// The child's reducer runs before this one. On `dismiss`, this one runs first and can read the
  /// child's state one last time.
  ///
  /// The key path expression may be evaluated any number of times. It must give the same key path
  /// throughout an action; in a store, an expression that captures nothing must always give the
  /// same one.
  public consuming func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentation:
      @autoclosure @escaping () -> any WritableKeyPath<
        State, PresentationState<ChildState>
      > & Sendable,
    action toPresentationAction: any CaseKeyPath<Action, PresentationAction<ChildAction>>
      & Sendable,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, Child>
  where Action: CasePathable {
    _PresentationReducer(
      base: self, toPresentation, AnyCasePath(toPresentationAction), destination: destination(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of the presented feature.
  public consuming func ifLet<ChildState: CaseReducerState>(
    _ toPresentation:
      @autoclosure @escaping () -> any WritableKeyPath<
        State, PresentationState<ChildState>
      > & Sendable,
    action toPresentationAction: any CaseKeyPath<
      Action, PresentationAction<ChildState.StateReducer.Action>
    > & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, ChildState.StateReducer.CaseBody>
  where Action: CasePathable {
    _PresentationReducer(
      base: self, toPresentation, AnyCasePath(toPresentationAction),
      destination: ChildState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Dismisses an alert or a dialog when one of its buttons is pressed.
  public consuming func ifLet<ChildState: _EphemeralState>(
    _ toPresentation:
      @autoclosure @escaping () -> any WritableKeyPath<
        State, PresentationState<ChildState>
      > & Sendable,
    action toPresentationAction: any CaseKeyPath<Action, PresentationAction<ChildState.Action>>
      & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, EmptyReducer<ChildState, ChildState.Action>>
  where Action: CasePathable {
    _PresentationReducer(
      base: self, toPresentation, AnyCasePath(toPresentationAction), destination: EmptyReducer(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The reducer that `ifLet` on a presentation returns.
public struct _PresentationReducer<Base: Reducer, Destination: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never
  private typealias Slot = SlotReference<PresentationSlot>

  private let base: Base
  private let presentation: PresentationPart<Base.State, Destination.State>
  /// The classification of an action for the presentation. The closure is made from the case path
  /// at the call site of the operator, so that the compiler can check both cases at once, without
  /// reference counting in between.
  private let incoming: (Base.Action) -> Incoming
  /// The closure that embeds an action of the presentation in the parent's action.
  private let toAction: @Sendable (PresentationAction<Destination.Action>) -> Base.Action
  private let destination: Destination
  private let location: SourceLocation

  /// The meaning of an action for the presentation.
  private enum Incoming {
    /// The action is not for the presentation.
    case other
    case dismiss
    case presented(Destination.Action)

    var isOther: Bool {
      if case .other = self { true } else { false }
    }
  }

  // Inlined, so that the closures are made where the compiler knows their captures.
  @inline(__always)
  init(
    base: consuming Base,
    _ toPresentation:
      @escaping () -> any WritableKeyPath<Base.State, PresentationState<Destination.State>>
      & Sendable,
    _ toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>,
    destination: consuming Destination, location: SourceLocation
  ) {
    self.base = base
    presentation = PresentationPart(toPresentation)
    let (embed, extract) = toPresentationAction.functions
    toAction = embed
    incoming = { action in
      switch extract(action) {
      case nil: .other
      case .dismiss: .dismiss
      case .presented(let action): .presented(action)
      }
    }
    self.destination = destination
    self.location = location
  }

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
      return reconcileIfNeeded(
        base.reduce(into: &state, action: action), &state, at: offset, in: slot)
    case .dismiss:
      if !presentation.isPresented(in: &state, at: offset) { reportMissing(for: action) }
      return reduceEnding(&state, action, at: offset, in: slot)
    case .presented(let destinationAction):
      let target = target(of: destinationAction, &state, at: offset, during: step, in: slot)
      if case .missing = target {
        reportMissing(for: action)
        return reconcileIfNeeded(
          base.reduce(into: &state, action: action), &state, at: offset, in: slot)
      }
      let effect = reduceDestination(&state, destinationAction, target, at: offset, during: step)
      if case .button = target {
        return embed(effect).merge(with: reduceEnding(&state, action, at: offset, in: slot))
      }
      let baseEffect = reconcileIfNeeded(
        base.reduce(into: &state, action: action), &state, at: offset, in: slot)
      return effect.isNone ? baseEffect : embed(effect).merge(with: baseEffect)
    }
  }

  /// Runs the destination in place. It becomes the current feature unless it is an alert.
  private func reduceDestination(
    _ state: inout Base.State, _ action: Destination.Action, _ target: Target, at offset: Int?,
    during step: FeatureStep?
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
    of action: Destination.Action, _ state: inout Base.State, at offset: Int?,
    during step: FeatureStep?,
    in slot: Slot?
  ) -> Target {
    if let slot {
      // The common case: the same feature as for the previous action.
      let mounted = presentation.read(in: &state, at: offset) { presented in
        slot { $0.node(of: presented) }
      }
      if let mounted = mounted ?? nil { return .feature(mounted) }
    } else if PayloadTraits.isFeature(Destination.State.self),
      presentation.isPresented(in: &state, at: offset)
    {
      return .feature(nil)
    }
    return findTarget(of: action, &state, at: offset, during: step, in: slot)
  }

  @inline(never)
  private func findTarget(
    of action: Destination.Action, _ state: inout Base.State, at offset: Int?,
    during step: FeatureStep?,
    in slot: Slot?
  ) -> Target {
    withSlot(slot) { slot in
      let isEphemeral = presentation.read(in: &state, at: offset) { slot.isEphemeral($0) }
      guard let isEphemeral else { return .missing }
      if isEphemeral && isClosed(&state, offset, by: action) { return .button }
      guard let step, let identity = identity(in: &state, offset, slot) else {
        return .feature(nil)
      }
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
  @_semantics("optimize.sil.specialize.generic.never")
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
  @_semantics("optimize.sil.specialize.generic.never")
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
  @_semantics("optimize.sil.specialize.generic.never")
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
    _ state: inout Base.State, _ action: Base.Action, at offset: Int?, in slot: Slot?
  ) -> Effect<Base.Action> {
    withSlot(slot) { memory in
      let ending = identity(in: &state, offset, memory)
      let effect = base.reduce(into: &state, action: action)
      if let ending, identity(in: &state, offset, memory) == ending { presentation.dismiss(&state) }
      return reconcileIfNeeded(effect, &state, at: offset, in: slot)
    }
  }

  /// Unmounts the feature that is no longer presented after the base has run.
  private func reconcileIfNeeded(
    _ effect: Effect<Base.Action>, _ state: inout Base.State, at offset: Int?, in slot: Slot?
  ) -> Effect<Base.Action> {
    guard let slot else { return effect }
    let isReconciled =
      slot { $0.isAttached } && (!slot { $0.isMounted } || isPresented(&state, offset, slot))
    return isReconciled ? effect : reconcile(effect, &state, at: offset, in: slot)
  }

  private func isPresented(_ state: inout Base.State, _ offset: Int?, _ slot: Slot) -> Bool {
    presentation.read(in: &state, at: offset) { presented in
      slot { $0.node(of: presented) != nil }
    } ?? false
  }

  @inline(never)
  private func reconcile(
    _ effect: Effect<Base.Action>, _ state: inout Base.State, at offset: Int?, in slot: Slot
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

  // MARK: Reachability

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    let incoming = incoming(action)
    if !incoming.isOther {
      let missing = withUnsafePointer(to: state) { state in
        presentation.read(in: state, at: nil) { presented -> MissingTarget? in
          guard case .presented(let action) = incoming else { return nil }
          return missingTarget(of: action, presented.pointee)
        }
      }
      guard let missing else {
        return MissingTarget(reason: .presentation, message: "Nothing is presented.")
      }
      if let missing { return missing }
    }
    return base._missingTarget(of: action, in: state)
  }

  private func missingTarget(
    of action: Destination.Action, _ presented: Destination.State
  ) -> MissingTarget? {
    if let missing = destination._missingTarget(of: action, in: presented) { return missing }
    return isForAnotherCase(action, presented) ? .case(of: presented, for: action) : nil
  }

  /// Returns whether an action belongs to a case of an enum reducer that is not presented.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func isForAnotherCase(
    _ action: Destination.Action, _ presented: Destination.State
  ) -> Bool {
    if destination is CaseReducers<Destination.State, Destination.Action> {
      return destination._missingTarget(of: action, in: presented) != nil
    }
    // In a manually written body, no reducer knows the case of an alert.
    guard Destination.State.self is any CaseReducerState.Type,
      let presented = presented as? any CaseReducerState,
      let actionCase = Mirror(reflecting: action).children.first?.label
    else { return false }
    return actionCase != caseName(of: presented) && hasCase(actionCase, presented)
  }

  private func hasCase<Enum: CasePathable>(_ name: String, _: Enum) -> Bool {
    func names<Table: CasePathTable>(_ table: Table.Type) -> [String] {
      table.namedCases.map(\.name)
    }
    guard let table = Enum.AllCasePaths.self as? any CasePathTable.Type else { return false }
    return names(table).contains(name)
  }
}

extension _EphemeralState {
  /// Returns whether an action is one of this state's own, either itself or as the payload of a
  /// case.
  fileprivate func isClosed(by action: Any) -> Bool {
    action is Action || Mirror(reflecting: action).children.first?.value is Action
  }
}
