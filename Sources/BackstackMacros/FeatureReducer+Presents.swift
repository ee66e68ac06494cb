import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension FeatureReducer {
  /// Reports a property that `ifLet` presents but that is not marked with `@Presents`: the compiler
  /// would report that `$child` is missing, and a type mismatch.
  func diagnosePresentations(
    of body: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard let state = block.structure("State") else { return }
    let presented = PresentedNames(viewMode: .sourceAccurate)
    presented.walk(body)
    for name in presented.names {
      guard let property = state.memberBlock.property(name), property.attributes.isEmpty,
        property.bindingSpecifier.tokenKind == .keyword(.var)
      else { continue }
      let marked = property.with(\.leadingTrivia, [])
        .with(\.attributes, [.attribute("@Presents ")])
        .with(\.leadingTrivia, property.leadingTrivia)
      context.error(
        "'\(name)' is presented by 'ifLet(\\.$\(name), …)', so it has to be marked with '@Presents'",
        id: "not-presents", at: property.bindings.first?.pattern ?? PatternSyntax("_"),
        fixIts: [
          FixIt(
            message: MacroMessage("Add '@Presents'", id: "add-presents"),
            changes: [.replace(oldNode: Syntax(property), newNode: Syntax(marked))])
        ])
    }
  }
}

/// A visitor that collects the names of the properties that the operators of a body present with
/// `ifLet(\.$name, …)`.
private final class PresentedNames: SyntaxVisitor {
  private(set) var names: [String] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
      callee.declName.baseName.text == "ifLet",
      let path = node.arguments.first?.expression.as(KeyPathExprSyntax.self), path.root == nil,
      path.components.count == 1,
      let component = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self),
      component.declName.baseName.text.hasPrefix("$")
    {
      names.append(String(component.declName.baseName.text.dropFirst()))
    }
    return .visitChildren
  }

  // The state of a closure may be another one.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
