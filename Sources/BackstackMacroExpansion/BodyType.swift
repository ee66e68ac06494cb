import SwiftSyntax

/// The information about the state and the action in the type of a property `body`.
struct BodyType {
  /// The state's type, or `Self.State` if the type does not specify it.
  var state = "Self.State"
  /// The action's type, or `Self.Action` if the type does not specify it.
  var action = "Self.Action"
  /// Whether the type is written `some …`.
  let isOpaque: Bool

  /// Whether state and action are the feature's own types rather than types that the body
  /// specifies.
  var isOfSelf: Bool {
    ["Self.State", "State"].contains(state) && ["Self.Action", "Action"].contains(action)
  }

  /// Creates the information from the parameters of a method `reduce(into:action:)`.
  init(reduce: FunctionDeclSyntax) {
    self.isOpaque = false
    let parameters = Array(reduce.signature.parameterClause.parameters)
    guard parameters.count == 2 else { return }
    let state = parameters[0].type
    self.state = (state.as(AttributedTypeSyntax.self)?.baseType ?? state).trimmedDescription
    self.action = parameters[1].type.trimmedDescription
  }

  /// Creates the information from the type of a property; `nil` if the property is not a `body` with
  /// the type of a reducer.
  init?(_ variable: VariableDeclSyntax) {
    guard let binding = variable.bindings.first,
      binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.unquoted == "body",
      let annotated = binding.typeAnnotation?.type
    else { return nil }
    let opaque = annotated.as(SomeOrAnyTypeSyntax.self)
    self.isOpaque = opaque?.someOrAnySpecifier.tokenKind == .keyword(.some)
    let type = opaque?.constraint ?? annotated
    let arguments = type.genericArguments.map(\.trimmedDescription)
    if type.lastName == "ReducerOf" {
      guard arguments.count == 1 else { return nil }
      self.state = "\(arguments[0]).State"
      self.action = "\(arguments[0]).Action"
    } else if arguments.count == 2 {
      self.state = arguments[0]
      self.action = arguments[1]
    } else if opaque == nil || type.lastName != "Reducer" {
      return nil
    }
  }
}

extension TypeSyntax {
  /// The generic arguments of the type's last name.
  var genericArguments: [GenericArgumentSyntax.Argument] {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return (clause?.arguments ?? []).map(\.argument)
  }
}
