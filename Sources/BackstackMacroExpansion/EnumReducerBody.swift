import SwiftSyntax

/// The `body` of a `@Reducer` enum: a closure that runs the feature that an action's case belongs
/// to.
///
/// Each case is a separate statement, because the compiler's time to check an expression grows
/// faster than linearly. It is an `if` rather than a `case` of a `switch`, because a manually
/// written action may have more cases than the reducer.
struct EnumReducerBody {
  private let reducer: EnumReducer

  init(_ reducer: EnumReducer) { self.reducer = reducer }

  var member: String {
    let lines = reducer.cases.code { step(of: $0) }
    let closure =
      lines.isEmpty
      ? "{ _, _, _ in }" : "{ visit, state, action in\n\(lines.joined(separator: "\n"))\n}"
    return """
      \(reducer.access)static var body: CaseReducers<Self.State, Self.Action> {
      CaseReducers \(closure)
      }
      """
  }

  private func step(of element: EnumCase) -> [String] {
    let path = "Self.State.allCasePaths.\(element.name)"
    switch ReducerCase(element) {
    case .reducer(_, let child):
      return [
        """
        if case .\(element.name)(let action) = action {
        return visit.run(action, in: &state, at: \(path), embed: Self.Action.\(element.name)) {
        \(child)
        }
        }
        """
      ]
    case .ephemeral where !reducer.block.declares(type: "Action"),
      .ephemeral where hasAction(element),
      .ignored where hasAction(element):
      return [
        """
        if case .\(element.name) = action {
        return visit.pass(action, in: state, at: \(path))
        }
        """
      ]
    case .ephemeral, .ignored: return []
    }
  }

  /// Returns whether a manually written action has actions for an alert, or for data.
  private func hasAction(_ element: EnumCase) -> Bool {
    element.payloads.count == 1 && reducer.explicitAction(of: element) != nil
      && hasState(element)
  }

  /// Returns whether the state has the case, as far as a manually written state is visible.
  private func hasState(_ element: EnumCase) -> Bool {
    guard reducer.block.declares(type: "State") else { return true }
    guard let state = reducer.block.enumeration("State") else { return false }
    return EnumCaseList(state.memberBlock.members).all.contains { $0.key == element.key }
  }
}
