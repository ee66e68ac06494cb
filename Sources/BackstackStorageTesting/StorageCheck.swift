import BackstackStorage

/// One thing that each storage has to do.
public struct StorageCheck: Sendable, CustomStringConvertible {
  /// What it has to do, as a sentence.
  public let description: String
  private let body: @Sendable (inout StorageSubject) async throws -> Void

  init(
    _ description: String, _ body: @escaping @Sendable (inout StorageSubject) async throws -> Void
  ) {
    self.description = description
    self.body = body
  }

  /// Checks an implementation.
  ///
  /// - Throws: ``StorageCheckFailure`` when it does something else.
  public func run(on implementation: StorageUnderTest) async throws {
    var subject = try await StorageSubject(implementation)
    do {
      try await body(&subject)
    } catch {
      await subject.storage.close()
      throw error
    }
    await subject.storage.close()
  }
}

/// What a storage did that it should not have done.
public struct StorageCheckFailure: Error, CustomStringConvertible {
  /// What was expected, what happened, and where.
  public let description: String
}
