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
    guard let step = FeatureStep.current else {
      return reduceStack(&state, action, StatePart(toStack), nil, nil)
    }
    let slot = step.slot(toStack, as: StackSlot.self)
    let stack = slot { slot in
      let stack = StatePart(toStack, in: slot)
      if !slot.isFollowed { follow(slot) }
      if let greatest = stack.change(&state, { $0.greatestID }),
        slot.reserved.map({ $0 < greatest }) ?? true
      {
        // The store never gives an id that a stack brought along.
        step.stackElementID?.reserve(greatest)
        slot.reserved = greatest
      }
      return stack
    }

    let effect = reduceStack(&state, action, stack, step, slot)

    return slot { slot in
      stack.change(&state) { slot.reconcile(with: &$0) }
      return slot.isAttached ? effect : effect.merge(with: attach(slot))
    }
  }

  @inline(never)
  private func attach(_ slot: StackSlot) -> Effect<Base.Action> {
    Effect(.attach(slot) { [toStackAction] in toStackAction.embed(.popFrom(id: $0)) })
  }

  /// Lets the store look after what is mounted here when no action comes by.
  @inline(never)
  private func follow(_ slot: StackSlot) {
    slot.follow = { [unowned slot, toStack] state in
      StatePart(toStack, foundIn: slot).read(in: state) { stack in
        slot.reconcile(with: &stack)
        for node in slot.nested.values {
          guard let id = node.presenter?.id, let index = stack.index(of: id) else { continue }
          // A copy: in place the stack would become one of its own.
          var element = stack[at: index]
          withUnsafeMutablePointer(to: &element) { node.follow(StateReference($0)) }
        }
      }
    }
  }

  private func reduceStack(
    _ state: inout Base.State, _ action: Base.Action,
    _ part: StatePart<Base.State, StackState<Element.State>>,
    _ step: FeatureStep?, _ slot: SlotReference<StackSlot>?
  ) -> Effect<Base.Action> {
    switch toStackAction.extract(from: action) {
    case .element(let id, let elementAction):
      let elementEffect = part.change(&state) { stack -> Effect<Element.Action>? in
        guard let index = stack.index(of: id) else { return nil }
        guard let step, let slot else {
          return element.reduce(into: &stack[at: index], action: elementAction)
        }
        let child = step.withNode { node in slot { $0.node(id, under: node) } }
        return step.enter(child) {
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
        let generator = step?.stackElementID ?? StackElementIDGenerator()
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
        claim(requestedID, step)
      }
      return base.reduce(into: &state, action: action)

    case nil:
      return base.reduce(into: &state, action: action)
    }
  }

  /// Sees to it that an id which a push brought along is not given again (R15).
  private func claim(_ id: StackElementID, _ step: FeatureStep?) {
    guard let step, let generator = step.stackElementID else { return }
    let next = generator.peek()
    if step.isTest, id > next {
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
