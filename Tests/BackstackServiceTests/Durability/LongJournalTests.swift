import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("A journal that exceeds the limit in memory")
struct LongJournalTests {
  @Test("A session is activated with the latest versions of its journal", arguments: [1, 10])
  func latest(limit: Int) async {
    let storage = ScriptedStorage()
    let before = ErrandService(storage: storage) { $0.journalLimits.entries = 1000 }
    let session = await before.create()
    for _ in 0..<100 { _ = await before.client.act(session, #""add""#) }
    before.client.service.directory.releaseSessions()
    let after = ErrandService(storage: storage) { $0.journalLimits.entries = limit }
    let read = await after.client.send(.get, session)
    #expect(read.version == 100 && read.contains(#""count":100"#))
    let history = await after.client.send(.get, session + "/history")
    #expect(history.contains(#""oldest":\#(101 - limit),"version":100"#))
    #expect(await after.client.act(session, #""add""#).version == 101)
  }
}
