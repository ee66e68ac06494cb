import SwiftSyntax

/// A case of an enum, as the macros see it.
struct EnumCase {
  /// One associated value.
  struct Payload {
    let label: TokenSyntax?
    let type: TypeSyntax
    let defaultValue: ExprSyntax?

    /// The label in the wire format.
    var key: String? { label.map(\.unquoted) }

    var isNever: Bool { ["Never", "Swift.Never"].contains(type.trimmedDescription) }
  }

  /// The name as written, possibly in backticks.
  let name: String
  /// The name in the wire format.
  let key: String
  let payloads: [Payload]
  let attributes: Set<String>
  /// `indirect ` if the case is marked as such, otherwise empty.
  let indirection: String
  /// The comment that documents the case.
  let documentation: Documentation
  let syntax: EnumCaseElementSyntax

  init(_ element: EnumCaseElementSyntax, of declaration: EnumCaseDeclSyntax) {
    self.name = element.name.trimmedDescription
    self.key = element.name.unquoted
    self.payloads = (element.parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.trimmed }
      return Payload(
        label: label, type: parameter.type.trimmed, defaultValue: parameter.defaultValue?.value)
    }
    self.attributes = declaration.attributes.names
    self.indirection = declaration.modifiers.indirection
    self.documentation = Documentation(declaration.leadingTrivia)
    self.syntax = element
  }

  /// Whether clients may not send the case.
  var isServerOnly: Bool { attributes.contains("ServerOnly") }

  /// Whether the case can't be constructed.
  var isImpossible: Bool { payloads.contains(where: \.isNever) }

  /// The pattern that binds its payloads to `v0`, `v1` and so on.
  var bindingPattern: String {
    payloads.isEmpty ? ".\(name)" : "let .\(name)(\(values.joined(separator: ", ")))"
  }

  /// `v0`, `v1`, …
  var values: [String] { payloads.indices.map { "v\($0)" } }

  /// Returns an expression that creates the case with the given arguments.
  func construction(_ arguments: [String]) -> String {
    let labelled = zip(payloads, arguments).map { payload, argument in
      (payload.label.map { "\($0.text): " } ?? "") + argument
    }
    return payloads.isEmpty ? ".\(name)" : ".\(name)(\(labelled.joined(separator: ", ")))"
  }
}

extension DeclModifierListSyntax {
  /// `indirect ` if an enum or a case is marked as such, otherwise empty.
  var indirection: String {
    contains { $0.name.tokenKind == .keyword(.indirect) } ? "indirect " : ""
  }
}

extension AttributeListSyntax {
  /// The names of the attributes, without module names.
  var names: Set<String> {
    Set(
      compactMap { attribute in
        attribute.as(AttributeSyntax.self).map { attribute in
          attribute.attributeName.as(MemberTypeSyntax.self)?.name.text
            ?? attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text
            ?? attribute.attributeName.trimmedDescription
        }
      })
  }
}

extension TokenSyntax {
  /// The text without backticks.
  var unquoted: String { identifier?.name ?? text }

  /// Returns the name with a prefix, in backticks if it is more than letters, digits and underscores.
  func prefixed(with prefix: String) -> String {
    let isPlain = unquoted.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain || !text.hasPrefix("`") ? prefix + unquoted : "`\(prefix)\(unquoted)`"
  }
}
