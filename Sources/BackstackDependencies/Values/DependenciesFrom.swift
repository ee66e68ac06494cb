// The synchronous and the asynchronous function share one name, as those of withDependencies do.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

/// Runs an operation with the dependencies of an object; objects that the operation creates inherit
/// them.
///
/// - Parameters:
///   - model: An object with `@Dependency` properties; without any, an issue is reported.
///   - update: Changes a copy of the dependencies.
///   - operation: The code that runs with the changed copy.
/// - Throws: The error that `operation` throws.
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let values = DependencyValues(
    of: model,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return try withDependencies {
    $0 = values
  } operation: {
    try withDependencies(update, operation: operation)
  }
}

/// Runs an asynchronous operation with the dependencies of an object; objects that the operation
/// creates inherit them.
///
/// - Parameters:
///   - model: An object with `@Dependency` properties; without any, an issue is reported.
///   - update: Changes a copy of the dependencies.
///   - operation: The code that runs with the changed copy.
/// - Throws: The error that `operation` throws.
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () async throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  let values = DependencyValues(
    of: model,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return try await withDependencies {
    $0 = values
  } operation: {
    try await withDependencies(update, operation: operation)
  }
}

extension DependencyValues {
  /// Creates the values that an object's dependencies captured, overridden by the current ones.
  fileprivate init(of model: some AnyObject, at location: SourceLocation) {
    var mirror: Mirror? = Mirror(reflecting: model)
    var captures: [any CapturedDependencies] = []
    while let current = mirror {
      captures += current.children.compactMap { $0.value as? any CapturedDependencies }
      mirror = current.superclassMirror
    }
    if captures.isEmpty {
      reportIssue(
        """
        'withDependencies(from:)' was given a \(type(of: model)), which has no dependencies: declare \
        one with @Dependency in it, or pass an object that has some.
        """, at: location)
    }
    self = .current
    if let captured = captures.lazy.compactMap(\.captured).first { inherit(from: captured) }
  }
}
