import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@ObservableState`: adds the conformance, the offsets of presentations, and the
/// coding. Stored properties stay as written.
enum ObservableStateMacro: GeneratingMacro {}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      context.error(
        "@ObservableState can only be applied to a struct or an enum", id: "not-a-state", at: node)
      return []
    }
    guard !protocols.isEmpty else { return [] }
    // The only argument leaves the coding to the author.
    let coding =
      node.arguments == nil ? declaration.as(StructDeclSyntax.self).flatMap(StructCoding.init) : nil
    let members = coding?.members(access: declaration.memberAccess(in: context)) ?? ""
    return [
      try ExtensionDeclSyntax(
        of: type, "nonisolated ObservableState", members: members.isEmpty ? "" : "\n\(members)\n")
    ]
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let state = declaration.as(StructDeclSyntax.self) else { return [] }
    return (presentations(of: state, in: context) + schema(of: state, in: context))
      .map(DeclSyntax.init(generated:))
  }

  /// Returns the function that provides the offsets of the presentations.
  private static func presentations(
    of state: StructDeclSyntax, in context: some MacroExpansionContext
  ) -> [String] {
    let names = state.memberBlock.presentations
    guard !names.isEmpty,
      !state.memberBlock.declares(function: "_offset", labels: ["ofPresentation"])
    else { return [] }
    // The stored property of a property wrapper is private, but accessible to a member.
    let tests = names.map { name in
      let projection = "\\Self.\(name.prefixed(with: "$"))"
      return
        "if presentation == \(projection) { return _storedOffset(\(projection), \\Self.\(name.prefixed(with: "_"))) }"
    }
    return [
      """
      \(state.memberAccess(in: context))nonisolated static func _offset(ofPresentation presentation: PartialKeyPath<Self>) -> Int? {
      \(tests.joined(separator: "\n"))
      return nil
      }
      """
    ]
  }

  /// Returns the schema of a state whose coding the compiler generates, unless another macro
  /// generates it.
  private static func schema(
    of state: StructDeclSyntax, in context: some MacroExpansionContext
  ) -> [String] {
    let schema = StructSchema(state)
    guard schema.isKnown, !state.attributes.names.contains("SchemaRepresentable") else { return [] }
    return [schema.member(access: state.memberAccess(in: context))]
  }
}

extension MemberBlockSyntax {
  /// The names of the properties that have `@Presents` and no other attribute, which might be
  /// another wrapper. Properties under `#if` are omitted.
  var presentations: [TokenSyntax] {
    members.compactMap { member in
      guard let property = member.decl.as(VariableDeclSyntax.self),
        property.attributes.count == 1,
        case .attribute(let attribute)? = property.attributes.first,
        attribute.attributeName.lastName.map(["Presents", "PresentationState"].contains) == true,
        !property.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }),
        property.bindings.count == 1,
        let name = property.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      return name
    }
  }
}
