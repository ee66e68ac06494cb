import BackstackDependencies

extension _StackReducer {
  /// Pushes the screen of an action.
  ///
  /// - Returns: The action, with the id of the pushed screen.
  // Not inlined, so that the screen is off the call stack before the base runs.
  @inline(never)
  func push(
    _ state: inout Base.State, _ action: Base.Action, _ part: Part, _ step: FeatureStep?,
    _ slot: Slot?
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
}
