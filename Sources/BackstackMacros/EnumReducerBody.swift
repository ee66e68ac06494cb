import SwiftSyntax
import SwiftSyntaxBuilder

/// The `body` of a `@Reducer` enum: one `ifCaseLet` per feature.
///
/// Each is a statement of its own because the compiler's time to check one chained expression grows
/// faster than its length. The key paths are made once, because evaluating a case key path literal
/// makes it anew, which costs more than all else here: they are constants, or shared ones in a type
/// that may be generic and so can't have constants.
struct EnumReducerBody {
  private let reducer: EnumReducer

  init(_ reducer: EnumReducer) { self.reducer = reducer }

  var members: [DeclSyntax] {
    var count = 0
    let steps = steps(of: reducer.cases, count: &count)
    let statements =
      shared + ["let reducer0 = EmptyReducer<Self.State, Self.Action>()"] + steps
      + ["return Reduce(reducer\(count))"]
    let body: DeclSyntax = """
      \(raw: reducer.access)static var body: Reduce<Self.State, Self.Action> {
      \(raw: statements.joined(separator: "\n"))
      }
      """
    return constants + [body]
  }

  /// Statements that each add one feature to the reducer before.
  private func steps(of cases: EnumCaseList, count: inout Int) -> [String] {
    var lines: [String] = []
    for item in cases.items {
      switch item {
      case .element(let element):
        guard case .reducer(_, let child) = ReducerCase(element) else { continue }
        lines.append(
          """
          let reducer\(count + 1) = reducer\(count).ifCaseLet(
          \(keyPath("State", element)), action: \(keyPath("Action", element))
          ) {
          \(child)
          }
          """)
        count += 1
      case .conditional(let clauses):
        lines += conditional(clauses, count: &count)
      }
    }
    return lines
  }

  /// The clauses of an `#if`: every branch has to end with a reducer of the same name.
  private func conditional(
    _ clauses: [(header: String, cases: EnumCaseList)], count: inout Int
  ) -> [String] {
    let start = count
    let longest = clauses.map { $0.cases.reducerCount }.max() ?? 0
    guard longest > 0 else { return [] }
    var clauses = clauses
    if clauses.last?.header != "#else" {
      clauses.append((header: "#else", cases: EnumCaseList(items: [])))
    }
    let lines = clauses.flatMap { clause -> [String] in
      var reached = start
      let inner = steps(of: clause.cases, count: &reached)
      let padding = (reached..<start + longest).map { "let reducer\($0 + 1) = reducer\($0)" }
      return [clause.header] + inner + padding
    }
    count = start + longest
    return lines + ["#endif"]
  }

  private func keyPath(_ type: String, _ element: EnumCase) -> String {
    guard reducer.mayBeGeneric, case .reducer(let feature, _) = ReducerCase(element) else {
      return "CaseKeyPaths.\(constant(type, element))"
    }
    return "keyPaths.next(from: Self.\(type).self, to: \(feature).\(type).self)"
  }

  private func constant(_ type: String, _ element: EnumCase) -> String {
    "\(element.key)\(type)"
  }

  /// Statements that get the shared key paths, in the order in which they are used.
  private var shared: [String] {
    let lines = reducer.cases.code { element -> [String] in
      guard case .reducer = ReducerCase(element) else { return [] }
      return ["State", "Action"].map { type in
        "keyPaths.append(\\Self.\(type).Cases.\(element.name))"
      }
    }
    guard reducer.mayBeGeneric, !lines.isEmpty else { return [] }
    return [
      "var keyPaths = BackstackCasePaths.SharedCaseKeyPaths(of: Self.self) {",
      "var keyPaths: [BackstackCasePaths.SharedCaseKeyPaths.Element] = []",
    ] + lines + ["return keyPaths", "}"]
  }

  /// A namespace of key paths; a type that may be generic can't have constants.
  private var constants: [DeclSyntax] {
    let lines = reducer.cases.code { element -> [String] in
      guard case .reducer(let feature, _) = ReducerCase(element) else { return [] }
      return ["State", "Action"].map { type in
        """
        static let \(constant(type, element)): any CaseKeyPath<\(type), \(feature).\(type)> & Sendable =
        \\.\(element.name)
        """
      }
    }
    guard !reducer.mayBeGeneric, !lines.isEmpty else { return [] }
    return [
      """
      private enum CaseKeyPaths {
      \(raw: lines.joined(separator: "\n"))
      }
      """
    ]
  }
}

extension EnumCaseList {
  /// The greatest number of features that any choice of `#if` clauses leaves.
  fileprivate var reducerCount: Int {
    items.reduce(0) { sum, item in
      switch item {
      case .element(let element):
        if case .reducer = ReducerCase(element) { sum + 1 } else { sum }
      case .conditional(let clauses): sum + (clauses.map(\.cases.reducerCount).max() ?? 0)
      }
    }
  }
}
