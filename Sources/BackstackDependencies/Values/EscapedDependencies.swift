// The synchronous and the asynchronous function share one name, as those of withDependencies do.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

extension DependencyValues {
  /// Captured dependencies, to be used in a context that doesn't inherit them: a callback, a
  /// thread, a detached task.
  public struct Continuation: Sendable {
    private let values: DependencyValues

    /// Captures the dependencies in force here.
    fileprivate init() {
      var values = DependencyValues.current
      // Otherwise that of the place where they are used would count.
      if let trace = TraceContext.ambient { values.trace = trace }
      self.values = values
    }

    /// Runs an operation with the captured dependencies.
    ///
    /// - Throws: The error that `operation` throws.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try withDependencies {
        $0 = values
      } operation: {
        try operation()
      }
    }

    /// Runs an asynchronous operation with the captured dependencies.
    ///
    /// - Throws: The error that `operation` throws.
    public func yield<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
      try await withDependencies {
        $0 = values
      } operation: {
        try await operation()
      }
    }
  }
}

/// Passes the current dependencies to an operation, which can use them where they would not be in
/// force.
///
/// - Throws: The error that `operation` throws.
public func withEscapedDependencies<Result>(
  _ operation: (_ dependencies: DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Passes the current dependencies to an asynchronous operation, which can use them where they
/// would not be in force.
///
/// - Throws: The error that `operation` throws.
public func withEscapedDependencies<Result>(
  _ operation: (_ dependencies: DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}
