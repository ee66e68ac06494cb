// Two functions that differ in being asynchronous have one name, as withDependencies has.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

/// Runs an operation with the dependencies of an object, which what it makes inherits.
///
/// - Parameters:
///   - model: An object with properties that are `@Dependency`; without any, an issue is reported.
///   - update: Changes a copy of the dependencies.
///   - operation: What runs under them.
/// - Throws: What the operation throws.
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

/// Runs an asynchronous operation with the dependencies of an object.
///
/// - Parameters:
///   - model: An object with properties that are `@Dependency`; without any, an issue is reported.
///   - update: Changes a copy of the dependencies.
///   - operation: What runs under them.
/// - Throws: What the operation throws.
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
  /// The values that an object's dependencies were made with, and those in force here over them.
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
    self = captures.lazy.compactMap(\.captured).first?.merging(.current) ?? .current
  }
}
