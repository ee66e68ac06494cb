import BackstackDependencies

/// The reducer of a `@Reducer` enum: it runs the feature of the action's case.
///
/// Only that feature's reducer is created, so an action costs the same in an enum with two cases as
/// in one with forty. The feature's effects are cancelled when the state leaves its case, or when
/// the payload's `id` changes, as with `ifCaseLet`.
public struct CaseReducers<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  private let visit: (inout CaseVisit<State, Action>, inout State, Action) -> Void

  /// - Parameter visit: Calls the visit's `run` or `pass` for the case of the action.
  public init(
    _ visit:
      @escaping (
        _ visit: inout CaseVisit<State, Action>, _ state: inout State, _ action: Action
      ) -> Void
  ) {
    self.visit = visit
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let step = FeatureStep.current
    var caseVisit = CaseVisit<State, Action>(
      purpose: .reduce(step, step?.slot(casesOf: State.self)))
    visit(&caseVisit, &state, action)
    if case .reduce(_, let slot?) = caseVisit.purpose { slot { $0.reconcileCase(with: &state) } }
    return caseVisit.effect
  }

  public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
    var step = CaseVisit<State, Action>(purpose: .find)
    var copy = state
    visit(&step, &copy, action)
    return step.missing
  }
}

/// The dispatch of one action to the feature that it belongs to. Support for the expansion of
/// `@Reducer`.
public struct CaseVisit<State: Sendable, Action: Sendable> {
  fileprivate enum Purpose {
    case reduce(FeatureStep?, SlotReference<PresentationSlot>?)
    case find
  }

  fileprivate let purpose: Purpose
  fileprivate var effect = Effect<Action>.none
  fileprivate var missing: MissingTarget?

  fileprivate init(purpose: Purpose) { self.purpose = purpose }

  /// Runs the feature that the action belongs to.
  public mutating func run<Child: Reducer>(
    _ action: Child.Action,
    in state: inout State,
    at path: AnyCasePath<State, Child.State>,
    embed: @escaping @Sendable (Child.Action) -> Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    reducer: () -> Child
  ) {
    switch purpose {
    case .find:
      guard let childState = path.extract(from: state) else {
        missing = .case(of: state, for: action)
        return
      }
      missing = reducer()._missingTarget(of: action, in: childState)
    case .reduce(let step, let slot):
      let childEffect = runCase(during: step, in: slot, state: &state, path, action) {
        reducer().reduce(into: &$0, action: action)
      }
      guard let childEffect else {
        reportLateAction(
          action, in: state,
          at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
        return
      }
      effect = childEffect.isNone ? .none : childEffect.map(embed)
    }
  }

  /// Checks the case of an action that no feature handles, such as an alert's.
  public mutating func pass<Payload>(
    _ action: Action, in state: State, at path: AnyCasePath<State, Payload>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard path.extract(from: state) == nil else { return }
    switch purpose {
    case .find: missing = .case(of: state, for: action)
    case .reduce:
      reportLateAction(
        action, in: state,
        at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }
}

/// Runs a child on the payload of a case, in place, as the feature that is mounted there.
///
/// - Returns: The result of `body`; `nil` if the state is in another case.
func runCase<State, Payload, Action, Result>(
  during step: FeatureStep?, in slot: SlotReference<PresentationSlot>?, state: inout State,
  _ path: AnyCasePath<State, Payload>, _ action: Action, body: (inout Payload) -> Result
) -> Result? {
  guard let step, let slot else { return path.modify(&state, body) }
  if let child = slot({ $0.node(of: &state) }) {
    step.enter(child)
    defer { step.leave(after: action) }
    return path.modify(&state, body)
  }
  let identity = slot { $0.identity(of: &state) }
  return path.modify(&state) { payload in
    step.enter(slot { mount(identity, in: $0, step, path) })
    defer { step.leave(after: action) }
    return body(&payload)
  }
}

/// Returns the node of a case's feature; mounts it if needed.
@inline(never)
@_semantics("optimize.sil.specialize.generic.never")
private func mount<State, Payload>(
  _ identity: PresentationIdentity, in slot: PresentationSlot, _ step: FeatureStep,
  _ path: AnyCasePath<State, Payload>
) -> Unmanaged<NavigationNode> {
  let child = step.withNode { slot.node(identity, under: $0, presents: false) }
  if slot.reconciledFeature != child.toOpaque() {
    installReconciler(in: slot, child.toOpaque(), path)
  }
  return child
}

/// Sets the slot's `reconciler`, which reconciles the case even when no action passes.
private func installReconciler<State, Payload>(
  in slot: PresentationSlot, _ child: UnsafeMutableRawPointer, _ path: AnyCasePath<State, Payload>
) {
  slot.reconciledFeature = child
  slot.reconciler = { [unowned slot] state in
    guard let state = state.pointer(to: State.self) else { return }
    if slot.holdsEachCase {
      slot.reconcileCase(with: state)
    } else {
      // The path may lead through several enums.
      slot.reconcile(with: isIn(state.pointee, path) ? slot.identity(of: state) : nil)
    }
    if slot.hasEffectsBelow { reconcileBelow(slot, path, state) }
  }
}

@inline(never)
private func isIn<State, Payload>(_ state: State, _ path: AnyCasePath<State, Payload>) -> Bool {
  path.extract(from: state) != nil
}

// Not inlined: the payload's type is looked up at the start of the function, and few states have
// effects below their case.
@inline(never)
private func reconcileBelow<State, Payload>(
  _ slot: PresentationSlot, _ path: AnyCasePath<State, Payload>, _ state: UnsafePointer<State>
) {
  if var payload = path.extract(from: state.pointee) { slot.reconcileBelow(&payload) }
}

@inline(never)
@_semantics("optimize.sil.specialize.generic.never")
func reportLateAction<State, Action>(
  _ action: Action, in state: State, at location: SourceLocation
) {
  reportIssue(
    """
    An action, '\(caseName(of: action))', arrived for a case that its state is not in: the state is \
    '\(caseName(of: state))'. The state left the case before the action arrived, or an effect sent \
    it too late.
    """,
    at: location)
}
