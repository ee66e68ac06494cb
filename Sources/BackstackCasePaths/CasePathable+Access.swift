extension CasePathable {
  /// The payload of a case; `nil` if the value is another case.
  ///
  /// Setting it embeds the new payload if the value is of that case; otherwise it does nothing.
  /// Setting it to `nil` does nothing.
  @inlinable
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { keyPath.extract(from: self) }
    set {
      guard let newValue, self.is(keyPath) else { return }
      self = keyPath(newValue)
    }
  }

  /// The payload of a case; `nil` if the value is another case: `value.counter`.
  ///
  /// Available in enums with the attribute `@dynamicMemberLookup`.
  @inlinable
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Returns whether the value is of a case.
  @inlinable
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    keyPath.extract(from: self) != nil
  }

  /// Returns whether the value is of a case.
  @_disfavoredOverload
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    let path = Self.allCasePaths[keyPath: keyPath] as? any PartialCasePath<Self>
    return path?.matches(self) ?? false
  }
}
