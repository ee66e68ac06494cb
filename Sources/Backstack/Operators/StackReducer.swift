import BackstackDependencies

/// What `forEach` on a stack makes of a reducer.
public struct _StackReducer<Base: Reducer, Element: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never
  private typealias ElementAction = StackAction<Element.State, Element.Action>

  let base: Base
  let toStack: any WritableKeyPath<Base.State, StackState<Element.State>> & Sendable
  let toStackAction: AnyCasePath<Base.Action, StackAction<Element.State, Element.Action>>
  let element: Element
  let location: SourceLocation

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let frame = DependencyFrame.current
    guard let node = frame?.values.navigationNode else {
      return reduceStack(&state, action, frame, nil, nil)
    }
    let slot = node.slot(.keyPath(toStack), as: StackSlot.self)
    let stack = StatePart(toStack, in: slot)
    if slot.follow == nil { follow(slot) }
    if let greatest = stack.read(&state, { $0.greatestID }),
      slot.reserved.map({ $0 < greatest }) ?? true
    {
      // The store never gives an id that a stack brought along.
      frame?.values.stackElementID?.reserve(greatest)
      slot.reserved = greatest
    }

    var effect = reduceStack(&state, action, frame, node, slot)

    stack.read(&state) { slot.reconcile(with: $0) }
    if !slot.isAttached {
      effect = effect.merge(
        with: Effect(.attach(slot) { [toStackAction] in toStackAction.embed(.popFrom(id: $0)) }))
    }
    return effect
  }

  /// Lets the store look after what is mounted here when no action comes by.
  private func follow(_ slot: StackSlot) {
    slot.follow = { [unowned slot, toStack] state in
      StatePart(toStack, foundIn: slot).read(at: state) { stack in
        slot.reconcile(with: stack)
        for node in slot.nested.values {
          guard let id = node.presenter?.id, let index = stack.index(of: id) else { continue }
          withUnsafePointer(to: stack[at: index]) { node.follow(UnsafeRawPointer($0)) }
        }
      }
    }
  }

  private func reduceStack(
    _ state: inout Base.State, _ action: Base.Action,
    _ frame: DependencyFrame?, _ node: NavigationNode?, _ slot: StackSlot?
  ) -> Effect<Base.Action> {
    switch toStackAction.extract(from: action) {
    case .element(let id, let elementAction):
      let elementEffect = StatePart(toStack, in: slot).change(&state) {
        stack -> Effect<Element.Action>? in
        guard let index = stack.index(of: id) else { return nil }
        guard let frame, let node, let slot else {
          return element.reduce(into: &stack[at: index], action: elementAction)
        }
        return frame.enter(slot.node(id, under: node)) {
          element.reduce(into: &stack[at: index], action: elementAction)
        }
      }
      guard let elementEffect else {
        reportIssue(
          """
          forEach got an action, '\(caseName(of: elementAction))', for element \(id), which is not \
          on the stack. The element was popped before the action arrived, an effect sent it after \
          its element was gone, or it was sent with a wrong id.
          """,
          at: location)
        return base.reduce(into: &state, action: action)
      }
      let effect: Effect<Base.Action> =
        if elementEffect.isNone {
          .none
        } else {
          elementEffect.map { [toStackAction] in
            toStackAction.embed(.element(id: id, action: $0))
          }
        }
      return effect.merge(with: base.reduce(into: &state, action: action))

    case .popFrom(let id):
      let wasOnStack = state[keyPath: toStack].index(of: id) != nil
      let effect = base.reduce(into: &state, action: action)
      if wasOnStack {
        state[keyPath: toStack].pop(from: id)
      } else {
        reportIssue(
          """
          forEach was to pop from element \(id), which is not on the stack: \
          \(state[keyPath: toStack].ids).
          """,
          at: location)
      }
      return effect

    case .push(let requestedID, let elementState):
      guard requestedID != .unassigned else {
        let generator = frame?.values.stackElementID ?? StackElementIDGenerator()
        let id = generator.next(above: state[keyPath: toStack].greatestID)
        state[keyPath: toStack].append(elementState, id: id)
        return base.reduce(
          into: &state, action: toStackAction.embed(.push(id: id, state: elementState)))
      }
      if state[keyPath: toStack].index(of: requestedID) != nil {
        reportIssue(
          "forEach was to push element \(requestedID), which is on the stack already.",
          at: location)
      } else {
        state[keyPath: toStack].append(elementState, id: requestedID)
        claim(requestedID, frame)
      }
      return base.reduce(into: &state, action: action)

    case nil:
      return base.reduce(into: &state, action: action)
    }
  }

  /// Sees to it that an id which a push brought along is not given again (R15).
  private func claim(_ id: StackElementID, _ frame: DependencyFrame?) {
    guard let values = frame?.values, let generator = values.stackElementID else { return }
    let next = generator.peek()
    if values.context == .test, id > next {
      reportIssue(
        """
        forEach was to push element \(id), but the next id is \(next). A test pushes elements with \
        the ids that the store would give them.
        """,
        at: location)
    }
    generator.reserve(id)
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    switch toStackAction.extract(from: action) {
    case .element(let id, let elementAction):
      let stack = state[keyPath: toStack]
      guard let index = stack.index(of: id) else { return .element(id) }
      if let missing = element._missingTarget(of: elementAction, in: stack[at: index]) {
        return missing
      }
    case .popFrom(let id):
      if state[keyPath: toStack].index(of: id) == nil { return .element(id) }
    case .push, nil: break
    }
    return base._missingTarget(of: action, in: state)
  }
}

extension MissingTarget {
  static func element(_ id: StackElementID) -> Self {
    Self(reason: .element, message: "Element \(id.generation) is not on the stack.")
  }
}
