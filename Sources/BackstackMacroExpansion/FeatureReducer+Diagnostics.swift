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

extension FeatureReducer {
  /// Reports a `body` whose type names another feature although this one has its own state or
  /// action: the compiler would only say that the type is not a reducer.
  private func diagnose(featureOf body: VariableDeclSyntax, in context: some MacroExpansionContext)
  {
    guard let type = BodyType(body), type.isOpaque, declaresOwn("State") || declaresOwn("Action"),
      let binding = body.bindings.first, let annotation = binding.typeAnnotation,
      let other = type.feature, other != "Self", other != name
    else { return }
    var corrected: TypeSyntax = "some ReducerOf<Self>"
    corrected.trailingTrivia = annotation.type.trailingTrivia
    let own = annotation.with(\.type, corrected)
    context.error(
      "'body' is for '\(other)', but State and Action belong to '\(name)': write 'some ReducerOf<Self>'",
      id: "body-of-another", at: annotation.type,
      fixIts: [
        FixIt(
          message: MacroMessage("Make it 'some ReducerOf<Self>'", id: "make-body-own"),
          changes: [.replace(oldNode: Syntax(annotation), newNode: Syntax(own))])
      ])
  }

  /// Returns whether the feature itself declares a type with that name, other than as an alias.
  private func declaresOwn(_ type: String) -> Bool {
    block.declarations.contains { declaration in
      declaration.asProtocol((any DeclGroupSyntax).self) != nil
        && declaration.asProtocol((any NamedDeclSyntax).self)?.name.unquoted == type
    }
  }
}

extension BodyType {
  /// The name of the feature that the state and the action belong to, without enclosing types;
  /// `nil` if they are not the `State` and `Action` of a feature.
  fileprivate var feature: String? {
    func owner(of type: String, _ member: String) -> String? {
      let type: TypeSyntax = "\(raw: type)"
      guard let type = type.as(MemberTypeSyntax.self), type.name.text == member else { return nil }
      return type.baseType.lastName
    }
    guard let feature = owner(of: state, "State"), feature == owner(of: action, "Action") else {
      return nil
    }
    return feature
  }
}

extension FeatureReducer {
  /// Reports a property that `ifLet` presents but that is not marked with `@Presents`: the compiler
  /// would report that `$child` is missing, and a type mismatch.
  private func diagnosePresentations(
    of body: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard let state = block.structure("State") else { return }
    let presented = PresentedNames(viewMode: .sourceAccurate)
    presented.walk(body)
    for name in presented.names {
      guard let property = state.memberBlock.property(name), property.attributes.isEmpty,
        property.bindingSpecifier.tokenKind == .keyword(.var)
      else { continue }
      let marked = property.with(\.leadingTrivia, [])
        .with(\.attributes, [.attribute("@Presents ")])
        .with(\.leadingTrivia, property.leadingTrivia)
      context.error(
        "'\(name)' is presented by 'ifLet(\\.$\(name), …)', so it has to be marked with '@Presents'",
        id: "not-presents", at: property.bindings.first?.pattern ?? PatternSyntax("_"),
        fixIts: [
          FixIt(
            message: MacroMessage("Add '@Presents'", id: "add-presents"),
            changes: [.replace(oldNode: Syntax(property), newNode: Syntax(marked))])
        ])
    }
  }
}

/// A visitor that collects the names of the properties that the operators of a body present with
/// `ifLet(\.$name, …)`.
private final class PresentedNames: SyntaxVisitor {
  private(set) var names: [String] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
      callee.declName.baseName.text == "ifLet",
      let path = node.arguments.first?.expression.as(KeyPathExprSyntax.self), path.root == nil,
      path.components.count == 1,
      let component = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self),
      component.declName.baseName.text.hasPrefix("$")
    {
      names.append(String(component.declName.baseName.text.dropFirst()))
    }
    return .visitChildren
  }

  // The state of a closure may be another one.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FeatureReducer {
  /// Reports `StackActionOf<Self>` and similar types in the action, where `Self` is the action
  /// rather than the feature.
  private func diagnoseSelfInAction(in context: some MacroExpansionContext) {
    guard let action = block.enumeration("Action") else { return }
    let found = FeatureArguments(viewMode: .sourceAccurate)
    for element in EnumCaseList(action.memberBlock.members).all { found.walk(element.syntax) }
    for type in found.named where type.name.tokenKind == .keyword(.Self) {
      context.error(
        "'Self' is the action here: write '\(name)', the name of the feature",
        id: "self-in-action", at: type,
        fixIts: [
          FixIt(
            message: MacroMessage("Replace 'Self' with '\(name)'", id: "name-feature"),
            changes: [
              .replace(
                oldNode: Syntax(type),
                newNode: Syntax(
                  type.with(\.name, .identifier(name, trailingTrivia: type.name.trailingTrivia))))
            ])
        ])
    }
  }
}

/// A visitor that collects the arguments of generic types that take a feature.
private final class FeatureArguments: SyntaxVisitor {
  private(set) var named: [IdentifierTypeSyntax] = []

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if ["IdentifiedActionOf", "StackActionOf"].contains(node.name.text) {
      for case .type(let type) in TypeSyntax(node).genericArguments {
        if let type = type.as(IdentifierTypeSyntax.self) { named.append(type) }
      }
    }
    return .visitChildren
  }
}
