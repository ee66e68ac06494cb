import SwiftSyntax

/// A stored property as the compiler encodes it.
struct StoredProperty {
  /// The known information about the encoded value.
  private enum Form {
    /// A value of the given type.
    case type(TypeSyntax)
    /// A value of the property's inferred type.
    case inferred
    /// Anything: a property wrapper encodes the value, or it is not decoded.
    case unknown
    /// A presentation, whose wrapped value has the given type, or the property's inferred one.
    case presentation(TypeSyntax?)
  }

  /// The name without backticks.
  let name: String
  /// The name as written, possibly in backticks.
  private let writtenName: String
  private var key: String
  private let form: Form
  /// The stored value, as a member of `self`; `nil` if only the compiler knows how it encodes it.
  private let storage: String?
  /// Whether the property is a constant with a value, which is encoded but never decoded.
  private let isConstant: Bool
  private let documentation: Documentation
  /// Whether a binding may set the property, unless its type forbids it.
  let isBindable: Bool
  private let isServerOnly: Bool
  /// The initializer, if a stored value that lacks the property can be given its value.
  private var defaultValue: ExprSyntax?

  /// Returns the same property with another key.
  func named(_ key: String) -> Self {
    var property = self
    property.key = key
    return property
  }

  /// The same property without a default value.
  var withoutDefault: Self {
    var property = self
    property.defaultValue = nil
    return property
  }

  /// Whether the property is encoded and decoded by the statements below.
  var hasKnownCoding: Bool { storage != nil }

  /// The statement that encodes the property as one of the `members`.
  var encoding: String { "try members.encode(\(storage ?? ""), \(key.literal))" }

  /// The statement that decodes the property from the `members`; `nil` if it keeps its value.
  var decoding: String? {
    isConstant ? nil : "\(storage ?? "") = try members.decode(\(key.literal))"
  }

  /// The statement that adds the property to the `fields` of bindings.
  var bindingFieldAddition: String {
    let serverOnly = isServerOnly ? ", isServerOnly: true" : ""
    return "fields.add(\(key.literal), \\Self.\(writtenName)\(serverOnly)"
      + "\(documentation.argument))"
  }

  /// The statement that adds the property to an `object`.
  var addition: String {
    let name = key.literal
    let description = documentation.argument
    let value = defaultValue.map { ", default: \($0.trimmedDescription)" } ?? ""
    return switch form {
    case .type(let type): "object.add(\(name), (\(type)).self\(value)\(description))"
    case .inferred: "object.add(\(name), \\Self.\(writtenName)\(value)\(description))"
    case .unknown: "object.add(unknown: \(name)\(description))"
    case .presentation(let type?):
      "object.add(presentation: \(name), (\(type)).self\(description))"
    case .presentation(nil):
      "object.add(presentation: \(name), \\Self.\(writtenName)\(description))"
    }
  }

  /// Returns the stored properties in the order of their declaration; `nil` if some can't be
  /// determined.
  static func all(in block: MemberBlockSyntax) -> [StoredProperty]? {
    var properties: [StoredProperty] = []
    for member in block.members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        // A property under a condition may be stored.
        guard !condition.description.contains("var "), !condition.description.contains("let ")
        else { return nil }
      }
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.mayBeStored else {
        continue
      }
      // The storage of a lazy property has a different name.
      guard !variable.has(.lazy) else { return nil }
      // In `var a, b: Int`, both have the type.
      var type: TypeSyntax?
      var declared: [StoredProperty] = []
      for binding in variable.bindings.reversed() {
        type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
        guard binding.isStored else { continue }
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
        let name = pattern.identifier.unquoted
        declared.append(
          StoredProperty(
            name: name, writtenName: pattern.identifier.text, key: name,
            form: form(of: variable, binding, type),
            storage: storage(of: variable, pattern.identifier, type),
            isConstant: variable.isConstant(binding),
            documentation: Documentation(variable.leadingTrivia), isBindable: variable.isBindable,
            isServerOnly: variable.attributes.names.contains("ServerOnly"),
            defaultValue: defaultValue(of: binding, type)))
      }
      properties += declared.reversed()
    }
    return properties
  }

  private static func form(
    of variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ type: TypeSyntax?
  ) -> Form {
    if variable.isConstant(binding) { return .unknown }
    guard variable.attributes.names.isSubset(of: transparentAttributes) else { return .unknown }
    if variable.isPresentation { return .presentation(type?.trimmed) }
    guard let type, !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return .inferred }
    return .type(type.trimmed)
  }

  /// Returns the stored value of a property as a member of `self`, if the generated code can encode it.
  private static func storage(
    of variable: VariableDeclSyntax, _ name: TokenSyntax, _ type: TypeSyntax?
  ) -> String? {
    let attributes = variable.attributes.names
    guard attributes.isSubset(of: transparentAttributes),
      type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) != true
    else { return nil }
    let isWrapped = !attributes.isDisjoint(with: wrappers)
    return "self." + (isWrapped ? name.prefixed(with: "_") : name.trimmedDescription)
  }

  /// Returns the initializer of a property, if it can be repeated where the schema is made.
  private static func defaultValue(
    of binding: PatternBindingSyntax, _ type: TypeSyntax?
  ) -> ExprSyntax? {
    // An optional is absent where it is nil, so its absence does not mean its initial value.
    guard let value = binding.initializer?.value, type?.isOptional != true,
      !value.is(NilLiteralExprSyntax.self)
    else { return nil }
    // There, these are names of the generated code.
    let isShadowed = value.tokens(viewMode: .sourceAccurate).contains {
      ["builder", "object"].contains($0.text)
    }
    return isShadowed ? nil : value
  }

  /// The attributes of a property that is still encoded as a value of its type.
  fileprivate static let transparentAttributes =
    wrappers.union(["ObservationStateIgnored", "ServerOnly", "available", "usableFromInline"])

  /// The property wrappers among them.
  private static let wrappers: Set<String> = [
    "Presents", "PresentationState", "Shared", "SharedReader",
  ]
}

extension VariableDeclSyntax {
  /// Whether the property may have storage in an instance.
  var mayBeStored: Bool { !has(.static) && !has(.class) }

  /// Whether code outside of the type may set the property, and it is neither wrapped, unless its value
  /// is shared, nor a presentation.
  fileprivate var isBindable: Bool {
    bindingSpecifier.tokenKind == .keyword(.var) && !has(.private) && !has(.fileprivate)
      && attributes.names.isSubset(of: StoredProperty.transparentAttributes) && !isPresentation
      && !attributes.names.contains("SharedReader")
  }

  /// Whether the property is a presentation.
  fileprivate var isPresentation: Bool {
    !attributes.names.isDisjoint(with: ["Presents", "PresentationState"])
  }

  /// Returns whether a property of the declaration is a constant with a value.
  fileprivate func isConstant(_ binding: PatternBindingSyntax) -> Bool {
    bindingSpecifier.tokenKind == .keyword(.let) && binding.initializer != nil
  }

  fileprivate func has(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension TypeSyntax {
  /// Whether the type is written as an optional.
  fileprivate var isOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || lastName == "Optional"
  }
}

extension PatternBindingSyntax {
  /// Whether the property has storage: it has no accessors other than observers.
  var isStored: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.allSatisfy { accessor in
      [.keyword(.willSet), .keyword(.didSet)].contains(accessor.accessorSpecifier.tokenKind)
    }
  }
}
