import SwiftSyntax

/// The cases of an enum, together with the `#if` conditions that contain them.
struct EnumCaseList {
  indirect enum Item {
    case element(EnumCase)
    /// The clauses of an `#if`, each with its header, such as `#if DEBUG`.
    case conditional([(header: String, cases: EnumCaseList)])
  }

  let items: [Item]

  init(items: [Item]) { self.items = items }

  init(_ members: MemberBlockItemListSyntax) {
    self.items = members.flatMap { member -> [Item] in
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        return declaration.elements.map { .element(EnumCase($0, of: declaration)) }
      }
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      let clauses = condition.clauses.map { clause in
        let header = [clause.poundKeyword.text, clause.condition?.trimmedDescription]
          .compactMap(\.self).joined(separator: " ")
        guard case .decls(let members) = clause.elements else {
          return (header: header, cases: EnumCaseList(items: []))
        }
        return (header: header, cases: EnumCaseList(members))
      }
      return clauses.allSatisfy(\.cases.items.isEmpty) ? [] : [.conditional(clauses)]
    }
  }

  /// All cases, regardless of conditions.
  var all: [EnumCase] {
    items.flatMap { item in
      switch item {
      case .element(let element): [element]
      case .conditional(let clauses): clauses.flatMap(\.cases.all)
      }
    }
  }

  /// Whether there is no `#if`.
  var isUnconditional: Bool {
    items.allSatisfy { item in
      if case .element = item { true } else { false }
    }
  }

  /// Returns lines of code for each case, within the same `#if` conditions.
  func code(_ lines: (EnumCase) -> [String]) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .element(let element): return lines(element)
      case .conditional(let clauses):
        let inner = clauses.map { $0.cases.code(lines) }
        guard inner.contains(where: { !$0.isEmpty }) else { return [] }
        return zip(clauses, inner).flatMap { [$0.header] + $1 } + ["#endif"]
      }
    }
  }

  /// Returns the cases that satisfy a predicate.
  func filter(_ isIncluded: (EnumCase) -> Bool) -> EnumCaseList {
    EnumCaseList(
      items: items.compactMap { item in
        switch item {
        case .element(let element): return isIncluded(element) ? item : nil
        case .conditional(let clauses):
          return .conditional(clauses.map { ($0.header, $0.cases.filter(isIncluded)) })
        }
      })
  }
}
