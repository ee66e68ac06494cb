/// A key path to a case of an enum, or to a case of its payload, and so on: `\.path.popFrom`.
///
/// A literal of one step is a constant: evaluating it again gives the same object.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, AnyCasePath<Root, Value>
>

/// A case key path whose payload type is not known.
public typealias PartialCaseKeyPath<Root: CasePathable> = PartialKeyPath<Root.AllCasePaths>

extension KeyPath {
  /// The payload of the case this addresses, or nil when the root is another case.
  ///
  /// - Complexity: One step per case in the path; one step allocates nothing.
  @inlinable
  public func extract<Enum: CasePathable, Payload>(from root: Enum) -> Payload?
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload> {
    Enum.allCasePaths[keyPath: self].extract(from: root)
  }

  /// Embeds a payload in the case this addresses.
  @inlinable
  public func callAsFunction<Enum: CasePathable, Payload>(_ payload: Payload) -> Enum
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload> {
    Enum.allCasePaths[keyPath: self].embed(payload)
  }

  /// The case this addresses, which has no payload.
  @inlinable
  public func callAsFunction<Enum: CasePathable>() -> Enum
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Void> {
    self(())
  }
}

/// Matches a value in a pattern: `switch action { case \.path.popFrom: … }`.
@inlinable
public func ~= <Root: CasePathable, Value>(keyPath: CaseKeyPath<Root, Value>, root: Root) -> Bool {
  root.is(keyPath)
}
