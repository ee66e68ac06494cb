import SwiftSyntax

/// The `CaseScope` of a `@Reducer` enum, which `switch store.case` uses, and the function that
/// creates it.
struct EnumReducerScope {
  private let reducer: EnumReducer
  /// The cases of the state, which may be manually written.
  private let cases: EnumCaseList

  /// Creates the scope of an enum reducer; `nil` if the cases of its state are not visible here.
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

  /// The members; empty if the function is manually written, in which case it decides what it
  /// returns.
  var members: [String] {
    if reducer.block.declares(function: "scope", labels: ["_"]) { return [] }
    return (reducer.block.declares(type: "CaseScope") ? [] : [caseScope]) + [scope]
  }

  private var caseScope: String {
    let declarations = cases.code { element in
      if let store = store(of: element) { return ["case \(element.name)(\(store))"] }
      let types = element.payloads.map { payload in
        (payload.label.map { "\($0.text): " } ?? "") + payload.type.trimmedDescription
      }
      return [
        "case \(element.name)" + (types.isEmpty ? "" : "(\(types.joined(separator: ", ")))")
      ]
    }
    // Other modules don't infer the conformance.
    let stores = cases.code { element -> [String] in
      guard let store = store(of: element) else { return [] }
      return [
        """
        \(reducer.access)var \(element.name): \(store)? {
        if case let .\(element.name)(store) = self { return store }
        return nil
        }
        """
      ]
    }
    let inheritance = reducer.access.isEmpty ? "" : ": Sendable"
    return """
      \(reducer.access)enum CaseScope\(inheritance) {
      \((declarations + stores).joined(separator: "\n"))
      }
      """
  }

  private var scope: String {
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
      \(reducer.access)static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
      switch store.state {
      \(arms.joined(separator: "\n"))
      }
      }
      """
  }

  /// Returns the type of the store of a case; `nil` for a case that is data.
  private func store(of element: EnumCase) -> String? {
    guard let declared = reducer.cases.all.first(where: { $0.key == element.key }) else {
      return nil
    }
    switch ReducerCase(declared) {
    case .reducer(let feature, _): return "StoreOf<\(feature)>"
    case .ephemeral: return nil
    case .ignored:
      // Data for which a manually written action has a case.
      guard element.payloads.count == 1, let action = reducer.explicitAction(of: element) else {
        return nil
      }
      return "Store<\(element.payloads[0].type.trimmedDescription), \(action)>"
    }
  }
}
