import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@DependencyEndpoint`: a method that calls a closure, with labels if the
/// closure's type names its parameters.
enum DependencyEndpointMacro: PeerMacro, GeneratingMacro {
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
    // Without labels or another name, the method would be the same as the closure.
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
      DeclSyntax(
        generated: """
          \(attributes)\(access)\(closure.specifiers)func \(name)(\(parameters))\(effects) -> \
          \(closure.result) {
          \(marks)self.\(property.name)(\(arguments))
          }
          """)
    ]
  }

  /// Returns the argument `method:`, an empty string if there is none, or `nil` if it is not a
  /// valid name.
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

  /// Returns a parameter as an argument of the call.
  fileprivate func argument(_ name: String) -> String {
    guard let type = type.as(AttributedTypeSyntax.self) else { return name }
    if type.attributes.names.contains("autoclosure") { return "\(name)()" }
    let isInout = type.specifiers.contains { $0.trimmedDescription == "inout" }
    return isInout ? "&\(name)" : name
  }
}
