// The environment of views.

@available(
  *, unavailable,
  message: "There are no views: write '@Dependency', '@Dependency(\\.dismiss) var dismiss'."
)
@propertyWrapper
public struct Environment<Value> {
  public var wrappedValue: Value { fatalError() }
  public init(_ keyPath: KeyPath<_EnvironmentValues, Value>) {}
  public init(_ objectType: Value.Type) {}
}

/// A view's environment values, with any name.
@dynamicMemberLookup
public struct _EnvironmentValues {
  public subscript(dynamicMember name: String) -> _EnvironmentValue { _EnvironmentValue() }
}

/// A value in a view's environment.
public struct _EnvironmentValue: Sendable {
  public func callAsFunction() {}
  public func callAsFunction<Input>(_ input: Input) {}
}
