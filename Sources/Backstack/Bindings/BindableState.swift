import BackstackCasePaths
public import BackstackCoding

/// A state with fields that clients set with bindings: `{"binding": {"title": "Design"}}`.
///
/// `@BindableState` adds the conformance; `@Reducer` does for a `Codable` state that has
/// `@ObservableState`, if the feature has an action with a ``BindingAction``.
public protocol BindableState {
  /// The fields, in the order in which the state declares them.
  static var bindingFields: BindingFields<Self> { get }
}

/// Makes the fields of a state available to the bindings that clients send.
///
/// `@Reducer` adds it to the `State` of a feature whose `Action` has a ``BindingAction``. Write it on
/// a state that is declared elsewhere.
///
/// The fields are the stored `var`s that are `Codable`, except for
///
/// - those that may be set only in their file or type: `private`, `fileprivate(set)`;
/// - presentations and stacks, because navigation isn't a binding, and the states of child features,
///   which have `@ObservableState`;
/// - those with another property wrapper, and those that `CodingKeys` leave out.
///
/// A client may not set a field that is marked with `@ServerOnly`. A field that is a struct is set
/// as a whole.
@attached(member, names: named(bindingFields))
@attached(extension, conformances: BindableState)
public macro BindableState() =
  #externalMacro(module: "BackstackMacros", type: "BindableStateMacro")

/// The fields of a state that bindings can name in the wire format.
///
/// `@BindableState` generates the table.
public struct BindingFields<State>: Sendable {
  private var all: [any AnyField<State>] = []

  /// Creates the table that a closure fills.
  public init(_ build: (inout BindingFields) -> Void) { build(&self) }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the wire format.
  ///   - keyPath: The key path of the field.
  ///   - isServerOnly: Whether only the server may set the field.
  ///   - description: A description of the field for people.
  public mutating func add<Value: Codable & Equatable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    isServerOnly: Bool = false, description: String? = nil
  ) {
    insert(
      Field(
        name: name, keyPath: keyPath, isServerOnly: isServerOnly, description: description,
        areEqual: ==))
  }

  /// Adds a field whose values are equal if their JSON is.
  public mutating func add<Value: Codable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    isServerOnly: Bool = false, description: String? = nil
  ) {
    insert(
      Field(
        name: name, keyPath: keyPath, isServerOnly: isServerOnly, description: description,
        areEqual: { lhs, rhs in
          guard let lhs = try? JSONStreamEncoder.encode(lhs) else { return false }
          return lhs == (try? JSONStreamEncoder.encode(rhs))
        }))
  }

  /// Leaves out a field that is not `Codable`. Support for the expansion of `@BindableState`, which
  /// can't know that.
  @_disfavoredOverload
  public mutating func add<Value>(
    _ name: String, _ keyPath: WritableKeyPath<State, Value>,
    isServerOnly: Bool = false, description: String? = nil
  ) {}

  private mutating func insert<Value>(_ field: Field<State, Value>) {
    if isNavigation(Value.self) { return }
    all.append(field)
  }
}

/// A field whose changes are navigation.
private protocol NavigationField {}
extension PresentationState: NavigationField {}
extension StackState: NavigationField {}
extension IdentifiedArray: NavigationField where Element: ObservableState {}

private protocol OptionalField {
  static var wrappedType: Any.Type { get }
}
extension Optional: OptionalField {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

/// Returns whether the values of a field are presentations, stacks or the states of child features.
private func isNavigation(_ type: Any.Type) -> Bool {
  if let optional = type as? any OptionalField.Type { return isNavigation(optional.wrappedType) }
  return type is any NavigationField.Type || type is any ObservableState.Type
}

/// A field, whatever the type of its values.
private protocol AnyField<Root>: Sendable {
  associatedtype Root

  var name: String { get }
  var partialKeyPath: PartialKeyPath<Root> { get }
  var isServerOnly: Bool { get }

  func decode(
    from container: KeyedDecodingContainer<CaseKey>
  ) throws -> any FieldAssignment<Root>
  func encode(
    _ assignment: any FieldAssignment<Root>, into container: inout KeyedEncodingContainer<CaseKey>
  ) throws
  func add(to object: ObjectSchema)
}

private struct Field<Root, Value: Codable & Sendable>: AnyField {
  let name: String
  let keyPath: any WritableKeyPath<Root, Value> & Sendable
  let isServerOnly: Bool
  let description: String?
  let areEqual: @Sendable (Value, Value) -> Bool

  var partialKeyPath: PartialKeyPath<Root> { keyPath }

  func decode(
    from container: KeyedDecodingContainer<CaseKey>
  ) throws -> any FieldAssignment<Root> {
    Assignment(
      keyPath: keyPath, value: try container.decode(Value.self, forKey: CaseKey(name)),
      areEqual: areEqual)
  }

  func encode(
    _ assignment: any FieldAssignment<Root>, into container: inout KeyedEncodingContainer<CaseKey>
  ) throws {
    guard let assignment = assignment as? Assignment<Root, Value> else { return }
    try container.encode(assignment.value, forKey: CaseKey(name))
  }

  func add(to object: ObjectSchema) {
    object.add(withDefault: name, Value.self, description: description)
  }
}

extension BindingAction {
  /// Returns whether clients can set a field: whether it has a name in the wire format.
  package static func names(_ keyPath: AnyKeyPath) -> Bool {
    (Root.self as? any BindableState.Type)?.fieldName(of: keyPath) != nil
  }
}

extension BindableState {
  /// Returns the name of a field in the wire format; `nil` if it has none.
  static func fieldName(of keyPath: AnyKeyPath) -> String? {
    bindingFields.field(keyPath)?.name
  }

  fileprivate static func bindingSchema(in builder: SchemaBuilder) -> JSONSchema {
    bindingFields.schema(in: builder)
  }
}

extension BindingFields {
  /// Returns the fields that the server or a client may set.
  private func fields(forServer isServer: Bool) -> [any AnyField<State>] {
    isServer ? all : all.filter { !$0.isServerOnly }
  }

  /// Returns the key path of the field with a name; `nil` if there is none.
  package func keyPath(ofField name: String) -> PartialKeyPath<State>? {
    all.first { $0.name == name }?.partialKeyPath
  }

  fileprivate func field(_ keyPath: AnyKeyPath) -> (any AnyField<State>)? {
    all.first { $0.partialKeyPath == keyPath }
  }

  fileprivate func encode(_ action: BindingAction<State>, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CaseKey.self)
    guard let assignment = action.assignment, let field = field(assignment.partialKeyPath) else {
      throw EncodingError.invalidValue(
        action,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: """
            \(action) sets no field that clients can set: neither navigation nor the state of a child, nor a part \
            of a field, unless the state's 'bindingFields' name it.
            """))
    }
    try field.encode(assignment, into: &container)
  }

  fileprivate func decode(from decoder: any Decoder) throws -> BindingAction<State> {
    let isServer = decoder.userInfo[.decodesServerOnlyCases] as? Bool ?? false
    let fields = fields(forServer: isServer)
    let container = try decoder.container(keyedBy: CaseKey.self)
    let keys = container.allKeys
    func error(_ path: [CaseKey], _ text: String) -> DecodingError {
      let known = fields.map { "\"\($0.name)\"" }.joined(separator: ", ")
      return .dataCorrupted(
        .init(
          codingPath: container.codingPath + path,
          debugDescription: "\(text); "
            + (known.isEmpty ? "no field can be set." : "the fields are \(known).")))
    }
    for key in keys where !fields.contains(where: { $0.name == key.stringValue }) {
      throw error([key], "There is no field \"\(key.stringValue)\"")
    }
    let named = fields.filter { container.contains(CaseKey($0.name)) }
    let record = decoder.userInfo[.decodingRecord] as? DecodingRecord
    guard !named.isEmpty, named.count == 1 || record != nil else {
      throw error([], "Expected an object with \(record == nil ? "one" : "at least one") field")
    }
    let field = named[record?.noteBinding(fieldCount: named.count) ?? 0]
    return BindingAction(
      assignment: try field.decode(from: container), in: isServer ? nil : record)
  }

  fileprivate func schema(in builder: SchemaBuilder) -> JSONSchema {
    let object = ObjectSchema(builder)
    let fields = fields(forServer: builder.audience == .reader)
    guard !fields.isEmpty else { return .nothing }
    for field in fields { field.add(to: object) }
    var schema = object.schema
    schema["additionalProperties"] = false
    schema["minProperties"] = 1
    return schema
  }
}

/// `{"title": "Design"}`.
extension BindingAction: Encodable where Root: BindableState {
  public func encode(to encoder: any Encoder) throws {
    try Root.bindingFields.encode(self, to: encoder)
  }
}

/// Decodes the encoded form. A field that is marked with `@ServerOnly` is unknown to a decoder that
/// doesn't trust its source. The object of a client may have several fields, of which a session
/// makes one action each.
extension BindingAction: Decodable where Root: BindableState {
  public init(from decoder: any Decoder) throws {
    self = try Root.bindingFields.decode(from: decoder)
  }
}

extension BindingAction: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    guard let state = Root.self as? any BindableState.Type else { return .any }
    return builder.define(Self.self, description: "The fields to set, with their new values.") {
      state.bindingSchema(in: builder)
    }
  }
}
