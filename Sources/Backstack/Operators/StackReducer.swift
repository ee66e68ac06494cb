import BackstackDependencies

extension Reducer {
  /// Runs a reducer for the elements of a navigation stack, and pushes and pops them.
  ///
  /// The element's reducer runs before this one, so that this one sees the result. A push happens
  /// before this reducer, a pop after it.
  public consuming func forEach<
    ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>
  >(
    _ toStack:
      @autoclosure @escaping () -> any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action toStackAction: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
      & Sendable,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _StackReducer<Self, Element> where Action: CasePathable {
    _StackReducer(
      base: self, toStack, AnyCasePath(toStackAction), element: destination(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of a navigation stack's elements.
  public consuming func forEach<ElementState: CaseReducerState>(
    _ toStack:
      @autoclosure @escaping () -> any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action toStackAction: any CaseKeyPath<
      Action, StackAction<ElementState, ElementState.StateReducer.Action>
    > & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _StackReducer<Self, ElementState.StateReducer.CaseBody> where Action: CasePathable {
    _StackReducer(
      base: self, toStack, AnyCasePath(toStackAction), element: ElementState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The reducer that `forEach` on a stack returns.
public struct _StackReducer<Base: Reducer, Element: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never
  private typealias Part = StatePart<Base.State, StackState<Element.State>>
  private typealias Slot = SlotReference<StackSlot>

  private let base: Base
  private let toStack: KeyPathSource<Base.State, StackState<Element.State>>
  /// The classification of an action for the stack. It is made from the case path at the call site
  /// of the operator, as for `ifLet`.
  private let incoming: (Base.Action) -> Incoming
  /// The closure that extracts the stack's action from the parent's.
  private let extract: @Sendable (Base.Action) -> StackAction<Element.State, Element.Action>?
  /// The closure that embeds an action of the stack in the parent's action.
  private let toAction: @Sendable (StackAction<Element.State, Element.Action>) -> Base.Action
  private let element: Element
  private let location: SourceLocation

  /// The meaning of an action for the stack.
  private enum Incoming {
    /// The action is not for the stack.
    case other
    case element(id: StackElementID, action: Element.Action)
    case popFrom(id: StackElementID)
    /// A push. Its screen stays in the action: with a screen's state in here, this value would be as
    /// large for each action.
    case push

    var isOther: Bool {
      if case .other = self { true } else { false }
    }
  }

  // Inlined, so that the closures are made where the compiler knows their captures.
  @inline(__always)
  init(
    base: consuming Base,
    _ toStack:
      @escaping () -> any WritableKeyPath<Base.State, StackState<Element.State>> & Sendable,
    _ toStackAction: AnyCasePath<Base.Action, StackAction<Element.State, Element.Action>>,
    element: consuming Element, location: SourceLocation
  ) {
    self.base = base
    self.toStack = KeyPathSource(toStack)
    let (embed, extract) = toStackAction.functions
    toAction = embed
    self.extract = extract
    incoming = { action in
      switch extract(action) {
      case nil: .other
      case .element(let id, let action): .element(id: id, action: action)
      case .popFrom(let id): .popFrom(id: id)
      case .push: .push
      }
    }
    self.element = element
    self.location = location
  }

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let step = FeatureStep.current
    let slot: Slot? = step?.slot(toStack)
    let part = Part(toStack, in: slot)
    if let slot, !part.change(&state, { stack in slot { $0.isPrepared(for: stack) } }) {
      prepare(&state, part, during: step, in: slot)
    }
    let effect = reduceStack(&state, action, part, during: step, in: slot)
    guard let slot else { return effect }
    let isSettled = part.change(&state) { stack in
      slot { $0.isAttached && $0.isComplete(in: stack) }
    }
    return isSettled ? effect : reconcile(effect, &state, part, in: slot)
  }

  /// Prepares the slot for a stack that is new to it, or that has ids from elsewhere.
  @inline(never)
  private func prepare(
    _ state: inout Base.State, _ part: Part, during step: FeatureStep?, in slot: Slot
  ) {
    slot { slot in
      if !slot.hasReconciler { installReconciler(in: slot) }
      guard let greatest = part.change(&state, { $0.greatestID }) else { return }
      // The store never generates an id that a stack already has.
      step?.stackElementID?.reserve(greatest)
      slot.reserved = greatest
    }
  }

  /// Unmounts the elements that are no longer on the stack.
  @inline(never)
  private func reconcile(
    _ effect: Effect<Base.Action>, _ state: inout Base.State, _ part: Part, in slot: Slot
  ) -> Effect<Base.Action> {
    slot { slot in
      part.change(&state) { slot.reconcile(with: $0) }
      if slot.isAttached { return effect }
      return effect.merge(
        with: Effect(.attach(slot) { [toAction] in toAction(.popFrom(id: $0)) }))
    }
  }

  /// Sets the slot's `reconciler`, which reconciles the stack even when no action passes.
  @inline(never)
  private func installReconciler(in slot: StackSlot) {
    slot.reconciler = { [unowned slot, toStack] state in
      Part(toStack, in: slot).read(in: state) { stack in
        let stack = stack.pointee
        slot.reconcile(with: stack)
        slot.reconcileBelow(stack)
      }
    }
  }

  private func reduceStack(
    _ state: inout Base.State, _ action: Base.Action, _ part: Part, during step: FeatureStep?,
    in slot: Slot?
  ) -> Effect<Base.Action> {
    let incoming = incoming(action)
    if !incoming.isOther { step?.takeAction() }
    switch incoming {
    case .element(let id, let elementAction):
      let elementEffect = part.change(&state) { stack -> Effect<Element.Action>? in
        guard let index = stack.index(of: id) else { return nil }
        guard let step, let slot else {
          return element.reduce(into: &stack[at: index], action: elementAction)
        }
        step.enterScreen(step.withNode { node in slot { $0.node(id, under: node) } })
        defer { step.leaveScreen(after: elementAction) }
        return element.reduce(into: &stack[at: index], action: elementAction)
      }
      guard let elementEffect else {
        reportMissing(id, for: elementAction)
        return base.reduce(into: &state, action: action)
      }
      let baseEffect = base.reduce(into: &state, action: action)
      return elementEffect.isNone ? baseEffect : embed(elementEffect, id).merge(with: baseEffect)

    case .popFrom(let id):
      let wasOnStack = part.change(&state) { $0.index(of: id) != nil }
      let effect = base.reduce(into: &state, action: action)
      if wasOnStack {
        part.change(&state) { $0.pop(from: id) }
      } else {
        reportMissing(id, in: part.change(&state) { $0.ids })
      }
      return effect

    case .push:
      return base.reduce(into: &state, action: push(&state, action, part, during: step, in: slot))

    case .other:
      return base.reduce(into: &state, action: action)
    }
  }

  private func embed(_ effect: Effect<Element.Action>, _ id: StackElementID) -> Effect<Base.Action>
  {
    effect.map { [toAction] in toAction(.element(id: id, action: $0)) }
  }

  @inline(never)
  private func reportMissing(_ id: StackElementID, for action: Element.Action) {
    reportIssue(
      """
      forEach got an action, '\(caseName(of: action))', for element \(id), which is not on the \
      stack. The element was popped before the action arrived, an effect sent it after its element \
      was gone, or it was sent with a wrong id.
      """,
      at: location)
  }

  @inline(never)
  private func reportMissing(_ id: StackElementID, in ids: [StackElementID]) {
    reportIssue(
      "forEach can't pop from element \(id), which is not on the stack: \(ids).", at: location)
  }

  // MARK: Pushing

  /// Pushes the screen of an action.
  ///
  /// - Returns: The action, with the id of the pushed screen.
  // Not inlined, so that the screen is off the call stack before the base runs.
  @inline(never)
  private func push(
    _ state: inout Base.State, _ action: Base.Action, _ part: Part, during step: FeatureStep?,
    in slot: Slot?
  ) -> Base.Action {
    guard case .push(let id, let elementState) = extract(action) else {
      preconditionFailure("The action is not a push.")
    }
    return part.change(&state) { stack in
      if id == .unassigned {
        let id = newID(above: stack.greatestID, step, slot)
        stack.append(elementState, id: id)
        return toAction(.push(id: id, state: elementState))
      }
      if stack.index(of: id) != nil {
        reportIssue(
          "forEach can't push element \(id), which is on the stack already.", at: location)
      } else {
        stack.append(elementState, id: id)
        claim(id, step)
      }
      return action
    }
  }

  /// Returns an id from the store's generator; outside of a store, one that continues the stack's
  /// own.
  private func newID(
    above greatest: StackElementID?, _ step: FeatureStep?, _ slot: Slot?
  ) -> StackElementID {
    guard let generator = step?.stackElementID else {
      return StackElementIDGenerator().next(above: greatest)
    }
    let id = generator.next(above: greatest)
    if let slot { slot { $0.reserved = id } }
    return id
  }

  /// Prevents the generator from giving an id again that a push specified (R15).
  private func claim(_ id: StackElementID, _ step: FeatureStep?) {
    guard let step, let generator = step.stackElementID else { return }
    let next = generator.peek()
    if step.isTest, id > next {
      reportIssue(
        """
        forEach pushed element \(id), but the next id is \(next). A test has to push elements with \
        the ids that the store would give them.
        """,
        at: location)
    }
    generator.reserve(id)
  }

  // MARK: Reachability

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    missingTarget(of: action) { $0(state[keyPath: toStack()]) }
      ?? base._missingTarget(of: action, in: state)
  }

  public func _reduceIfReachable(
    into state: inout Base.State, action: Base.Action
  ) throws(MissingTarget) -> Effect<Base.Action> {
    // Where the slot knows the stack to be: the key path would take longer than the reducer.
    let part = Part(toStack, in: FeatureStep.current?.slot(toStack, as: StackSlot.self))
    let missing = missingTarget(of: action) { find in part.change(&state) { find($0) } }
    if let missing = missing ?? base._missingTarget(of: action, in: state) { throw missing }
    return reduce(into: &state, action: action)
  }

  /// Returns the target in the stack that is missing.
  ///
  /// - Parameter read: Passes the stack to a closure, and returns the closure's result.
  @inline(__always)
  private func missingTarget(
    of action: Base.Action,
    _ read: ((StackState<Element.State>) -> MissingTarget?) -> MissingTarget?
  ) -> MissingTarget? {
    switch incoming(action) {
    case .element(let id, let elementAction):
      read { stack in
        guard let index = stack.index(of: id) else { return .element(id) }
        return stack.read(at: index) {
          element._missingTarget(of: elementAction, in: $0.pointee)
        }
      }
    case .popFrom(let id): read { $0.index(of: id) == nil ? .element(id) : nil }
    case .push, .other: nil
    }
  }
}

extension MissingTarget {
  static func element(_ id: StackElementID) -> Self {
    Self(reason: .element, message: "Element \(id.generation) is not on the stack.")
  }
}
