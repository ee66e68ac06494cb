extension CasePathable {
  /// Changes the payload of a case in place.
  ///
  /// The payload is moved out for the time of the change, so the collections in it are not copied.
  ///
  /// - Returns: What `body` returned, or nil when this is another case, which stays as it is.
  /// - Throws: What `body` throws; its changes up to there stay.
  @inlinable
  public mutating func modify<Value, Result>(
    ifCase keyPath: CaseKeyPath<Self, Value>, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try Self.allCasePaths[keyPath: keyPath].modify(&self, body)
  }

  /// Changes the payload of a case in place.
  ///
  /// - Throws: ``CaseMismatch`` when this is another case, which stays as it is, or what `body`
  ///   throws, in which case its changes up to there stay.
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
  /// Changes the payload of the case this addresses in place.
  ///
  /// - Returns: What `body` returned, or nil when the root is another case, which stays as it is.
  /// - Throws: What `body` throws; its changes up to there stay.
  @inlinable
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeMutablePointer(to: &root) { pointer in
      guard var value = extract(from: pointer.pointee) else { return nil }
      // Sound: leaves the memory uninitialized until the defer below, so that `value` holds the only
      // reference to what is in it. Nobody else can look: this has exclusive access to the root.
      pointer.deinitialize(count: 1)
      defer { pointer.initialize(to: embed(value)) }
      return try body(&value)
    }
  }
}
