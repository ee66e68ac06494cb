public import BackstackCoding

/// What a property of a state is to navigation, as its schema says it with the keyword
/// ``keyword``.
package enum NavigationKind: String, Sendable {
  case stack, presentation, alert, confirmationDialog

  /// The keyword of schemas whose value is the raw value. Others than clients don't know it, so it
  /// does not change the shapes of stored states.
  package static let keyword = "x-backstack"

  /// Returns the kind of a presentation of values with a type.
  fileprivate static func ofPresentation(of type: Any.Type) -> Self {
    (type as? any AlertLike.Type)?.kind ?? .presentation
  }
}

/// What is shown as an alert, without a feature of its own.
private protocol AlertLike {
  static var kind: NavigationKind { get }
}

extension AlertState: AlertLike {
  fileprivate static var kind: NavigationKind { .alert }
}

extension ConfirmationDialogState: AlertLike {
  fileprivate static var kind: NavigationKind { .confirmationDialog }
}

extension JSONSchema {
  /// Returns the schema with the mark of what is navigation.
  func marked(_ kind: NavigationKind) -> JSONSchema {
    var schema = self
    schema[NavigationKind.keyword] = .string(kind.rawValue)
    return schema
  }
}

extension PresentationState: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.schema(of: State?.self).marked(.ofPresentation(of: State.self))
  }
}

/// Support for macro expansions.
extension ObjectSchema {
  /// Adds a presentation; the member may be absent or null.
  public func add<State>(
    presentation name: String, _ type: State?.Type, description: String? = nil
  ) {
    let schema = schema(of: PresentationState<State>.self)
    add(optional: name, schema: schema, description: description)
  }

  /// Adds a presentation with the type of a property; the member may be absent or null.
  public func add<Root, State>(
    presentation name: String, _ property: KeyPath<Root, State?>, description: String? = nil
  ) {
    add(presentation: name, State?.self, description: description)
  }
}
