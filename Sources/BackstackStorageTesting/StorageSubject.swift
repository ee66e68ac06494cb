import BackstackStorage

/// A storage that is being checked.
struct StorageSubject: Sendable {
  private(set) var storage: any SessionStorage
  private let implementation: StorageUnderTest

  init(_ implementation: StorageUnderTest) async throws {
    self.implementation = implementation
    storage = try await implementation.make()
  }

  /// Whether the stored data survives ``reopen()``.
  var remembers: Bool { implementation.reopen != nil }

  /// Closes the storage and opens it again; has no effect on a storage that isn't persistent.
  mutating func reopen() async throws {
    guard let reopen = implementation.reopen else { return }
    await storage.close()
    storage = try await reopen(storage)
  }

  // MARK: Expectations

  /// Throws a failure unless a condition holds.
  func expect(
    _ condition: Bool, _ message: @autoclosure () -> String = "", fileID: String = #fileID,
    line: Int = #line
  ) throws {
    guard !condition else { return }
    throw StorageCheckFailure(description: "\(fileID):\(line): \(message())")
  }

  /// Throws a failure unless two values are equal.
  func expect<Value: Equatable>(
    _ value: Value, is expected: Value, fileID: String = #fileID, line: Int = #line
  ) throws {
    try expect(
      value == expected, "expected \(brief(expected)), got \(brief(value))", fileID: fileID,
      line: line)
  }

  /// Throws a failure unless `body` throws the given error.
  func expect(
    _ error: StorageError, fileID: String = #fileID, line: Int = #line,
    _ body: () async throws(StorageError) -> Void
  ) async throws {
    do throws(StorageError) {
      try await body()
    } catch let thrown {
      return try expect(thrown, is: error, fileID: fileID, line: line)
    }
    try expect(false, "expected \(error), but it succeeded", fileID: fileID, line: line)
  }

  /// Throws a failure unless `body` throws ``StorageError/invalid(_:)``.
  func expectInvalid(
    _ what: String, fileID: String = #fileID, line: Int = #line,
    _ body: () async throws(StorageError) -> Void
  ) async throws {
    let error = await failure(body)
    if case .invalid = error { return }
    try expect(
      false, "\(what): \(error.map { "\($0)" } ?? "succeeded")", fileID: fileID, line: line)
  }

  /// Throws a failure unless `body` throws a temporary error.
  func expectTemporary(
    fileID: String = #fileID, line: Int = #line, _ body: () async throws(StorageError) -> Void
  ) async throws {
    let error = await failure(body)
    try expect(
      error?.isTemporary == true, error.map { "\($0)" } ?? "it succeeded", fileID: fileID,
      line: line)
  }

  private func failure(_ body: () async throws(StorageError) -> Void) async -> StorageError? {
    do throws(StorageError) {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  private func brief(_ value: some Any) -> String {
    let text = "\(value)"
    return text.count > 500 ? text.prefix(500) + " …" : text
  }
}
