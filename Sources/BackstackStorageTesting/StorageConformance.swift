public import BackstackStorage

/// The checks that every storage has to pass.
///
/// ```swift
/// @Test(arguments: StorageConformance.checks)
/// func conforms(_ check: StorageCheck) async throws {
///   try await check.run(on: StorageUnderTest { MyStorage() })
/// }
/// ```
public enum StorageConformance {
  /// All checks. Each creates its own storage, so they can run in parallel.
  public static let checks: [StorageCheck] =
    [
      sessionChecks, stateChecks, ownershipChecks, claimChecks, orderChecks, journalChecks,
      longJournalChecks, retryChecks, answerChecks, endingChecks, listChecks, sizeChecks,
      lifeChecks, quarantineChecks,
    ].flatMap(\.self)
}

/// An implementation of `SessionStorage` to be checked.
public struct StorageUnderTest: Sendable {
  /// A closure that creates an empty storage that shares nothing with others.
  public var make: @Sendable () async throws -> any SessionStorage
  /// A closure that opens a closed storage's data again; `nil` if the storage isn't persistent.
  public var reopen: (@Sendable (any SessionStorage) async throws -> any SessionStorage)?

  /// Creates a description of an implementation.
  public init(
    make: @escaping @Sendable () async throws -> any SessionStorage,
    reopen: (@Sendable (any SessionStorage) async throws -> any SessionStorage)? = nil
  ) {
    self.make = make
    self.reopen = reopen
  }
}

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
