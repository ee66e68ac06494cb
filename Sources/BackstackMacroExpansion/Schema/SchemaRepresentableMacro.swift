import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@SchemaRepresentable`: the schema of a struct or an enum whose coding the
/// compiler generates.
enum SchemaRepresentableMacro: GeneratingMacro {}

extension SchemaRepresentableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let access = declaration.memberAccess(in: context)
    if let declaration = declaration.as(StructDeclSyntax.self) {
      let schema = StructSchema(declaration)
      if schema.isTellable { return [DeclSyntax(generated: schema.member(access: access))] }
    } else if let declaration = declaration.as(EnumDeclSyntax.self) {
      // `@CasePathable` generates both the wire format and its schema.
      if declaration.attributes.names.contains("CasePathable") { return [] }
      let schema = PlainEnumSchema(declaration)
      if schema.isTellable { return [DeclSyntax(generated: schema.member(access: access))] }
    } else {
      context.error(
        "@SchemaRepresentable can only be applied to a struct or an enum", id: "no-schema",
        at: node)
      return []
    }
    guard !declaration.memberBlock.declaresSchema else { return [] }
    context.error(
      "@SchemaRepresentable can't determine how this type is coded: write 'jsonSchema(in:)' yourself",
      id: "unknown-coding", at: node)
    return []
  }
}

extension SchemaRepresentableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty,
      declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self)
    else { return [] }
    if let modifier = declaration.privateNesting(in: context) {
      context.diagnose(privateNesting: modifier, of: "@SchemaRepresentable")
      return []
    }
    return [
      try ExtensionDeclSyntax(of: type, "nonisolated BackstackCoding.SchemaRepresentable")
    ]
  }
}

/// A generator of the member `jsonSchema(in:)`, which defines a type in a builder.
enum SchemaMember {
  /// Returns the member.
  ///
  /// - Parameter statements: The statements of the definition, the last of which returns the schema.
  static func declaration(
    access: String, documentation: Documentation, _ statements: [String]
  ) -> String {
    """
    \(access)nonisolated static func jsonSchema(in builder: BackstackCoding.SchemaBuilder) -> BackstackCoding.JSONSchema {
    builder.define(Self.self\(documentation.argument)) {
    \(statements.joined(separator: "\n"))
    }
    }
    """
  }
}
