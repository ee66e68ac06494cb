import BackstackStorage

/// A storage that is checked.
struct StorageSubject: Sendable {
  private(set) var storage: any SessionStorage
  private let implementation: StorageUnderTest

  init(_ implementation: StorageUnderTest) async throws {
    self.implementation = implementation
    storage = try await implementation.make()
  }

  /// Whether what is stored is there again after ``reopen()``.
  var remembers: Bool { implementation.reopen != nil }

  /// Closes the storage and opens it again; does nothing to one that forgets.
  mutating func reopen() async throws {
    guard let reopen = implementation.reopen else { return }
    await storage.close()
    storage = try await reopen(storage)
  }

  /// Submits writes one after the other without waiting, and waits for all then.
  ///
  /// - Returns: What came of each, and the order of the completions.
  func submitAll(
    _ writes: [StorageWrite]
  ) async -> (results: [Result<StorageReceipt, StorageError>], order: [Int]) {
    await withCheckedContinuation { continuation in
      let gathering = Gathering(count: writes.count) { continuation.resume(returning: $0) }
      for (index, write) in writes.enumerated() {
        storage.submit(write) { gathering.add($0, at: index) }
      }
    }
  }

  // MARK: Expectations

  /// Makes sure of something.
  func expect(
    _ condition: Bool, _ message: @autoclosure () -> String = "", fileID: String = #fileID,
    line: Int = #line
  ) throws {
    guard !condition else { return }
    throw StorageCheckFailure(description: "\(fileID):\(line): \(message())")
  }

  /// Makes sure that two values are equal.
  func expect<Value: Equatable>(
    _ value: Value, is expected: Value, fileID: String = #fileID, line: Int = #line
  ) throws {
    try expect(
      value == expected, "expected \(brief(expected)), got \(brief(value))", fileID: fileID,
      line: line)
  }

  /// Makes sure that something fails as it should.
  func expect(
    _ error: StorageError, fileID: String = #fileID, line: Int = #line,
    _ body: () async throws(StorageError) -> Void
  ) async throws {
    do throws(StorageError) {
      try await body()
    } catch let thrown {
      return try expect(thrown, is: error, fileID: fileID, line: line)
    }
    try expect(false, "expected \(error), but it worked", fileID: fileID, line: line)
  }

  /// Makes sure that something is refused as making no sense.
  func expectInvalid(
    _ what: String, fileID: String = #fileID, line: Int = #line,
    _ body: () async throws(StorageError) -> Void
  ) async throws {
    let error = await failure(body)
    if case .invalid = error { return }
    try expect(false, "\(what): \(error.map { "\($0)" } ?? "worked")", fileID: fileID, line: line)
  }

  /// Makes sure that something fails in a way that may pass.
  func expectTemporary(
    fileID: String = #fileID, line: Int = #line, _ body: () async throws(StorageError) -> Void
  ) async throws {
    let error = await failure(body)
    try expect(
      error?.isTemporary == true, error.map { "\($0)" } ?? "it worked", fileID: fileID, line: line)
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
