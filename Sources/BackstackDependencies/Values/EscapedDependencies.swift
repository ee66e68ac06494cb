// Two functions that differ in being asynchronous have one name, as withDependencies has.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

extension DependencyValues {
  /// The dependencies of one place, to be brought to another: into a callback, a thread, a task that
  /// inherits nothing.
  public struct Continuation: Sendable {
    private let values: DependencyValues

    fileprivate init(_ values: DependencyValues) { self.values = values }

    /// Runs an operation under the dependencies.
    ///
    /// - Throws: What the operation throws.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try withDependencies {
        $0 = values
      } operation: {
        try operation()
      }
    }

    /// Runs an asynchronous operation under the dependencies.
    ///
    /// - Throws: What the operation throws.
    public func yield<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
      try await withDependencies {
        $0 = values
      } operation: {
        try await operation()
      }
    }
  }
}

/// Gives the dependencies in force here to an operation that brings them to where they would not be
/// in force.
///
/// - Throws: What the operation throws.
public func withEscapedDependencies<Result>(
  _ operation: (_ dependencies: DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation(.current))
}

/// Gives the dependencies in force here to an asynchronous operation that brings them to where they
/// would not be in force.
///
/// - Throws: What the operation throws.
public func withEscapedDependencies<Result>(
  _ operation: (_ dependencies: DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation(.current))
}
