extension CasePathable {
  /// Changes the payload of a case in place: `$0.path[id: 0]?.modify(\.detail) { $0.count = 1 }`.
  ///
  /// If the value is another case, reports an issue and changes nothing.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>,
    yield: (inout Value) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard modify(ifCase: keyPath, yield) == nil else { return }
    reportIssue(
      "Can't change a payload of type \(Value.self): the value is '\(BackstackCasePaths.caseName(of: self))'.",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
