// The synchronous and the asynchronous function share one name, as those of withDependencies do.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

/// Reports an error at the location of the call to the current ``DependencyValues/issueReporter``
/// and continues.
///
/// - Parameters:
///   - error: The error that was thrown.
///   - message: A description of what failed, if the error doesn't contain it.
public func reportIssue(
  _ error: any Error,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let message = message().map { "\($0): " } ?? ""
  reportIssue(
    "\(message)Caught error: \(error)",
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Runs an operation, and reports the error that it throws.
///
/// - Parameters:
///   - message: A description of what failed, if the error doesn't contain it.
///   - body: The operation.
/// - Returns: The result of the operation, or `nil` if it throws.
@discardableResult
public func withErrorReporting<Result>(
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> Result
) -> Result? {
  do {
    return try body()
  } catch {
    reportIssue(
      error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}

/// Runs an asynchronous operation, and reports the error that it throws.
///
/// - Parameters:
///   - message: A description of what failed, if the error doesn't contain it.
///   - body: The operation.
/// - Returns: The result of the operation, or `nil` if it throws.
@discardableResult
public func withErrorReporting<Result>(
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () async throws -> Result
) async -> Result? {
  do {
    return try await body()
  } catch {
    reportIssue(
      error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}
