/// A dependency of the type that declares it: `@Dependency(\.continuousClock) var clock`.
///
/// It captures the values in force where it is created. When it is read, the values in force there
/// override the captured ones.
@propertyWrapper
public struct Dependency<Value>: CapturedDependencies {
  let captured: DependencyValues?
  /// Evaluates the key path expression when the dependency is read: most are not, in the many
  /// features that are created for an action.
  private let keyPath: @Sendable () -> any KeyPath<DependencyValues, Value> & Sendable

  /// Creates the dependency at a key path of ``DependencyValues``; `\.self` stands for all of them.
  ///
  /// The key path expression is evaluated whenever the dependency is read.
  public init(
    _ keyPath:
      @autoclosure @escaping @Sendable () -> any KeyPath<DependencyValues, Value> & Sendable
  ) {
    self.captured = DependencyValues.ambient
    self.keyPath = keyPath
  }

  /// Creates the dependency of a key type.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    let keyPath: any KeyPath<DependencyValues, Value> & Sendable = \.[DependencyKeyType<Key>()]
    self.init(keyPath)
  }

  /// The dependency's value where the property is read.
  public var wrappedValue: Value {
    switch (captured, DependencyValues.ambient) {
    case (let captured?, let ambient?): captured.merging(ambient)[keyPath: keyPath()]
    case (let values?, nil), (nil, let values?): values[keyPath: keyPath()]
    case (nil, nil): DependencyValues()[keyPath: keyPath()]
    }
  }
}

/// The values in force where a dependency was declared. Reflection finds conforming properties.
protocol CapturedDependencies: Sendable {
  var captured: DependencyValues? { get }
}

/// A key type as a value, so that a key path can contain it.
package struct DependencyKeyType<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  package subscript<Key: TestDependencyKey>(_: DependencyKeyType<Key>) -> Key.Value {
    self[Key.self]
  }
}
