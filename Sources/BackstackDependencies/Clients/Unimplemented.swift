/// The error that an unimplemented closure throws.
public struct Unimplemented: Error, Hashable, CustomStringConvertible {
  /// The closure: the client and the property, `UserClient.fetch`.
  public let endpoint: String

  /// Creates an error for a closure.
  public init(_ endpoint: String) { self.endpoint = endpoint }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}

/// Reports a call of an unimplemented closure of a `@DependencyClient`.
public func _reportUnimplemented(_ endpoint: String) {
  reportIssue("\(Unimplemented(endpoint)). Override it before you use it.")
}

/// Returns a closure that reports an issue, then returns a placeholder. The closure may be used as
/// an asynchronous one.
///
/// - Parameters:
///   - description: A description of the closure, for the issue.
///   - placeholder: The result of the closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let call = UnimplementedCall(
    description: description, function: function,
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return { (_: repeat each Argument) in
    call.report()
    return placeholder()
  }
}

/// Returns a closure that reports an issue, then throws ``Unimplemented``. The closure may be used
/// as an asynchronous one.
///
/// - Parameter description: A description of the closure, for the issue.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let call = UnimplementedCall(
    description: description, function: function,
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return { (_: repeat each Argument) in throw call.report() }
}

/// Reports an issue and returns a placeholder, for a value that is not a closure.
///
/// - Parameters:
///   - description: A description of the value, for the issue.
///   - placeholder: The value.
@_disfavoredOverload
public func unimplemented<Value>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure () -> Value,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> Value {
  UnimplementedCall(
    description: description, function: function,
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  ).report()
  return placeholder()
}

/// A reporter of the use of an unimplemented closure or value.
private struct UnimplementedCall: Sendable {
  let description: @Sendable () -> String
  let function: StaticString
  let location: SourceLocation

  @discardableResult
  func report() -> Unimplemented {
    let text = description()
    let error = Unimplemented(text.isEmpty ? function.description : text)
    reportIssue("\(error). Override it before you use it.", at: location)
    return error
  }
}
