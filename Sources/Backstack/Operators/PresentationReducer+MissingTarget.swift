extension _PresentationReducer {
  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    let incoming = incoming(action)
    if !incoming.isOther {
      guard let presented = state[keyPath: presentation.source()].wrappedValue else {
        return MissingTarget(reason: .presentation, message: "Nothing is presented.")
      }
      if case .presented(let action) = incoming {
        if let missing = destination._missingTarget(of: action, in: presented) { return missing }
        if isForAnotherCase(action, presented) { return .case(of: presented, for: action) }
      }
    }
    return base._missingTarget(of: action, in: state)
  }

  /// Returns whether an action belongs to a case of an enum reducer that is not presented.
  func isForAnotherCase(
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
