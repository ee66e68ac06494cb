/// What every storage has to do.
///
/// ```swift
/// @Test(arguments: StorageConformance.checks)
/// func conforms(_ check: StorageCheck) async throws {
///   try await check.run(on: StorageUnderTest { MyStorage() })
/// }
/// ```
public enum StorageConformance {
  /// All checks; each makes a storage of its own, so they can run at once.
  public static let checks: [StorageCheck] =
    [
      sessionChecks, stateChecks, ownershipChecks, orderChecks, journalChecks, longJournalChecks,
      answerChecks, endingChecks, listChecks, sizeChecks, lifeChecks,
      quarantineChecks,
    ].flatMap(\.self)
}
