import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_ReducerAction`: states that a feature's action is Sendable, which each action has to be.
///
/// Where it isn't stated, the compiler looks for it in the payloads, and runs in a circle when one of
/// them is an action of a list or a stack of the feature itself.
enum ReducerActionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // What a private type lacks is reported by `@CasePathable`.
    guard !protocols.isEmpty, declaration.privateNesting(in: context) == nil else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): Sendable {}")]
  }
}
