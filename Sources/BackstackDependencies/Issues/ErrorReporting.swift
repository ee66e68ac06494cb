// Two functions that differ in being asynchronous have one name, as withDependencies has.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

/// Reports an error at the place of the call to the current context and goes on.
///
/// - Parameters:
///   - error: What was thrown.
///   - message: What was to be done, if the error doesn't say.
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
///   - message: What was to be done, if the error doesn't say.
///   - body: The operation.
/// - Returns: What the operation returns, `nil` when it throws.
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
///   - message: What was to be done, if the error doesn't say.
///   - body: The operation.
/// - Returns: What the operation returns, `nil` when it throws.
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
