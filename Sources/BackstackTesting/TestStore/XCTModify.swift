public import Backstack
import BackstackDiffing

/// Changes the payload of a case in place: `XCTModify(&$0.path[id: 0], case: \.counter) { … }`.
///
/// Fails the test if there is no value or the value is another case. Also fails it if `body`
/// changes nothing, except in a closure of a non-exhaustive test store.
///
/// - Throws: The error that `body` throws.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTModify<Enum: CasePathable, Value>(
  _ value: inout Enum?,
  case toCase: any CaseKeyPath<Enum, Value> & Sendable,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard var root = value else {
    let found = "there is no value"
    return failToModify(Value.self, found, message(), at: location)
  }
  try modify(&root, toCase, message: message(), body, at: location)
  value = root
}

/// Changes the payload of a case in place: `XCTModify(&$0.destination, case: \.alert) { … }`.
///
/// Fails the test if the value is another case. Also fails it if `body` changes nothing, except in
/// a closure of a non-exhaustive test store.
///
/// - Throws: The error that `body` throws.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTModify<Enum: CasePathable, Value>(
  _ value: inout Enum,
  case toCase: any CaseKeyPath<Enum, Value> & Sendable,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  try modify(
    &value, toCase, message: message(), body,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func modify<Enum: CasePathable, Value>(
  _ root: inout Enum, _ toCase: any CaseKeyPath<Enum, Value> & Sendable, message: String,
  _ body: (inout Value) throws -> Void, at location: SourceLocation
) rethrows {
  guard var payload = root[case: toCase] else {
    return failToModify(
      Value.self, "the value is \(actionOutline(of: root))", message, at: location)
  }
  let before = payload
  try body(&payload)
  root = toCase(payload)
  let scope = AssertionScope.current
  guard scope?.isExhaustive != false, isEqual(before, payload) else { return }
  (scope?.reporter ?? .currentTest)(
    TestFailure(
      kind: .unchangedCase,
      message: prefixed(
        message, "XCTModify changed nothing: \(describe(payload))"),
      location: location))
}

private func failToModify<Value>(
  _: Value.Type, _ found: String, _ message: String, at location: SourceLocation
) {
  (AssertionScope.current?.reporter ?? .currentTest)(
    TestFailure(
      kind: .wrongCase,
      message: prefixed(
        message, "XCTModify expected a \(shortName(of: Value.self)), but \(found)."),
      location: location))
}

private func prefixed(_ message: String, _ text: String) -> String {
  message.isEmpty ? text : "\(message): \(text)"
}

/// Returns whether two values are known to be equal; `false` if their type is not `Equatable`.
private func isEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
  func open<Known: Equatable>(_ lhs: Known) -> Bool { lhs == rhs as? Known }
  guard let lhs = lhs as? any Equatable else { return false }
  return open(lhs)
}
