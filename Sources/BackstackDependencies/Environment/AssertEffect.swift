extension DependencyValues {
  /// A check that reports an issue, and goes on, where `Swift.assert` would stop the program.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  /// …
  /// assert(state.count >= 0, "The count is negative.")
  /// ```
  ///
  /// A server must not stop because of one session, and a test can expect the issue.
  public var assert: AssertEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }
}

/// A check of a condition that should hold; see ``DependencyValues/assert``.
public struct AssertEffect: Sendable {
  private let check: @Sendable (Bool, String, SourceLocation) -> Void

  /// Creates a check that does something else if the condition does not hold.
  public init(_ onFailure: @escaping @Sendable (_ message: String) -> Void) {
    check = { condition, message, _ in if !condition { onFailure(message) } }
  }

  fileprivate init() {
    check = { condition, message, location in
      if !condition { reportIssue(message, at: location) }
    }
  }

  /// Checks a condition.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let isTrue = condition()
    let text = isTrue ? "" : message()
    check(
      isTrue, text.isEmpty ? "A condition does not hold." : text,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

private enum AssertKey: DependencyKey {
  static var liveValue: AssertEffect { AssertEffect() }
  static var testValue: AssertEffect { AssertEffect() }
}
