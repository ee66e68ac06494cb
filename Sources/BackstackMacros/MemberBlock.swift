import SwiftSyntax

extension MemberBlockSyntax {
  /// The members, also those under `#if`.
  var declarations: [DeclSyntax] { members.declarations }

  /// Whether there is a type or a typealias of that name.
  func declares(type name: String) -> Bool {
    declarations.contains { declaration in
      (declaration.asProtocol((any NamedDeclSyntax).self))?.name.unquoted == name
        && (declaration.asProtocol((any DeclGroupSyntax).self) != nil
          || declaration.is(TypeAliasDeclSyntax.self))
    }
  }

  /// The nested enum of that name.
  func enumeration(_ name: String) -> EnumDeclSyntax? {
    declarations.lazy.compactMap { $0.as(EnumDeclSyntax.self) }.first { $0.name.unquoted == name }
  }

  /// The nested struct of that name.
  func structure(_ name: String) -> StructDeclSyntax? {
    declarations.lazy.compactMap { $0.as(StructDeclSyntax.self) }.first { $0.name.unquoted == name }
  }

  /// The property of that name.
  func property(_ name: String) -> VariableDeclSyntax? {
    declarations.lazy.compactMap { $0.as(VariableDeclSyntax.self) }.first { variable in
      variable.bindings.contains {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.unquoted == name
      }
    }
  }

  /// Whether there is a property of that name.
  func declares(property name: String) -> Bool { property(name) != nil }

  /// The function of that name and those labels.
  func function(_ name: String, labels: [String]) -> FunctionDeclSyntax? {
    declarations.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first { function in
      function.name.unquoted == name && function.signature.labels == labels
    }
  }

  /// Whether there is a function of that name and those labels.
  func declares(function name: String, labels: [String]) -> Bool {
    function(name, labels: labels) != nil
  }

  /// Whether the wire form is written by hand, at least one way.
  var declaresCoding: Bool {
    declares(function: "encode", labels: ["to"]) || declaresInitializer(labels: ["from"])
  }

  /// Whether the schema of the wire form is written by hand.
  var declaresSchema: Bool { declares(function: "jsonSchema", labels: ["in"]) }

  /// Whether there is an initializer with those labels.
  func declaresInitializer(labels: [String]) -> Bool {
    declarations.contains { $0.as(InitializerDeclSyntax.self)?.signature.labels == labels }
  }
}

extension MemberBlockItemListSyntax {
  fileprivate var declarations: [DeclSyntax] {
    flatMap { member -> [DeclSyntax] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      return condition.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let members) = clause.elements else { return [] }
        return members.declarations
      }
    }
  }
}

extension FunctionSignatureSyntax {
  fileprivate var labels: [String] { parameterClause.parameters.map(\.firstName.text) }
}
