/// A key path to a case of an enum, to a case of its payload, and so on: `\.path.popFrom`.
///
/// A literal with one step is a constant: each evaluation gives the same object.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, AnyCasePath<Root, Value>
>

/// A case key path with an unknown payload type.
public typealias PartialCaseKeyPath<Root: CasePathable> = PartialKeyPath<Root.AllCasePaths>

extension KeyPath {
  /// Returns the payload of this case; `nil` if the root is another case.
  ///
  /// - Complexity: One step per case in the path; a path with one step allocates nothing.
  @inlinable
  public func extract<Enum: CasePathable, Payload>(from root: Enum) -> Payload?
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload> {
    Enum.allCasePaths[keyPath: self].extract(from: root)
  }

  /// Embeds a payload in this case.
  @inlinable
  public func callAsFunction<Enum: CasePathable, Payload>(_ payload: Payload) -> Enum
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload> {
    Enum.allCasePaths[keyPath: self].embed(payload)
  }

  /// Returns a value of this case, which has no payload.
  @inlinable
  public func callAsFunction<Enum: CasePathable>() -> Enum
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Void> {
    self(())
  }
}

/// Returns whether a value matches a case in a pattern: `switch action { case \.path.popFrom: … }`.
@inlinable
public func ~= <Root: CasePathable, Value>(keyPath: CaseKeyPath<Root, Value>, root: Root) -> Bool {
  root.is(keyPath)
}
