import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@Reducer`: completes a feature, or combines the features in an enum's
/// cases into one reducer.
enum ReducerMacro: GeneratingMacro {}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(StructDeclSyntax.self) {
      if let arguments = node.arguments {
        reject(arguments, of: node, in: context)
      }
      let feature = FeatureReducer(declaration, in: context)
      feature.diagnose(in: context)
      return feature.members.map(DeclSyntax.init(generated:))
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      let reducer = EnumReducer(declaration, attribute: node, in: context)
      reducer.diagnose(in: context)
      return reducer.members.map(DeclSyntax.init(generated:))
    }
    context.error(
      "@Reducer can only be applied to a struct or an enum", id: "not-a-reducer", at: node)
    return []
  }

  /// Reports arguments of the macro on a struct, whose `State` and `Action` can be edited.
  private static func reject(
    _ arguments: AttributeSyntax.Arguments, of node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    let bare = node.with(\.leftParen, nil).with(\.arguments, nil).with(\.rightParen, nil)
      .with(\.trailingTrivia, node.trailingTrivia)
    context.error(
      "@Reducer takes arguments on an enum only; add the conformances to 'State' and 'Action'",
      id: "arguments-on-struct", at: arguments,
      fixIts: [
        FixIt(
          message: MacroMessage("Remove the arguments", id: "remove-arguments"),
          changes: [.replace(oldNode: Syntax(node), newNode: Syntax(bare))])
      ])
  }
}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let needed: [String]
    if declaration.is(EnumDeclSyntax.self) {
      needed = ["CaseReducer", "Reducer"]
    } else if declaration.is(StructDeclSyntax.self) {
      needed = ["Reducer"]
    } else {
      return []
    }
    let stated = declaration.inheritanceClause?.names ?? []
    let missing = needed.filter { name in
      !stated.contains(name) && protocols.contains { $0.lastName == name }
    }
    guard !missing.isEmpty else { return [] }
    if let modifier = declaration.privateNesting(in: context) {
      context.diagnose(privateNesting: modifier, of: "@Reducer")
      return []
    }
    let check = declaration.as(EnumDeclSyntax.self).map { declaration in
      EnumReducer(declaration, attribute: node, in: context).check
    }
    return [
      try ExtensionDeclSyntax(of: type, missing.joined(separator: ", "), members: check ?? "")
    ]
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let nested = member.as(EnumDeclSyntax.self) { return attributes(of: nested) }
    if let state = member.as(StructDeclSyntax.self), declaration.is(StructDeclSyntax.self) {
      return attributes(ofState: state, in: declaration.memberBlock)
    }
    if let body = member.as(VariableDeclSyntax.self), declaration.is(StructDeclSyntax.self) {
      return attributes(ofBody: body)
    }
    return []
  }

  /// Returns the attributes that a nested enum `State` or `Action` lacks.
  private static func attributes(of nested: EnumDeclSyntax) -> [AttributeSyntax] {
    let name = nested.name.unquoted
    guard name == "State" || name == "Action" else { return [] }
    var attributes: [AttributeSyntax] = []
    let present = nested.attributes.names
    let inherited = nested.inheritanceClause?.names ?? []
    if !present.contains("CasePathable"), !inherited.contains("CasePathable") {
      attributes.append("@CasePathable")
    }
    if name == "State", !present.contains("dynamicMemberLookup") {
      attributes.append("@dynamicMemberLookup")
    }
    if name == "Action", !inherited.contains("Sendable") { attributes.append("@_ReducerAction") }
    return attributes
  }

  /// Returns the attributes for a nested `State`: the one that provides the offsets of its
  /// presentations, or otherwise the one that generates its schema; and the one that makes its
  /// fields available to bindings.
  private static func attributes(
    ofState state: StructDeclSyntax, in feature: MemberBlockSyntax
  ) -> [AttributeSyntax] {
    let present = state.attributes.names
    guard state.name.unquoted == "State", state.modifiers.access != .private else { return [] }
    let binding: [AttributeSyntax] =
      present.contains("ObservableState") && !present.contains("BindableState")
        && state.isCodable && feature.enumeration("Action")?.hasBinding == true
      ? ["@BindableState"] : []
    guard present.isDisjoint(with: ["ObservableState", "SchemaRepresentable"]) else {
      return binding
    }
    if !state.memberBlock.presentations.isEmpty { return ["@ObservableState"] }
    return StructSchema(state).isKnown ? ["@SchemaRepresentable"] : []
  }

  /// Returns the result builder of a `body` whose type is `some Reducer`.
  private static func attributes(ofBody body: VariableDeclSyntax) -> [AttributeSyntax] {
    guard let type = BodyType(body), type.isOpaque,
      !body.attributes.names.contains(where: { $0.hasSuffix("Builder") }),
      body.bindings.first?.accessorBlock != nil
    else { return [] }
    return ["@ReducerBuilder<\(raw: type.state), \(raw: type.action)>"]
  }
}

extension StructDeclSyntax {
  /// Whether the declaration names both directions of coding.
  fileprivate var isCodable: Bool {
    let names = inheritanceClause?.names ?? []
    return names.contains("Codable") || names.isSuperset(of: ["Encodable", "Decodable"])
  }
}

extension EnumDeclSyntax {
  /// Whether a case has a `BindingAction`, or a case of an enum that is declared inside.
  fileprivate var hasBinding: Bool {
    EnumCaseList(memberBlock.members).all.contains { element in
      element.payloads.contains { $0.type.lastName == "BindingAction" }
    }
      || memberBlock.members.contains { member in
        member.decl.as(EnumDeclSyntax.self)?.hasBinding == true
      }
  }
}
