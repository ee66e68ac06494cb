extension DependencyValues {
  @TaskLocal package static var taskValues: DependencyValues?

  /// The values in force here: those of the store's step that is running on this thread, those of
  /// the task, or only defaults.
  public static var current: DependencyValues { ambient ?? DependencyValues() }

  /// The values in force here; `nil` outside of every store and `withDependencies`.
  package static var ambient: DependencyValues? {
    if let frame = DependencyFrame.current { return frame.values }
    return taskValues
  }
}

/// Runs `operation` with changed dependencies.
///
/// - Parameters:
///   - update: Changes a copy of the values in force here.
///   - operation: The code that runs with the changed copy.
/// - Throws: The error that `update` or `operation` throws.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.change(update)
  if let frame = DependencyFrame.current {
    guard frame.isOwner(of: values) else {
      // The values belong to another node, which the step can't enter.
      return try DependencyFrame.withoutCurrent {
        try DependencyValues.$taskValues.withValue(values, operation: operation)
      }
    }
    let outer = frame.values
    frame.values = values
    defer { frame.values = outer }
    return try operation()
  }
  return try DependencyValues.$taskValues.withValue(values, operation: operation)
}

/// Runs an asynchronous `operation` with changed dependencies.
///
/// - Parameters:
///   - update: Changes a copy of the values in force here.
///   - operation: The code that runs with the changed copy.
/// - Throws: The error that `update` or `operation` throws.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try values.change(update)
  return try await DependencyValues.$taskValues.withValue(values, operation: operation)
}
