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
      sessionChecks, stateChecks, ownershipChecks, orderChecks, journalChecks, longJournalChecks,
      answerChecks, endingChecks, listChecks, sizeChecks, lifeChecks,
      quarantineChecks,
    ].flatMap(\.self)
}
