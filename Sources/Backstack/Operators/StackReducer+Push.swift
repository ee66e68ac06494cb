import BackstackDependencies

extension _StackReducer {
  /// The outcome of a push.
  private enum Push {
    /// The screen got an id from the store; the action has it, too.
    case given(Base.Action)
    /// The screen keeps the id from the action.
    case claimed(StackElementID)
    /// There is a screen with that id already.
    case refused(StackElementID)
  }

  /// Pushes the screen of an action.
  ///
  /// - Returns: The action, with the id of the pushed screen.
  @inline(never)
  func push(
    _ state: inout Base.State, _ action: Base.Action, _ part: Part, _ step: FeatureStep?,
    _ slot: Slot?
  ) -> Base.Action {
    // The screen is moved only where there is stack space for it. Sound: this waits for `append`,
    // and no other code accesses the state until then.
    let push = withUnsafeMutablePointer(to: &state) { state in
      withRoom(toWalk: Element.State.self) { append(&state.pointee, action, part, step, slot) }
    }
    switch push {
    case .given(let action): return action
    case .claimed(let id): claim(id, step)
    case .refused(let id):
      reportIssue(
        "forEach can't push element \(id), which is on the stack already.", at: location)
    }
    return action
  }

  @inline(never)
  private func append(
    _ state: inout Base.State, _ action: Base.Action, _ part: Part, _ step: FeatureStep?,
    _ slot: Slot?
  ) -> Push {
    guard case .push(let requestedID, let elementState) = extract(action) else {
      preconditionFailure("The action is not a push.")
    }
    return part.change(&state) { stack in
      if requestedID == .unassigned {
        let generator = step?.stackElementID
        let id = (generator ?? StackElementIDGenerator()).next(above: stack.greatestID)
        if generator != nil, let slot { slot { $0.reserved = id } }
        stack.append(elementState, id: id)
        return .given(toAction(.push(id: id, state: elementState)))
      }
      if stack.index(of: requestedID) != nil { return .refused(requestedID) }
      stack.append(elementState, id: requestedID)
      return .claimed(requestedID)
    }
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
}
