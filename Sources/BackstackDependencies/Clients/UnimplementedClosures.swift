/// A closure that reports an issue, then returns a placeholder; also for asynchronous ones.
///
/// - Parameters:
///   - description: What the closure is, for the issue.
///   - placeholder: What it returns.
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

/// A closure that reports an issue, then throws ``Unimplemented``; also for asynchronous ones.
///
/// - Parameter description: What the closure is, for the issue.
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

/// Reports an issue and gives a placeholder, for a value that is no closure.
///
/// - Parameters:
///   - description: What the value is, for the issue.
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

/// The use of what nobody has implemented.
private struct UnimplementedCall: Sendable {
  let description: @Sendable () -> String
  let function: StaticString
  let location: SourceLocation

  @discardableResult
  func report() -> Unimplemented {
    let text = description()
    let error = Unimplemented(text.isEmpty ? function.description : text)
    reportIssue("\(error). Override it where it is to be used.", at: location)
    return error
  }
}
