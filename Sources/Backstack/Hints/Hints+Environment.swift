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

/// What views have in their environment, whatever it is called.
@dynamicMemberLookup
public struct _EnvironmentValues {
  public subscript(dynamicMember name: String) -> _EnvironmentValue { _EnvironmentValue() }
}

/// A value that a view has in its environment.
public struct _EnvironmentValue: Sendable {
  public func callAsFunction() {}
  public func callAsFunction<Input>(_ input: Input) {}
}
