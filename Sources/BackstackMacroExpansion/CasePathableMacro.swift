import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@CasePathable`: case paths, and the wire format for enums that are
/// `Codable`.
enum CasePathableMacro: GeneratingMacro {
  /// The information about the enum that the parts of the macro need.
  struct Subject {
    let name: String
    let access: String
    let cases: EnumCaseList
    let declaration: EnumDeclSyntax
    let inherited: Set<String>
    /// Whether the enum may depend on generic parameters. The type that an extension extends is
    /// unknown.
    let mayBeGeneric: Bool

    init?(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
      guard let declaration = declaration.as(EnumDeclSyntax.self) else { return nil }
      self.name = declaration.name.trimmedDescription
      self.access = declaration.memberAccess(in: context)
      self.cases = EnumCaseList(declaration.memberBlock.members)
      self.declaration = declaration
      self.inherited = declaration.inheritanceClause?.names ?? []
      self.mayBeGeneric =
        declaration.genericParameterClause != nil || context.mayBeGeneric
    }

    /// Whether the enum has the name that names its case paths, so that nothing in it can name the
    /// enum itself.
    var isNamedLikeCasePaths: Bool { name == "Cases" }

    /// A case that differs from an earlier one in its labels only, so that a key path can't
    /// distinguish the two. The same name may occur in several clauses of an `#if`.
    var overloadedCase: EnumCase? {
      guard cases.isUnconditional else { return nil }
      var seen: Set<String> = []
      return cases.all.first { !seen.insert($0.key).inserted }
    }
  }
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let subject = Subject(declaration, in: context) else {
      context.error("@CasePathable can only be applied to an enum", id: "not-an-enum", at: node)
      return []
    }
    if subject.isNamedLikeCasePaths {
      context.error(
        "An enum with case paths can't be named 'Cases': '\\Action.Cases.counter' uses that name",
        id: "named-cases", at: subject.declaration.name)
      return []
    }
    if let overloaded = subject.overloadedCase {
      context.error(
        "@CasePathable needs cases of distinct names; '\(overloaded.key)' is declared twice",
        id: "overloaded-case", at: overloaded.syntax)
      return []
    }
    var members: [String] = []
    if !declaration.memberBlock.declares(type: "AllCasePaths") {
      members += [allCasePaths(of: subject)]
    }
    if !declaration.memberBlock.declares(property: "allCasePaths") {
      members += [
        """
        \(subject.access)nonisolated static var allCasePaths: AllCasePaths {
        AllCasePaths()
        }
        """
      ]
    }
    members += binding(of: subject)
    return (members + coding(of: subject, in: context)).map(DeclSyntax.init(generated:))
  }

  /// Returns the property `_binding` of a `BindableAction`, whose default implementation has to look
  /// for the payload by reflection. The property `binding` may be written by hand in an extension,
  /// which a macro doesn't see.
  private static func binding(of subject: Subject) -> [String] {
    guard subject.inherited.contains("BindableAction"), subject.cases.isUnconditional,
      let element = subject.cases.all.first(where: { $0.key == "binding" }),
      element.payloads.count == 1, element.payloads[0].label == nil
    else { return [] }
    return [
      """
      \(subject.access)nonisolated var _binding: \(element.payloads[0].type)? {
      guard case \(element.bindingPattern) = self else { return nil }
      return v0
      }
      """
    ]
  }
}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let subject = Subject(declaration, in: context), !protocols.isEmpty,
      !subject.inherited.contains("CasePathable"), subject.overloadedCase == nil,
      !subject.isNamedLikeCasePaths
    else { return [] }
    if let modifier = declaration.privateNesting(in: context) {
      context.diagnose(privateNesting: modifier, of: "@CasePathable")
      return []
    }
    return [
      try ExtensionDeclSyntax(of: type, "nonisolated BackstackCasePaths.CasePathable")
    ]
  }
}
