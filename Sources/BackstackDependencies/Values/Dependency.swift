/// A dependency of the type that declares it: `@Dependency(\.continuousClock) var clock`.
///
/// It captures the values in force where it is created and, when it is read, lays over them those
/// in force where it is read.
@propertyWrapper
public struct Dependency<Value>: CapturedDependencies {
  let captured: DependencyValues?
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable

  /// The dependency at a key path of ``DependencyValues``; `\.self` for all of them.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.captured = DependencyValues.ambient
    self.keyPath = keyPath
  }

  /// The dependency of a key type.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    self.init(\DependencyValues.[DependencyKeyType<Key>()])
  }

  /// The value in force where it is read.
  public var wrappedValue: Value {
    switch (captured, DependencyValues.ambient) {
    case (let captured?, let ambient?): captured.merging(ambient)[keyPath: keyPath]
    case (let values?, nil), (nil, let values?): values[keyPath: keyPath]
    case (nil, nil): DependencyValues()[keyPath: keyPath]
    }
  }
}

/// The values in force where a dependency was declared, found by reflection.
protocol CapturedDependencies: Sendable {
  var captured: DependencyValues? { get }
}

/// A key type as a value, so that it can stand in a key path.
package struct DependencyKeyType<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  package subscript<Key: TestDependencyKey>(_: DependencyKeyType<Key>) -> Key.Value {
    self[Key.self]
  }
}
