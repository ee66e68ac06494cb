import SwiftSyntax
import SwiftSyntaxBuilder

/// The `body` of a `@Reducer` enum: a closure that runs the feature whose case an action is.
///
/// Each case is a statement of its own because the compiler's time to check one expression grows
/// faster than its length, and an `if` rather than a `case`, because an action written by hand may
/// have more cases than the reducer.
struct EnumReducerBody {
  private let reducer: EnumReducer

  init(_ reducer: EnumReducer) { self.reducer = reducer }

  var member: DeclSyntax {
    let lines = reducer.cases.code { step(of: $0) }
    let closure =
      lines.isEmpty
      ? "{ _, _, _ in }" : "{ visit, state, action in\n\(lines.joined(separator: "\n"))\n}"
    return """
      \(raw: reducer.access)static var body: CaseReducers<Self.State, Self.Action> {
      CaseReducers \(raw: closure)
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

  /// Whether an action that is written by hand has actions for an alert, or for data.
  private func hasAction(_ element: EnumCase) -> Bool {
    element.payloads.count == 1 && reducer.explicitAction(of: element) != nil
      && hasState(element)
  }

  /// Whether the state, if it is written by hand, is seen to have the case.
  private func hasState(_ element: EnumCase) -> Bool {
    guard reducer.block.declares(type: "State") else { return true }
    guard let state = reducer.block.enumeration("State") else { return false }
    return EnumCaseList(state.memberBlock.members).all.contains { $0.key == element.key }
  }
}
