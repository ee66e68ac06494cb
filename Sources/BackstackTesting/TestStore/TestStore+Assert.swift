public import Backstack

extension TestStore {
  /// Asserts the current state without an action, and the changes of shared values that no action made.
  ///
  /// - Parameter updateStateToExpectedResult: Receives the current state, and must not change it; but
  ///   changes its shared values as effects have changed them.
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
      acceptOwnChanges()
      let now = Moment(state, store.shared)
      withoutActuallyEscaping(updateStateToExpectedResult) { update in
        guard let known = knownShared, let present = now.shared else {
          return check("now", from: now, to: now, nextID: nextID, update, at: location)
        }
        known.fill(from: present)
        let view = known.copy
        guard let wanted = view.read({ run(update, on: state, nextID: nextID, at: location) })
        else { return }
        shared = known.updated(with: view, from: present)
        view.update(from: present)
        fail(unless: Moment(wanted, view), is: now, "now", at: location)
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
