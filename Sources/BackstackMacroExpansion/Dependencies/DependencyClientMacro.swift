import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@DependencyClient`: adds initializers, one of which leaves all closures
/// unimplemented, and methods with labels for closures whose parameters are named.
enum DependencyClientMacro: GeneratingMacro {}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let client = declaration.as(StructDeclSyntax.self) else {
      context.error(
        "@DependencyClient can only be applied to a struct", id: "not-a-client", at: node)
      return []
    }
    let variables = client.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let properties = variables.compactMap(ClientProperty.init)
    // `map` rather than `allSatisfy`, so that all properties are diagnosed.
    guard !properties.map({ $0.diagnose(client: client.name.text, in: context) }).contains(false)
    else { return [] }
    let access = client.memberAccess(limitedTo: properties, in: context)
    let all = initializer(of: properties, access: access) { property in property.name }
    guard properties.contains(where: \.isEndpoint) else { return [DeclSyntax(generated: all)] }
    let unimplemented = initializer(of: properties.filter { !$0.isEndpoint }, access: access) {
      $0.name
    } before: {
      properties.compactMap { property in
        property.unimplemented(in: client.name.text).map { "self.\(property.name) = \($0)" }
      }
    }
    return [all, unimplemented].map(DeclSyntax.init(generated:))
  }

  private static func initializer(
    of properties: [ClientProperty], access: String, value: (ClientProperty) -> String,
    before: () -> [String] = { [] }
  ) -> String {
    let parameters = properties.map(\.parameter).joined(separator: ",\n")
    let lines = before() + properties.map { "self.\($0.name) = \(value($0))" }
    return """
      \(access)init(\(parameters.isEmpty ? "" : "\n\(parameters)\n")) {
      \(lines.joined(separator: "\n"))
      }
      """
  }
}

extension DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self),
      !variable.attributes.names.contains("DependencyEndpoint"),
      let property = ClientProperty(variable), property.isEndpoint || property.isConstant,
      property.closure?.hasLabels == true
    else { return [] }
    return ["@DependencyEndpoint"]
  }
}

extension StructDeclSyntax {
  /// Returns the access of an initializer with a parameter for each property: no wider than that of
  /// any property.
  fileprivate func memberAccess(
    limitedTo properties: [ClientProperty], in context: some MacroExpansionContext
  ) -> String {
    let own = memberAccess(in: context)
    let accesses = properties.map { $0.declaration.modifiers.access }
    for narrow in [Keyword.private, .fileprivate] where accesses.contains(narrow) {
      return "\(narrow) "
    }
    if accesses.allSatisfy({ $0 == .public || $0 == .open }) { return own }
    let isPackage = accesses.allSatisfy { $0 == .public || $0 == .open || $0 == .package }
    return isPackage && !own.isEmpty ? "package " : ""
  }
}
