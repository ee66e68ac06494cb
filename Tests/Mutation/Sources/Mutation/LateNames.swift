import SwiftSyntax

/// A visitor that collects the names of local variables that are declared without a value.
final class LateNames: SyntaxVisitor {
  private(set) var names: Set<String> = []

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil, node.accessorBlock == nil, node.isLocal {
      names.insert(node.pattern.trimmedDescription)
    }
    return .visitChildren
  }
}
