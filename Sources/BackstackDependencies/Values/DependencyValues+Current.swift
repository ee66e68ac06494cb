extension DependencyValues {
  @TaskLocal package static var taskValues: DependencyValues?

  /// The values in force here: of the store's step that is running on this thread, or of the
  /// task, or none but defaults.
  public static var current: DependencyValues { ambient ?? DependencyValues() }

  /// The values in force here, `nil` outside of every store and `withDependencies`.
  package static var ambient: DependencyValues? {
    if let frame = DependencyFrame.current { return frame.values }
    return taskValues
  }
}

/// Runs `operation` with changed dependencies.
///
/// - Parameters:
///   - update: Changes a copy of the values in force here.
///   - operation: What runs under the changed copy.
/// - Throws: What `update` or `operation` throws.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.change(update)
  if let frame = DependencyFrame.current {
    guard frame.isPlace(of: values) else {
      // They are those of another place, which the step can't go to.
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
///   - operation: What runs under the changed copy.
/// - Throws: What `update` or `operation` throws.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try values.change(update)
  return try await DependencyValues.$taskValues.withValue(values, operation: operation)
}
