import SwiftSyntax

extension CasePathableMacro {
  /// Returns the struct with one property per case.
  static func allCasePaths(of subject: Subject) -> String {
    let root = subject.name
    let access = subject.access
    let properties = subject.cases.code { property(of: $0, in: subject) }
    // No `switch`: the compiler rejects one over an enum whose payloads are all uninhabited.
    let names = subject.cases.code { element in
      ["if case .\(element.name) = root { return \(element.key.literal) }"]
    }
    let lastName = subject.cases.items.isEmpty ? [] : ["return \"\""]
    return """
      \(access)nonisolated struct AllCasePaths: BackstackCasePaths.CasePathTable {
      \(properties.joined(separator: "\n"))
      \(access)static var namedCases: [BackstackCasePaths.NamedCase<\(root)>] {
      \(table(of: subject).joined(separator: "\n"))
      }
      \(access)subscript(nameOf root: \(root)) -> String {
      \((names + lastName).joined(separator: "\n"))
      }
      }
      """
  }

  /// Returns the property of one case.
  private static func property(of element: EnumCase, in subject: Subject) -> [String] {
    let root = subject.name
    let value = valueType(of: element, in: subject)
    let head =
      "\(subject.access)var \(element.name): BackstackCasePaths.AnyCasePath<\(root), \(value)>"
    if element.isImpossible, element.payloads.count == 1 { return [head + " { .impossible }"] }
    let count = element.payloads.count
    let result = count == 1 ? "v0" : "(\(element.values.joined(separator: ", ")))"
    func extract(from root: String) -> String {
      """
      guard case \(element.bindingPattern) = \(root) else { return nil }
      return \(result)
      """
    }
    func embed(_ value: String) -> String {
      let arguments = count == 1 ? [value] : (0..<count).map { "\(value).\($0)" }
      return root + element.construction(arguments)
    }
    // Not a closure: the compiler would warn about a closure whose payload is uninhabited.
    let label = element.payloads.first?.label.map { "(\($0.text):)" } ?? ""
    let constructor = "\(root).\(element.name)\(label)"
    if subject.mayBeGeneric || element.isImpossible {
      let functions = element.syntax.name.prefixed(with: "_")
      return [
        """
        \(head) { BackstackCasePaths.AnyCasePath(\(functions).self) }
        private enum \(functions): BackstackCasePaths.CaseFunctions {
        \(count == 0
          ? "static func embed(_ value: Void)"
          : "static func embed(at value: UnsafePointer<\(value)>)") -> \(root) {
        \(embed("value.pointee"))
        }
        static func extract(from root: \(root)) -> (\(value))? {
        \(extract(from: "root"))
        }
        }
        """
      ]
    }
    return [
      """
      \(head) {
      BackstackCasePaths.AnyCasePath(
      embed: \(count == 1 ? constructor : "{ \(count == 0 ? "_ in " : "")\(embed("$0")) }"),
      extract: {
      \(extract(from: "$0"))
      }
      )
      }
      """
    ]
  }

  /// Returns the type of a case's value: `Void`, its payload, or a tuple of its payloads.
  private static func valueType(of element: EnumCase, in subject: Subject) -> String {
    let types = element.payloads.map { $0.type.replacingSelf(with: subject.name) }
    if types.isEmpty { return "Void" }
    if types.count == 1 { return types[0] }
    let elements = zip(element.payloads, types).map { payload, type in
      (payload.label.map { "\($0.text): " } ?? "") + type
    }
    return "(\(elements.joined(separator: ", ")))"
  }

  private static func table(of subject: Subject) -> [String] {
    func entry(_ element: EnumCase) -> String {
      "BackstackCasePaths.NamedCase("
        + "\(element.key.literal), \\AllCasePaths.\(element.name))"
    }
    if subject.cases.isUnconditional {
      return ["["] + subject.cases.all.map { entry($0) + "," } + ["]"]
    }
    return ["var cases: [BackstackCasePaths.NamedCase<\(subject.name)>] = []"]
      + subject.cases.code { ["cases.append(\(entry($0)))"] } + ["return cases"]
  }
}

extension TypeSyntax {
  /// Returns the type's text with another name for `Self`.
  func replacingSelf(with name: String) -> String {
    SelfRewriter(name: name).rewrite(Syntax(self)).trimmedDescription
  }
}

private final class SelfRewriter: SyntaxRewriter {
  private let name: String

  init(name: String) {
    self.name = name
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    return TypeSyntax(node.with(\.name, .identifier(name).withTrivia(of: node.name)))
  }
}

extension TokenSyntax {
  fileprivate func withTrivia(of token: TokenSyntax) -> TokenSyntax {
    with(\.leadingTrivia, token.leadingTrivia).with(\.trailingTrivia, token.trailingTrivia)
  }
}
