import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension FeatureReducer {
  /// Reports a `body` whose type names another feature although this one has its own state or
  /// action: the compiler would only say that the type is not a reducer.
  func diagnose(featureOf body: VariableDeclSyntax, in context: some MacroExpansionContext) {
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
