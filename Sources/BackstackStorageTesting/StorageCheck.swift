import BackstackStorage

/// A check of one requirement for every storage.
public struct StorageCheck: Sendable, CustomStringConvertible {
  /// The requirement, as a sentence.
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
  /// - Throws: ``StorageCheckFailure`` if the implementation doesn't meet the requirement.
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

/// A violation of a requirement.
public struct StorageCheckFailure: Error, CustomStringConvertible {
  /// The expected result, the actual result, and the location of the check.
  public let description: String
}
