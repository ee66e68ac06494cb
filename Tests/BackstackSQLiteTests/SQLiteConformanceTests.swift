#if SQLite

import BackstackSQLite
import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import Testing

struct SQLiteConformanceTests {
  @Test("SQLite storage passes every conformance check", arguments: StorageConformance.checks)
  func conforms(_ check: StorageCheck) async throws {
    let folder = TemporaryFolder()
    try await check.run(on: .sqlite(in: folder))
    let damage = try await SQLiteStorage.check(
      SQLiteConfiguration(path: folder.file("sessions.db")))
    #expect(damage == [])
  }
}

extension StorageUnderTest {
  /// Returns a storage in a folder, which may lose writes when power fails.
  static func sqlite(in folder: TemporaryFolder) -> Self {
    var configuration = SQLiteConfiguration.relaxed(in: folder)
    configuration.lockTimeout = 0
    // Some checks open it twice.
    configuration.isExclusive = false
    let open: @Sendable () async throws -> any SessionStorage = { [configuration] in
      try await SQLiteStorage.open(configuration)
    }
    return StorageUnderTest(make: open) { _ in try await open() }
  }
}

#endif
