import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// Returns the access modifier that generated members need, with a trailing space, or an empty
  /// string.
  func memberAccess(in context: some MacroExpansionContext) -> String {
    if let own = modifiers.access { return own.memberAccess }
    // Members of a `public extension` are public.
    let around = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    return around?.modifiers.access?.memberAccess ?? ""
  }
}

extension MacroExpansionContext {
  /// Whether a type declared here may depend on generic parameters of an enclosing type. The type
  /// that an extension extends is unknown.
  var mayBeGeneric: Bool {
    lexicalContext.contains { around in
      around.is(ExtensionDeclSyntax.self)
        || around.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
  }
}

extension DeclModifierListSyntax {
  /// The access modifier of a declaration, if it has one.
  var access: Keyword? {
    for modifier in self where modifier.detail == nil {
      if case .keyword(let keyword) = modifier.name.tokenKind,
        [.public, .package, .open, .internal, .fileprivate, .private].contains(keyword)
      {
        return keyword
      }
    }
    return nil
  }
}

extension Keyword {
  fileprivate var memberAccess: String {
    switch self {
    case .public, .open: "public "
    case .package: "package "
    default: ""
    }
  }
}

extension InheritanceClauseSyntax {
  /// The names of the inherited types, without module names; a composition counts as its parts.
  var names: Set<String> {
    Set(inheritedTypes.flatMap { $0.type.names })
  }
}

extension TypeSyntax {
  fileprivate var names: [String] {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.names }
    if let composition = self.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap { $0.type.names }
    }
    return [lastName].compactMap(\.self)
  }

  /// `C` of `A.B.C<D>`.
  var lastName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}

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
