public import Backstack

extension TestStore {
  /// Asserts the current state without an action.
  ///
  /// - Parameter updateStateToExpectedResult: Receives the current state, and must not change it.
  public func assert(
    _ updateStateToExpectedResult: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    withExhaustivity(.off) {
      let nextID = store.dependencies.stackElementID?.peek()
      withoutActuallyEscaping(updateStateToExpectedResult) { update in
        check("now", from: state, to: state, nextID: nextID, update, at: location)
      }
    }
  }

  /// Runs an operation with another exhaustivity.
  ///
  /// - Throws: The error that the operation throws.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// Runs an asynchronous operation with another exhaustivity.
  ///
  /// - Throws: The error that the operation throws.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }

  /// Runs an operation with other dependencies of the feature.
  ///
  /// - Throws: The error that the operation throws.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = dependencies
    try update(&dependencies)
    defer { dependencies = outer }
    return try operation()
  }

  /// Runs an asynchronous operation with other dependencies of the feature.
  ///
  /// - Throws: The error that the operation throws.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void, operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = dependencies
    try update(&dependencies)
    defer { dependencies = outer }
    return try await operation()
  }
}
