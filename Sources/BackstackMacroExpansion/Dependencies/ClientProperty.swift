import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A stored property of a `@DependencyClient`.
struct ClientProperty {
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  /// The name as written, possibly in backticks.
  let name: String
  /// The type, if it is a closure.
  let closure: ClosureType?

  /// Creates the description of a property; `nil` for a property that an initializer does not set: a
  /// computed or static one, or a constant with a value.
  init?(_ declaration: VariableDeclSyntax) {
    guard let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      !declaration.modifiers.contains(where: \.isStaticOrLazy)
    else { return nil }
    if let accessors = binding.accessorBlock?.accessors, !accessors.areObservers { return nil }
    self.declaration = declaration
    self.binding = binding
    name = pattern.identifier.text
    closure = (binding.typeAnnotation?.type).flatMap(ClosureType.init)
    if isConstant, binding.initializer != nil { return nil }
    if isPrivate, binding.initializer != nil { return nil }
  }

  var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }

  private var isPrivate: Bool { declaration.modifiers.access == .private }

  /// Whether the property is a closure that can be unimplemented: it then reports its calls.
  var isEndpoint: Bool {
    closure != nil && !isConstant
      && !declaration.attributes.names.contains("DependencyEndpointIgnored")
  }

  /// The type, if it is written or is that of a literal.
  var type: TypeSyntax? {
    if let type = binding.typeAnnotation?.type { return type.trimmed }
    guard let value = binding.initializer?.value else { return nil }
    if value.is(BooleanLiteralExprSyntax.self) { return "Swift.Bool" }
    if value.is(IntegerLiteralExprSyntax.self) { return "Swift.Int" }
    if value.is(FloatLiteralExprSyntax.self) { return "Swift.Double" }
    if value.is(StringLiteralExprSyntax.self) { return "Swift.String" }
    return nil
  }

  /// The initializer's parameter that sets the property.
  var parameter: String {
    let type = type.map(\.escaping) ?? ""
    if isEndpoint { return "\(name): \(type)" }
    if let value = binding.initializer?.value {
      return "\(name): \(type) = \(value.trimmedDescription)"
    }
    let isOptional = self.type?.is(OptionalTypeSyntax.self) == true && !isConstant
    return "\(name): \(type)" + (isOptional ? " = nil" : "")
  }

  /// Whether the property needs a default that isn't written, because its result can't be
  /// generated.
  var lacksDefault: Bool {
    guard let closure, isEndpoint, binding.initializer == nil else { return false }
    return !closure.throwsAnyError && !closure.returnsVoid && !closure.returnsOptional
  }
}

extension AccessorBlockSyntax.Accessors {
  /// Whether the accessors are observers only, so that the property is stored.
  fileprivate var areObservers: Bool {
    guard case .accessors(let accessors) = self else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension DeclModifierSyntax {
  fileprivate var isStaticOrLazy: Bool {
    [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains(name.tokenKind)
  }
}

extension ClientProperty {
  /// Returns a closure that reports that the endpoint was not overridden and then runs the written
  /// default, throws, or returns `nil` or nothing.
  func unimplemented(in client: String) -> String? {
    guard let closure, isEndpoint else { return nil }
    let endpoint = "\(client).\(name.unquotedName)"
    let report = #"BackstackDependencies._reportUnimplemented("\#(endpoint)")"#
    if let value = binding.initializer?.value {
      // A function that is given by name can't be changed to report first.
      return value.as(ClosureExprSyntax.self)
        .map { $0.beginning(with: report, returnsVoid: closure.returnsVoid) }
        ?? value.trimmedDescription
    }
    var lines = [report]
    if closure.throwsAnyError {
      lines.append(#"throw BackstackDependencies.Unimplemented("\#(endpoint)")"#)
    } else if closure.returnsOptional {
      lines.append("return nil")
    }
    let head = ["{", closure.ignoredParameters].filter { !$0.isEmpty }.joined(separator: " ")
    return ([head] + lines + ["}"]).joined(separator: "\n")
  }
}

extension ClosureExprSyntax {
  /// Returns the closure with a statement before all others.
  fileprivate func beginning(with statement: String, returnsVoid: Bool) -> String {
    var body = statements.map(\.trimmedDescription)
    // A closure with two statements needs an explicit `return`.
    if !returnsVoid, body.count == 1, let only = statements.first?.item.as(ExprSyntax.self),
      !only.isFatal
    {
      body = ["return " + body[0]]
    }
    let head = ["{", signature?.trimmedDescription ?? ""].filter { !$0.isEmpty }
    return ([head.joined(separator: " "), statement] + body + ["}"]).joined(separator: "\n")
  }
}

extension ExprSyntax {
  /// Whether the expression never returns: a call of `fatalError()`, possibly after `try await`.
  fileprivate var isFatal: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    return ["fatalError", "preconditionFailure"].contains(call.calledExpression.trimmedDescription)
  }
}

extension String {
  /// The name without backticks.
  var unquotedName: String { filter { $0 != "`" } }
}

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
