import SwiftSyntax

extension MemberBlockSyntax {
  /// The members, including those under `#if`.
  var declarations: [DeclSyntax] { members.declarations }

  /// Returns whether there is a type or a typealias with that name.
  func declares(type name: String) -> Bool {
    declarations.contains { declaration in
      (declaration.asProtocol((any NamedDeclSyntax).self))?.name.unquoted == name
        && (declaration.asProtocol((any DeclGroupSyntax).self) != nil
          || declaration.is(TypeAliasDeclSyntax.self))
    }
  }

  /// Returns the nested enum with that name.
  func enumeration(_ name: String) -> EnumDeclSyntax? {
    declarations.lazy.compactMap { $0.as(EnumDeclSyntax.self) }.first { $0.name.unquoted == name }
  }

  /// Returns the nested struct with that name.
  func structure(_ name: String) -> StructDeclSyntax? {
    declarations.lazy.compactMap { $0.as(StructDeclSyntax.self) }.first { $0.name.unquoted == name }
  }

  /// Returns the property with that name.
  func property(_ name: String) -> VariableDeclSyntax? {
    declarations.lazy.compactMap { $0.as(VariableDeclSyntax.self) }.first { variable in
      variable.bindings.contains {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.unquoted == name
      }
    }
  }

  /// Returns whether there is a property with that name.
  func declares(property name: String) -> Bool { property(name) != nil }

  /// Returns the function with that name and those labels.
  func function(_ name: String, labels: [String]) -> FunctionDeclSyntax? {
    declarations.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first { function in
      function.name.unquoted == name && function.signature.labels == labels
    }
  }

  /// Returns whether there is a function with that name and those labels.
  func declares(function name: String, labels: [String]) -> Bool {
    function(name, labels: labels) != nil
  }

  /// Whether encoding or decoding is written manually.
  var declaresCoding: Bool {
    declares(function: "encode", labels: ["to"]) || declaresInitializer(labels: ["from"])
  }

  /// Whether the schema of the wire format is written manually.
  var declaresSchema: Bool { declares(function: "jsonSchema", labels: ["in"]) }

  /// Returns whether there is an initializer with those labels.
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
