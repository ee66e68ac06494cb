#if PostgreSQL

import BackstackPostgres
import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import Testing

struct PostgresConformanceTests {
  @Test("PostgreSQL storage passes every conformance check", arguments: StorageConformance.checks)
  func conforms(_ check: StorageCheck) async throws {
    let configuration = try PostgresServer.shared.get().configuration()
    let open: @Sendable () async throws -> any SessionStorage = {
      try await PostgresStorage.open(configuration)
    }
    try await check.run(on: StorageUnderTest(make: open) { _ in try await open() })
  }
}

extension PostgresServer {
  /// Returns the configuration of a storage in a schema that no other test has.
  func configuration() -> PostgresConfiguration {
    var configuration = PostgresConfiguration(url: address)
    configuration.schema = newSchema()
    configuration.durability = .relaxed
    return configuration
  }
}

#endif
