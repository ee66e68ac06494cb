extension _PresentationReducer {
  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    let incoming = incoming(action)
    if !incoming.isOther {
      let missing = presented(in: state).read { presented -> MissingTarget? in
        guard case .presented(let action) = incoming else { return nil }
        return withRoom(toWalk: Destination.State.self) {
          if let missing = destination._missingTarget(of: action, in: presented) { return missing }
          return isForAnotherCase(action, presented) ? .case(of: presented, for: action) : nil
        }
      }
      guard let missing else {
        return MissingTarget(reason: .presentation, message: "Nothing is presented.")
      }
      if let missing { return missing }
    }
    return base._missingTarget(of: action, in: state)
  }

  // Not inlined: a read along a key path first copies the state, and the copy must be off the stack
  // before the reducers below are called.
  @inline(never)
  private func presented(in state: Base.State) -> PresentationState<Destination.State> {
    withUnsafePointer(to: state) { presentation.presentation(in: $0) }
  }

  /// Returns whether an action belongs to a case of an enum reducer that is not presented.
  func isForAnotherCase(
    _ action: Destination.Action, _ presented: Destination.State
  ) -> Bool {
    if destination is CaseReducers<Destination.State, Destination.Action> {
      return destination._missingTarget(of: action, in: presented) != nil
    }
    // Checks the type first: a copy of a large state would not fit on every stack.
    guard Destination.State.self is any CaseReducerState.Type else { return false }
    return isOfAnotherCase(action, presented)
  }

  /// Returns the same for a manually written body, where an alert's case has no reducer that knows.
  @inline(never)
  private func isOfAnotherCase(
    _ action: Destination.Action, _ presented: Destination.State
  ) -> Bool {
    guard let presented = presented as? any CaseReducerState,
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
