/// A dependency's values where no live one is known: what a module of interfaces declares.
public protocol TestDependencyKey<Value> {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value in tests.
  static var testValue: Value { get }
  /// The value in previews; ``testValue`` unless given.
  static var previewValue: Value { get }
}

/// A dependency with a live value.
///
/// A value is computed once per store (or other root of dependencies); a `static let` makes it
/// one per process.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency.
  // Repeated so that the compiler infers it from `liveValue`.
  associatedtype Value = Self

  /// The value in a running program.
  static var liveValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  /// Reports an issue and gives the live value: a test should say what it depends on.
  public static var testValue: Value {
    let name = DependencyName.current?.description ?? "\(Self.self).self"
    let place = name.hasPrefix("\\") ? name.dropFirst() : "[\(name)]"
    reportIssue(
      """
      A test read @Dependency(\(name)), which has no test value, without overriding it: its live \
      value is used. Override it, withDependencies { $0\(place) = … }, or declare a testValue of \
      \(Self.self).
      """)
    return liveValue
  }
  public static var previewValue: Value { liveValue }
}

/// Which of a key's values is the default.
public enum DependencyContext: Sendable, Hashable {
  /// ``DependencyKey/liveValue``.
  case live
  /// ``TestDependencyKey/previewValue``.
  case preview
  /// ``TestDependencyKey/testValue``.
  case test
}
