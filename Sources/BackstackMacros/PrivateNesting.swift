import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// Returns the modifier that hides a nested type from an extension that a macro adds, because an
  /// extension is outside of the enclosing type.
  func privateNesting(in context: some MacroExpansionContext) -> DeclModifierSyntax? {
    guard !context.lexicalContext.isEmpty else { return nil }
    return modifiers.first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
  }
}

extension MacroExpansionContext {
  /// Reports that a macro can't extend a private nested type.
  func diagnose(privateNesting modifier: DeclModifierSyntax, of macro: String) {
    let wider = modifier.with(
      \.name, .keyword(.fileprivate).with(\.trailingTrivia, modifier.name.trailingTrivia))
    error(
      "\(macro) can't extend a nested type that is 'private'", id: "private-nesting", at: modifier,
      fixIts: [
        FixIt(
          message: MacroMessage("Replace 'private' with 'fileprivate'", id: "make-fileprivate"),
          changes: [.replace(oldNode: Syntax(modifier), newNode: Syntax(wider))])
      ])
  }
}
