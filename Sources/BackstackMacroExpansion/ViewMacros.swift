import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@ViewAction(for:)`: a view's `send` for what a person does.
enum ViewActionMacro: ExtensionMacro, GeneratingMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.memberBlock.declares(property: "store") else {
      context.error(
        "@ViewAction needs the property 'store': write 'let store: StoreOf<Feature>'",
        id: "no-store", at: node)
      return []
    }
    guard !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax(of: type, "ViewActionSending")]
  }
}

/// The implementation of `#Preview`, which expands to nothing: there is no tool to show it.
enum PreviewMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
