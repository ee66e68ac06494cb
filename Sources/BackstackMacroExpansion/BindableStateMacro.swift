import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@BindableState`: the table of the fields that bindings can name.
enum BindableStateMacro: GeneratingMacro {}

extension BindableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let state = declaration.as(StructDeclSyntax.self) else {
      context.error(
        "@BindableState can only be applied to a struct", id: "not-a-bindable-state", at: node)
      return []
    }
    guard !state.memberBlock.declares(property: "bindingFields") else { return [] }
    guard let properties = StructSchema(state).properties else {
      context.error(
        "@BindableState can't determine the fields of this type: write 'bindingFields' yourself",
        id: "unknown-fields", at: node)
      return []
    }
    // A statement for each field: the compiler type-checks them one at a time.
    let additions = properties.filter(\.isBindable).map(\.bindingFieldAddition)
    let isGeneric = context.mayBeGeneric || state.genericParameterClause != nil
    let table = """
      BindingFields<Self> { \(additions.isEmpty ? "_" : "fields") in
      \(additions.joined(separator: "\n"))
      }
      """
    let head = "\(state.memberAccess(in: context))nonisolated static"
    // A generic type has no static storage.
    return [
      DeclSyntax(
        generated: isGeneric
          ? "\(head) var bindingFields: BindingFields<Self> {\n\(table)\n}"
          : "\(head) let bindingFields = \(table)")
    ]
  }
}

extension BindableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self), !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax(of: type, "nonisolated BindableState")]
  }
}
