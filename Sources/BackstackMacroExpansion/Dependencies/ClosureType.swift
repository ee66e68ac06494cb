import SwiftSyntax
import SwiftSyntaxBuilder

/// The type of a property that is a closure: `@Sendable (_ id: Int) async throws -> User`.
struct ClosureType {
  /// The type as written, without enclosing parentheses.
  let written: TypeSyntax
  let function: FunctionTypeSyntax

  /// Creates the description of a type; `nil` if the type is not a closure, or is an optional one.
  init?(_ type: TypeSyntax) {
    var type = type.trimmed
    while let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil
    {
      type = element.type.trimmed
    }
    written = type
    let base = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    guard let function = base.as(FunctionTypeSyntax.self) else { return nil }
    self.function = function
  }

  /// Whether the closure can throw any error. With a typed throw, no error can be generated.
  var throwsAnyError: Bool {
    guard let clause = function.effectSpecifiers?.throwsClause else { return false }
    guard let type = clause.type?.trimmedDescription else { return true }
    return ["any Error", "Error", "any Swift.Error", "Swift.Error"].contains(type)
  }

  var isThrowing: Bool { function.effectSpecifiers?.throwsClause != nil }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  /// The type of the result.
  var result: TypeSyntax { function.returnClause.type.trimmed }

  var returnsVoid: Bool {
    ["Void", "()", "Swift.Void"].contains(result.trimmedDescription)
  }

  var returnsOptional: Bool {
    result.is(OptionalTypeSyntax.self) || result.lastName == "Optional"
  }

  /// Whether a parameter is written with a name: `(_ id: Int)`.
  var hasLabels: Bool { function.parameters.contains { $0.secondName != nil } }

  /// The beginning of a closure of the type that ignores its parameters: `_, _ in` for two.
  var ignoredParameters: String {
    function.parameters.isEmpty
      ? "" : Array(repeating: "_", count: function.parameters.count).joined(separator: ", ") + " in"
  }

  /// The specifiers before the attributes, such as `nonisolated(nonsending)`, each with a space.
  var specifiers: String {
    (written.as(AttributedTypeSyntax.self)?.specifiers ?? [])
      .map { "\($0.trimmedDescription) " }.joined()
  }

  /// The attributes other than `@Sendable`, which a method gets from its type.
  var methodAttributes: [String] {
    guard let attributes = written.as(AttributedTypeSyntax.self)?.attributes else { return [] }
    return attributes.compactMap { $0.as(AttributeSyntax.self)?.trimmedDescription }
      .filter { $0 != "@Sendable" }
  }
}

extension TypeSyntax {
  /// The type as that of an escaping parameter.
  var escaping: String {
    guard let closure = ClosureType(self) else { return trimmedDescription }
    guard let type = self.as(AttributedTypeSyntax.self) else {
      return "@escaping \(trimmedDescription)"
    }
    return "\(closure.specifiers)@escaping \(type.with(\.specifiers, []).trimmedDescription)"
  }
}
