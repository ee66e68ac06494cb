import BackstackStorage
import BackstackStorageTesting
import Testing

@Suite struct MemoryConformanceTests {
  @Test(arguments: StorageConformance.checks)
  func conforms(_ check: StorageCheck) async throws {
    try await check.run(on: StorageUnderTest { MemoryStorage() })
  }
}
