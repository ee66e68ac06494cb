import SwiftSyntax
import SwiftSyntaxMacros

/// `@ServerOnly`, `@ReducerCaseIgnored`, `@ReducerCaseEphemeral`: read by other macros, expand to
/// nothing. So does `@DependencyEndpointIgnored`, and `@ObservationStateIgnored`, which says what is so
/// in any case.
enum MarkerMacro: PeerMacro {
  private static let caseMarkers: Set = [
    "ServerOnly", "ReducerCaseIgnored", "ReducerCaseEphemeral",
  ]

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let name = node.attributeName.trimmedDescription
    if let lastName = node.attributeName.lastName, Self.caseMarkers.contains(lastName) {
      if !declaration.is(EnumCaseDeclSyntax.self) {
        context.error("@\(name) can only be applied to an enum case", id: "not-a-case", at: node)
      }
    } else if !declaration.is(VariableDeclSyntax.self) {
      context.error("@\(name) can only be applied to a property", id: "not-a-property", at: node)
    }
    return []
  }
}
