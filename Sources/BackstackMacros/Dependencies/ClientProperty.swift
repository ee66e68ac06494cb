import SwiftSyntax
import SwiftSyntaxBuilder

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
