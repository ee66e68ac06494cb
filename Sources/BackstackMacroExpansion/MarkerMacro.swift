import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of the markers `@ServerOnly`, `@ReducerCaseIgnored`, `@ReducerCaseEphemeral`,
/// `@DependencyEndpointIgnored` and `@ObservationStateIgnored`. They expand to nothing. Other
/// macros read them, except for the last one, which has no effect at all.
enum MarkerMacro: PeerMacro {
  private static let caseMarkers: Set = ["ReducerCaseIgnored", "ReducerCaseEphemeral"]

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let name = node.attributeName.trimmedDescription
    let lastName = node.attributeName.lastName ?? ""
    if lastName == "ServerOnly" {
      if !declaration.is(EnumCaseDeclSyntax.self), !declaration.is(VariableDeclSyntax.self) {
        context.error(
          "@\(name) can only be applied to an enum case or a property",
          id: "not-a-case-or-property", at: node)
      }
    } else if Self.caseMarkers.contains(lastName) {
      if !declaration.is(EnumCaseDeclSyntax.self) {
        context.error("@\(name) can only be applied to an enum case", id: "not-a-case", at: node)
      }
    } else if !declaration.is(VariableDeclSyntax.self) {
      context.error("@\(name) can only be applied to a property", id: "not-a-property", at: node)
    }
    return []
  }
}
