import Backstack
import BackstackDiffing

/// Returns the lines in which two values differ, by reflection; `nil` if they are the same.
///
/// Lines of the old value start with `- `, those of the new one with `+ `.
public func diff<Value>(_ old: Value, _ new: Value) -> String? {
  BackstackDiffing.diff(old, new)
}

/// Prints a description of a value, by reflection, and returns the value.
@discardableResult
public func customDump<Value>(_ value: Value) -> Value {
  print(describe(value))
  return value
}

/// Appends a description of a value, by reflection, to a stream, and returns the value.
@discardableResult
public func customDump<Value, Target: TextOutputStream>(
  _ value: Value, to target: inout Target
) -> Value {
  target.write(describe(value))
  return value
}

extension String {
  /// Creates the description of a value, by reflection.
  public init<Value>(customDumping value: Value) { self = describe(value) }
}

/// Fails the test with the differences of two values if they are not equal.
public func expectNoDifference<Value: Equatable>(
  _ actual: @autoclosure () throws -> Value,
  _ expected: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  let (actual, expected) = (try actual(), try expected())
  guard actual != expected else { return }
  fail(
    "The values differ:\n\n\(differenceText(expected, actual))", message(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Fails the test unless an operation changes a value exactly as a closure does.
///
/// ```swift
/// expectDifference(counter) { counter.increment() } changes: { $0.count = 1 }
/// ```
public func expectDifference<Value: Equatable>(
  _ value: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "",
  operation: () throws -> Void = {},
  changes: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let before = try value()
  var expected = before
  try changes(&expected)
  try operation()
  let actual = try value()
  if expected == before {
    fail("The closure 'changes' changes nothing.", message(), at: location)
  } else if actual != expected {
    fail(
      "The value changed otherwise:\n\n\(differenceText(expected, actual))", message(),
      at: location)
  }
}

private func fail(_ text: String, _ message: String, at location: SourceLocation) {
  TestReporter.currentTest(
    TestFailure(
      kind: .valueMismatch, message: message.isEmpty ? text : "\(message): \(text)",
      location: location))
}
