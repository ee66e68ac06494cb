import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension EnumReducer {
  /// Reports declarations that don't work.
  func diagnose(in context: some MacroExpansionContext) {
    if let body = block.property("body") { Self.diagnose(body: body, in: context) }
    for element in cases.all { Self.diagnose(element, in: context) }
  }

  /// Reports a `body` that is not static: an enum reducer has no instances.
  private static func diagnose(body: VariableDeclSyntax, in context: some MacroExpansionContext) {
    guard !body.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }) else {
      return
    }
    let corrected = body.with(\.bindingSpecifier, .keyword(.static, trailingTrivia: .space))
      .with(
        \.bindings,
        PatternBindingListSyntax(
          body.bindings.map { $0.with(\.leadingTrivia, "\(body.bindingSpecifier.text) ") }))
    context.error(
      "The 'body' of an enum reducer is 'static'", id: "instance-body", at: body.bindingSpecifier,
      fixIts: [
        FixIt(
          message: MacroMessage("Add 'static'", id: "add-static"),
          changes: [.replace(oldNode: Syntax(body), newNode: Syntax(corrected))])
      ])
  }

  /// Reports markers that contradict each other or the case.
  private static func diagnose(_ element: EnumCase, in context: some MacroExpansionContext) {
    guard element.attributes.contains("ReducerCaseEphemeral") else { return }
    if element.attributes.contains("ReducerCaseIgnored") {
      context.error(
        "'\(element.key)' can't be both ignored and ephemeral: it has actions or it has none",
        id: "both-markers", at: element.syntax)
    } else if element.payloads.count != 1 {
      context.error(
        "'\(element.key)' needs exactly one payload to be ephemeral: the state that its action ends",
        id: "ephemeral-payload", at: element.syntax)
    }
  }
}
