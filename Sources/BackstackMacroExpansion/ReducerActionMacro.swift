import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@_ReducerAction`: declares that a feature's action is Sendable, as every
/// action has to be.
///
/// Without the declaration, the compiler searches the payloads for the conformance, and reports a
/// circular reference if one of them is an action of a list or a stack of the feature itself.
enum ReducerActionMacro: ExtensionMacro, GeneratingMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // `@CasePathable` reports a private type.
    guard !protocols.isEmpty, declaration.privateNesting(in: context) == nil else { return [] }
    return [try ExtensionDeclSyntax(of: type, "Sendable")]
  }
}
