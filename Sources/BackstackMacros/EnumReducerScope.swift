import SwiftSyntax
import SwiftSyntaxBuilder

/// The `CaseScope` of a `@Reducer` enum and the function that makes it: what `switch store.case`
/// switches over.
struct EnumReducerScope {
  private let reducer: EnumReducer
  /// The cases of the state, which may be written by hand.
  private let cases: EnumCaseList

  /// Nil when the cases of the state can't be seen here.
  init?(_ reducer: EnumReducer) {
    self.reducer = reducer
    let block = reducer.block
    if let state = block.enumeration("State") {
      self.cases = EnumCaseList(state.memberBlock.members)
    } else if !block.declares(type: "State") {
      self.cases = reducer.cases
    } else {
      return nil
    }
  }

  /// Nothing when the function is written by hand: what it returns is up to it then.
  var members: [DeclSyntax] {
    if reducer.block.declares(function: "scope", labels: ["_"]) { return [] }
    return (reducer.block.declares(type: "CaseScope") ? [] : [caseScope]) + [scope]
  }

  private var caseScope: DeclSyntax {
    let declarations = cases.code { element in
      if let store = store(of: element) { return ["case \(element.name)(\(store))"] }
      let types = element.payloads.map { payload in
        (payload.label.map { "\($0.text): " } ?? "") + payload.type.trimmedDescription
      }
      return [
        "case \(element.name)" + (types.isEmpty ? "" : "(\(types.joined(separator: ", ")))")
      ]
    }
    // Other modules don't infer it.
    let inheritance = reducer.access.isEmpty ? "" : ": Sendable"
    return """
      \(raw: reducer.access)enum CaseScope\(raw: inheritance) {
      \(raw: declarations.joined(separator: "\n"))
      }
      """
  }

  private var scope: DeclSyntax {
    let arms = cases.filter { !$0.isImpossible }.code { element -> [String] in
      guard store(of: element) != nil else {
        return [
          "case \(element.bindingPattern):", "return " + element.construction(element.values),
        ]
      }
      return [
        "case \(element.bindingPattern):",
        """
        return .\(element.name)(
        store._scope(v0, state: \\.\(element.name), action: \\.\(element.name))
        )
        """,
      ]
    }
    return """
      \(raw: reducer.access)static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
      switch store.state {
      \(raw: arms.joined(separator: "\n"))
      }
      }
      """
  }

  /// The type of the store of a case, nil for a case that is data.
  private func store(of element: EnumCase) -> String? {
    guard let declared = reducer.cases.all.first(where: { $0.key == element.key }) else {
      return nil
    }
    switch ReducerCase(declared) {
    case .reducer(let feature, _): return "StoreOf<\(feature)>"
    case .ephemeral: return nil
    case .ignored:
      // Data that an action written by hand is for.
      guard element.payloads.count == 1, let action = reducer.explicitAction(of: element) else {
        return nil
      }
      return "Store<\(element.payloads[0].type.trimmedDescription), \(action)>"
    }
  }
}
