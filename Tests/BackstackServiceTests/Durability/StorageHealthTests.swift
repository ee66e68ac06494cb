import BackstackHTTP
import BackstackStorage
import Testing

@testable import BackstackService

@Suite("What the storage did not do")
struct StorageHealthTests {
  private let storage = ScriptedStorage()

  @Test("A session that can't be fetched counts, and the server is not ready until one can")
  func fetching() async {
    let session = await ErrandService(storage: storage).create()
    let after = ErrandService(storage: storage)
    let health = after.client.service.storageHealth
    storage.fail(.unavailable("the disk is gone"))
    #expect(await after.client.act(session, #""add""#).status == 503)
    #expect(health.failures > 0)
    #expect(await after.client.send(.get, "/readyz").status == 503)
    storage.fail(nil)
    after.client.service.sweepStorage()
    #expect(await after.client.send(.get, "/readyz").status == 200)
    #expect(await after.client.act(session, #""add""#).version == 1)
  }
}
