import SwiftSyntax
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// The access modifier that generated members need, with a space after it, or nothing.
  func memberAccess(in context: some MacroExpansionContext) -> String {
    if let own = modifiers.access { return own.memberAccess }
    // Members of a `public extension` are public.
    let around = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    return around?.modifiers.access?.memberAccess ?? ""
  }
}

extension MacroExpansionContext {
  /// Whether a type declared here may depend on generic parameters from around it. What an
  /// extension extends isn't known.
  var mayBeGeneric: Bool {
    lexicalContext.contains { around in
      around.is(ExtensionDeclSyntax.self)
        || around.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
  }
}

extension DeclModifierListSyntax {
  /// The keyword that says who may use a declaration.
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
  /// The names of the inherited types, without modules in front; compositions are taken apart.
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
