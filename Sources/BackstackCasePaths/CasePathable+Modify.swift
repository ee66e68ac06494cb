extension CasePathable {
  /// Changes the payload of a case in place.
  ///
  /// The payload is moved out during the change, so that the collections in it are not copied.
  ///
  /// - Returns: The result of `body`; `nil` if the value is another case, which is not changed.
  /// - Throws: The error that `body` throws; its changes until then are kept.
  @inlinable
  public mutating func modify<Value, Result>(
    ifCase keyPath: CaseKeyPath<Self, Value>, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try Self.allCasePaths[keyPath: keyPath].modify(&self, body)
  }

  /// Changes the payload of a case in place.
  ///
  /// - Throws: ``CaseMismatch`` if the value is another case, which is not changed; or the error
  ///   that `body` throws, whose changes until then are kept.
  @inlinable
  public mutating func tryModify<Value, Result>(
    _ keyPath: CaseKeyPath<Self, Value>, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    guard let result = try modify(ifCase: keyPath, body) else {
      throw CaseMismatch(expected: "\(keyPath)", type: Self.self)
    }
    return result
  }
}

extension AnyCasePath {
  /// Changes the payload of this case in place.
  ///
  /// - Returns: The result of `body`; `nil` if the root is another case, which is not changed.
  /// - Throws: The error that `body` throws; its changes until then are kept.
  @inlinable
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeMutablePointer(to: &root) { pointer in
      guard var value = extract(from: pointer.pointee) else { return nil }
      // Sound: leaves the memory uninitialized until the defer below, so that `value` holds the
      // only reference to its contents. This has exclusive access to the root, so nothing else
      // reads it.
      pointer.deinitialize(count: 1)
      defer { pointer.initialize(to: embed(value)) }
      return try body(&value)
    }
  }
}
