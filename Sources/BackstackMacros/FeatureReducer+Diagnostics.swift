import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension FeatureReducer {
  /// Reports declarations that don't work or are deprecated.
  func diagnose(in context: some MacroExpansionContext) {
    if let body = block.property("body") {
      Self.diagnose(body: body, in: context)
      diagnose(featureOf: body, in: context)
      diagnosePresentations(of: body, in: context)
    }
    diagnoseCoding(in: context)
    diagnoseSelfInAction(in: context)
    if let reduce {
      diagnose(reduce: reduce, in: context)
    }
  }

  /// Reports a computed `body` whose type does not specify the reducer's state and action: the
  /// compiler's own messages don't explain how to fix it.
  private static func diagnose(body: VariableDeclSyntax, in context: some MacroExpansionContext) {
    guard let binding = body.bindings.first, binding.initializer == nil,
      binding.accessorBlock != nil
    else { return }
    var pattern = binding.pattern
    if let type = binding.typeAnnotation?.type {
      guard type.is(SomeOrAnyTypeSyntax.self), type.trimmedDescription == "some Reducer" else {
        return
      }
    } else {
      pattern.trailingTrivia = []
    }
    let typed = binding.with(\.pattern, pattern)
      .with(
        \.typeAnnotation,
        TypeAnnotationSyntax(
          colon: .colonToken(trailingTrivia: .space), type: "some ReducerOf<Self>" as TypeSyntax,
          trailingTrivia: .space))
    context.error(
      "'body' needs a type that names the state and the action", id: "body-without-type",
      at: binding.pattern,
      fixIts: [
        FixIt(
          message: MacroMessage("Make it 'some ReducerOf<Self>'", id: "add-body-type"),
          changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(typed))])
      ])
  }

  /// Reports a reducer that is written as a method: it works, but a `body` can be composed (R1,
  /// R2).
  private func diagnose(reduce: FunctionDeclSyntax, in context: some MacroExpansionContext) {
    if block.declares(property: "body") {
      return context.warning(
        "'body' is never used because 'reduce(into:action:)' takes precedence; remove one of"
          + " them", id: "body-beside-reduce", at: reduce.name)
    }
    var fixIts: [FixIt] = []
    if let body = Self.body(replacing: reduce) {
      fixIts = [
        FixIt(
          message: MacroMessage("Replace it with a 'body'", id: "replace-reduce"),
          changes: [.replace(oldNode: Syntax(reduce), newNode: Syntax(body))])
      ]
    }
    context.warning(
      "'reduce(into:action:)' is deprecated in a feature; write a 'body' with a 'Reduce'",
      id: "reduce-method", at: reduce.name, fixIts: fixIts)
  }

  /// Returns a `body` with a `Reduce` that does the same as a method.
  private static func body(replacing reduce: FunctionDeclSyntax) -> DeclSyntax? {
    let parameters = Array(reduce.signature.parameterClause.parameters)
    guard let statements = reduce.body?.statements, parameters.count == 2 else { return nil }
    let names = parameters.map { ($0.secondName ?? $0.firstName).text }
    let modifiers = reduce.modifiers.trimmedDescription
    let types = BodyType(reduce: reduce)
    let type =
      types.isOfSelf ? "some ReducerOf<Self>" : "some Reducer<\(types.state), \(types.action)>"
    let lines = statements.description.split(separator: "\n").map { "  " + $0 }
    return """
      \(raw: reduce.leadingTrivia)\(raw: modifiers.isEmpty ? "" : modifiers + " ")var body: \(raw: type) {
          Reduce { \(raw: names.joined(separator: ", ")) in
      \(raw: lines.joined(separator: "\n"))
          }
        }
      """
  }
}
