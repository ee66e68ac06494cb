import Backstack

/// A value that a control shows and changes, as in SwiftUI.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void
  /// The field of a state that the binding is of, if it is.
  let field: (any BoundField<Value>)?
  /// Whether the setter is a feature's own, and may make something else of a value.
  let hasOwnSetter: Bool

  /// Creates a binding of two functions.
  ///
  /// - Parameters:
  ///   - get: Returns the value.
  ///   - set: Sends what a person has chosen.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.init(passing: get, to: set, hasOwnSetter: true)
  }

  /// Creates a binding whose setter sends each value as it is, unless another one that it uses does not.
  init(
    passing get: @escaping () -> Value, to set: @escaping (Value) -> Void,
    hasOwnSetter: Bool = false
  ) {
    self.get = get
    self.set = set
    self.hasOwnSetter = hasOwnSetter
    field = nil
  }

  init(_ field: some BoundField<Value>) {
    get = { field.value }
    set = { field.send($0) }
    self.field = field
    hasOwnSetter = false
  }

  /// Returns a binding of a value that nothing changes.
  public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Binding { self }

  /// Creates a binding of another one. Support for `@Binding`.
  public init(projectedValue: Binding) { self = projectedValue }

  /// A binding of a part of the value.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    // A state may let clients set a part of a field, and not the whole.
    if let part = field?.part(keyPath) { return part }
    return Binding<Member>(
      passing: { wrappedValue[keyPath: keyPath] },
      to: { member in
        var value = wrappedValue
        value[keyPath: keyPath] = member
        wrappedValue = value
      }, hasOwnSetter: hasOwnSetter)
  }

  /// Creates a binding of a value that is there; `nil` if it is not.
  public init?(_ base: Binding<Value?>) {
    guard let initial = base.wrappedValue else { return nil }
    self.init(
      passing: { base.wrappedValue ?? initial }, to: { base.wrappedValue = $0 },
      hasOwnSetter: base.hasOwnSetter)
  }

  /// Returns the binding; a client animates the change by itself.
  public func animation(_ animation: Animation? = .default) -> Binding { self }
}

extension Binding: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

/// A field of a feature's state.
protocol BoundField<Value> {
  associatedtype Value

  var value: Value { get }
  /// The field in the actions that set it; `nil` if it is not known where they stand in those of the root.
  var place: (key: FieldKey, actions: ActionPlace)? { get }
  func send(_ value: Value)
  func part<Member: Sendable>(_ keyPath: WritableKeyPath<Value, Member>) -> Binding<Member>?
}

/// What the actions have in common that set a field.
struct FieldKey: Hashable, @unchecked Sendable {
  // Sound: what a key path captures is Hashable, and compared, but never changed.
  let keyPath: AnyKeyPath
  let actions: ObjectIdentifier
}
