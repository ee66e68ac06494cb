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

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let frame = DependencyFrame.current
    guard let node = frame?.values.navigationNode else {
      // Outside of a store nothing is kept between actions.
      let slot = PresentationSlot(place: .keyPath(toPresentation))
      return reducePresentation(&state, action, frame, nil, slot)
    }
    let slot = node.slot(.keyPath(toPresentation), as: PresentationSlot.self)
    var effect = reducePresentation(&state, action, frame, node, slot)
    if slot.isMounted { slot.reconcile(with: identity(in: &state, slot)) }
    if !slot.isAttached {
      effect = effect.merge(
        with: Effect(
          .attach(slot) { [toPresentationAction] _ in toPresentationAction.embed(.dismiss) }))
    }
    return effect
  }

  private func reducePresentation(
    _ state: inout Base.State, _ action: Base.Action,
    _ frame: DependencyFrame?, _ node: NavigationNode?, _ slot: PresentationSlot
  ) -> Effect<Base.Action> {
    guard
      let presentationAction = toPresentationAction.extract(from: action)
    else { return base.reduce(into: &state, action: action) }
    guard let before = identity(in: &state, slot) else {
      reportIssue(
        """
        ifLet got an action, '\(caseName(of: presentationAction))', while nothing was presented. \
        What was presented was dismissed before the action arrived, or an effect sent it too late.
        """,
        at: location)
      return base.reduce(into: &state, action: action)
    }

    switch presentationAction {
    case .dismiss:
      let effect = base.reduce(into: &state, action: action)
      dismiss(&state, ifStill: before, slot)
      return effect

    case .presented(let destinationAction):
      let isEphemeral = isEphemeral(&state, slot, closedBy: destinationAction)
      let part = StatePart(presentation: toPresentation, in: slot, of: &state)
      let destinationEffect =
        if let frame, let node, !isEphemeral {
          frame.enter(slot.node(before, under: node, presents: true)) {
            reduceDestination(&state, part, destinationAction)
          }
        } else {
          reduceDestination(&state, part, destinationAction)
        }
      // What the destination did to itself is no new presentation by the parent.
      let reduced = isEphemeral ? identity(in: &state, slot) : nil
      let mapped: Effect<Base.Action> =
        if destinationEffect.isNone {
          .none
        } else {
          destinationEffect.map { [toPresentationAction] in
            toPresentationAction.embed(.presented($0))
          }
        }
      let effect = mapped.merge(with: base.reduce(into: &state, action: action))
      if let reduced { dismiss(&state, ifStill: reduced, slot) }
      return effect
    }
  }

  private func reduceDestination(
    _ state: inout Base.State,
    _ part: StatePart<Base.State, PresentationState<Destination.State>>,
    _ action: Destination.Action
  ) -> Effect<Destination.Action> {
    part.take(&state, leaving: PresentationState(wrappedValue: nil)) { presentation in
      presentation.withPresented { destination.reduce(into: &$0, action: action) }
    }
  }

  private func dismiss(
    _ state: inout Base.State, ifStill presented: PresentationIdentity, _ slot: PresentationSlot
  ) {
    if identity(in: &state, slot) == presented {
      state[keyPath: toPresentation].wrappedValue = nil
    }
  }

  private func identity(
    in state: inout Base.State, _ slot: PresentationSlot
  ) -> PresentationIdentity? {
    StatePart(presentation: toPresentation, in: slot, of: &state).read(&state) { presentation in
      presentation.read { slot.identity(of: $0) }
    }
  }

  /// Whether an alert or dialog is presented and the action is one of its buttons' (R61 to R63).
  private func isEphemeral(
    _ state: inout Base.State, _ slot: PresentationSlot, closedBy action: Destination.Action
  ) -> Bool {
    StatePart(presentation: toPresentation, in: slot, of: &state).read(&state) { presentation in
      presentation.read { presented in
        guard slot.isEphemeral(presented),
          let ephemeral = (PayloadTraits.payload(of: presented) ?? presented)
            as? any _EphemeralState
        else { return false }
        return ephemeral.isClosed(by: action)
      } ?? false
    }
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    if let presentationAction = toPresentationAction.extract(from: action) {
      guard let presented = state[keyPath: toPresentation].wrappedValue else {
        return MissingTarget(reason: .presentation, message: "Nothing is presented.")
      }
      if case .presented(let action) = presentationAction,
        let missing = destination._missingTarget(of: action, in: presented)
      {
        return missing
      }
      if case .presented(let action) = presentationAction, isForAnotherCase(action, presented) {
        return .case(of: presented, for: action)
      }
    }
    return base._missingTarget(of: action, in: state)
  }

  /// Whether an action belongs to a case of an enum reducer that is not presented: an alert's has
  /// no reducer that could tell. `CaseReducers` can tell itself.
  private func isForAnotherCase(
    _ action: Destination.Action, _ presented: Destination.State
  ) -> Bool {
    guard !(destination is CaseReducers<Destination.State, Destination.Action>),
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
  /// Whether an action is one of this state's own, as it is or as the payload of a case.
  fileprivate func isClosed(by action: Any) -> Bool {
    action is Action || Mirror(reflecting: action).children.first?.value is Action
  }
}
