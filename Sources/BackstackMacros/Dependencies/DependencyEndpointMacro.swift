import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEndpoint`: a method that calls a closure, with labels where its type has names.
enum DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self).flatMap(ClientProperty.init),
      let closure = property.closure
    else {
      context.error(
        "@DependencyEndpoint can only be applied to a closure", id: "not-an-endpoint", at: node)
      return []
    }
    guard let method = methodName(of: node, in: context) else { return [] }
    // Without names and without a name of its own, the method would be the closure again.
    guard closure.hasLabels || !method.isEmpty else { return [] }
    let access = property.declaration.modifiers.access.map { "\($0) " } ?? ""
    let attributes = closure.methodAttributes.map { "\($0) " }.joined()
    let effects =
      closure.function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let marks = (closure.isThrowing ? "try " : "") + (closure.isAsync ? "await " : "")
    let parameters = closure.function.parameters.enumerated()
      .map { "\($1.secondName?.text ?? "_") p\($0): \($1.parameterType)" }
      .joined(separator: ", ")
    let arguments = closure.function.parameters.enumerated()
      .map { $1.argument("p\($0)") }.joined(separator: ", ")
    let name = method.isEmpty ? property.name : method
    return [
      """
      \(raw: attributes)\(raw: access)func \(raw: name)(\(raw: parameters))\(raw: effects) -> \
      \(raw: closure.result) {
      \(raw: marks)self.\(raw: property.name)(\(raw: arguments))
      }
      """
    ]
  }

  /// The argument `method:`, empty where there is none, nil where it is no name.
  private static func methodName(
    of node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> String? {
    guard let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first else { return "" }
    let literal = argument.expression.as(StringLiteralExprSyntax.self)
    let name = literal?.segments.trimmedDescription ?? ""
    guard !name.isEmpty, !name.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" }) else {
      context.error(
        "'method' has to be the name of a method, as a literal", id: "not-a-name",
        at: argument.expression)
      return nil
    }
    return name
  }
}

extension TupleTypeElementSyntax {
  fileprivate var parameterType: String { type.trimmedDescription }

  /// A parameter, handed on.
  fileprivate func argument(_ name: String) -> String {
    guard let type = type.as(AttributedTypeSyntax.self) else { return name }
    if type.attributes.names.contains("autoclosure") { return "\(name)()" }
    let isInout = type.specifiers.contains { $0.trimmedDescription == "inout" }
    return isInout ? "&\(name)" : name
  }
}
