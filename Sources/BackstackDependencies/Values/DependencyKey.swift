/// A dependency key without a live value, for modules that only declare interfaces.
public protocol TestDependencyKey<Value> {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value in tests.
  static var testValue: Value { get }
  /// The value in previews; ``testValue`` by default.
  static var previewValue: Value { get }
}

/// A dependency with a live value.
///
/// A value is computed once per store (or other root of dependencies). With a `static let`, it is
/// computed once per process.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency.
  // Repeated so that the compiler infers the type from `liveValue`.
  associatedtype Value = Self

  /// The value in a running program.
  static var liveValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  /// The live value; reading it reports an issue, because a test should override its dependencies.
  public static var testValue: Value {
    let name = DependencyName.current?.description ?? "\(Self.self).self"
    let accessor = name.hasPrefix("\\") ? name.dropFirst() : "[\(name)]"
    reportIssue(
      """
      A test read @Dependency(\(name)), which has no test value, without overriding it: its live \
      value is used. Override it, withDependencies { $0\(accessor) = … }, or declare a testValue of \
      \(Self.self).
      """)
    return liveValue
  }
  public static var previewValue: Value { liveValue }
}

/// The environment, which determines the default of a key.
public enum DependencyContext: Sendable, Hashable {
  /// ``DependencyKey/liveValue``.
  case live
  /// ``TestDependencyKey/previewValue``.
  case preview
  /// ``TestDependencyKey/testValue``.
  case test
}

/// The source text that reads a dependency: `\.date`, `Greeting.self`.
struct DependencyName: Sendable, CustomStringConvertible {
  let description: String

  /// The dependency whose default is being computed.
  @TaskLocal static var current: DependencyName?

  /// - Parameters:
  ///   - key: The dependency's key.
  ///   - function: The property that reads the key.
  init<Key>(_ key: Key.Type, _ function: StaticString) {
    let property = function.description
    description = property.contains("(") ? "\(key).self" : "\\.\(property)"
  }
}
