/// A dependency of the type that declares it: `@Dependency(\.continuousClock) var clock`.
///
/// It captures the values in force where it is created. When it is read, the values in force there
/// override the captured ones.
@propertyWrapper
public struct Dependency<Value>: CapturedDependencies {
  let captured: DependencyValues?
  private let read: @Sendable (DependencyValues) -> Value

  /// Creates the dependency that a property of ``DependencyValues`` has: `\.uuid`; `\.self` stands
  /// for all of them.
  // The literal becomes a function: to read a key path takes longer than most reducers.
  public init(_ read: @escaping @Sendable (DependencyValues) -> Value) {
    self.captured = DependencyValues.ambient
    self.read = read
  }

  /// Creates the dependency at a key path of ``DependencyValues`` that is not a literal.
  @_disfavoredOverload
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  /// Creates the dependency of a key type.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    self.init(\.[DependencyKeyType<Key>()])
  }

  /// The dependency's value where the property is read.
  public var wrappedValue: Value {
    guard var values = DependencyValues.ambient else { return read(captured ?? DependencyValues()) }
    if let captured { values.inherit(from: captured) }
    return read(values)
  }
}

/// The values in force where a dependency was declared. Reflection finds conforming properties.
protocol CapturedDependencies: Sendable {
  var captured: DependencyValues? { get }
}

/// A key type as a value, so that a key path can contain it.
private struct DependencyKeyType<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  fileprivate subscript<Key: TestDependencyKey>(_: DependencyKeyType<Key>) -> Key.Value {
    self[Key.self]
  }
}
