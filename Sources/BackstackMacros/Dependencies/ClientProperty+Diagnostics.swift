import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ClientProperty {
  /// Reports a property that no initializer can be generated for.
  ///
  /// - Returns: Whether the property is valid.
  func diagnose(client: String, in context: some MacroExpansionContext) -> Bool {
    if declaration.bindings.count > 1 {
      context.error(
        "@DependencyClient needs a separate declaration for each property",
        id: "several-properties", at: declaration)
      return false
    }
    if type == nil {
      context.error(
        "@DependencyClient needs the type of '\(name)', for the initializer",
        id: "property-without-type", at: binding,
        fixIts: [fixIt("Insert ': <#Type#>'", id: "insert-type", binding.insertingType)])
      return false
    }
    if let closure, lacksDefault {
      let result = closure.result.trimmedDescription
      let parameters = closure.ignoredParameters
      let value = ["{", parameters, "<#\(result)#>", "}"].filter { !$0.isEmpty }
        .joined(separator: " ")
      context.error(
        """
        '\(name)' can't throw and returns '\(result)', so it needs a default value for '\(client)()', \
        which is used when a test calls it without overriding it; any value will do
        """,
        id: "endpoint-without-default", at: binding,
        fixIts: [
          fixIt(
            "Insert '= \(value)'", id: "insert-default",
            binding.with(
              \.initializer,
              InitializerClauseSyntax(
                equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
                value: ExprSyntax("\(raw: value)"))))
        ])
      return false
    }
    return true
  }

  private func fixIt(_ message: String, id: String, _ new: PatternBindingSyntax) -> FixIt {
    FixIt(
      message: MacroMessage(message, id: id),
      changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(new))])
  }
}

extension PatternBindingSyntax {
  fileprivate var insertingType: PatternBindingSyntax {
    with(\.pattern.trailingTrivia, [])
      .with(
        \.typeAnnotation,
        TypeAnnotationSyntax(
          colon: .colonToken(trailingTrivia: .space), type: "<#Type#>" as TypeSyntax,
          trailingTrivia: initializer == nil ? [] : .space))
  }
}
