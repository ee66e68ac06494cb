import BackstackStorage
import BackstackStorageTesting
import Testing

struct MemoryConformanceTests {
  @Test("Memory storage passes every conformance check", arguments: StorageConformance.checks)
  func conforms(_ check: StorageCheck) async throws {
    try await check.run(on: StorageUnderTest { MemoryStorage() })
  }
}
