/// A value that is passed between threads on the responsibility of who wraps it.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  // Sound as far as who makes one says so.
  /// The value.
  public var value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }

  /// Wraps a value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// The wrapper itself, which can be passed on.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A part of the value.
  public subscript<Part>(dynamicMember keyPath: KeyPath<Value, Part>) -> Part {
    value[keyPath: keyPath]
  }

  /// A part of the value, which can be changed.
  public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> Part {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}
