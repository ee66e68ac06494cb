import SwiftSyntax
import SwiftSyntaxMacros

/// `@ServerOnly`, `@ReducerCaseIgnored`, `@ReducerCaseEphemeral`: read by other macros, expand to
/// nothing.
enum MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(EnumCaseDeclSyntax.self) {
      let name = node.attributeName.trimmedDescription
      context.error("@\(name) can only be applied to an enum case", id: "not-a-case", at: node)
    }
    return []
  }
}
