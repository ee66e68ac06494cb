import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension FeatureReducer {
  /// Reports `StackActionOf<Self>` and similar types in the action, where `Self` is the action
  /// rather than the feature.
  func diagnoseSelfInAction(in context: some MacroExpansionContext) {
    guard let action = block.enumeration("Action") else { return }
    let found = FeatureArguments(viewMode: .sourceAccurate)
    for element in EnumCaseList(action.memberBlock.members).all { found.walk(element.syntax) }
    for type in found.named where type.name.tokenKind == .keyword(.Self) {
      context.error(
        "'Self' is the action here: write '\(name)', the name of the feature",
        id: "self-in-action", at: type,
        fixIts: [
          FixIt(
            message: MacroMessage("Replace 'Self' with '\(name)'", id: "name-feature"),
            changes: [
              .replace(
                oldNode: Syntax(type),
                newNode: Syntax(
                  type.with(\.name, .identifier(name, trailingTrivia: type.name.trailingTrivia))))
            ])
        ])
    }
  }
}

/// A visitor that collects the arguments of generic types that take a feature.
private final class FeatureArguments: SyntaxVisitor {
  private(set) var named: [IdentifierTypeSyntax] = []

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if ["IdentifiedActionOf", "StackActionOf"].contains(node.name.text) {
      for case .type(let type) in TypeSyntax(node).genericArguments {
        if let type = type.as(IdentifierTypeSyntax.self) { named.append(type) }
      }
    }
    return .visitChildren
  }
}
