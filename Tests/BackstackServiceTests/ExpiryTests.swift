import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Expiring sessions")
struct ExpiryTests {
  private let service = ErrandService { $0.maximumIdleTimeout = 604_800 }
  private var client: ServiceClient { service.client }

  init() { service.client.service.directory.expiryAlarm.start() }

  private func advance(by seconds: Double) {
    service.date.advance(by: seconds)
    service.timer.advance(by: seconds)
  }

  private func create(timeToLive: Int) async -> String {
    await client.create(#"{"feature": "errands", "ttl": \#(timeToLive)}"#)
  }

  @Test("A session that expires notifies its waiting clients and readers")
  func waiting() async {
    let session = await create(timeToLive: 20)
    let reader = await client.events(session)
    _ = reader.read()
    let poll = client.begin(.get, session + "?wait=60", nil, [(.ifNoneMatch, #""0""#)])
    advance(by: 19)
    #expect(!poll.isFinished && reader.read() == "")
    advance(by: 1)
    #expect(await poll.answer.status == 410)
    #expect(reader.read() == "event: end\ndata: {\"reason\":\"expired\"}\n\n")
    #expect(client.service.directory.registry.sessionCount == 0)
  }

  @Test("A session that expires ends its effects, and no longer counts toward the limit")
  func effects() async {
    let session = await create(timeToLive: 20)
    _ = await client.act(session, #"{"begin": {"seconds": 1000}}"#)
    await service.effectsToSleep()
    advance(by: 20)
    #expect(service.clock.sleeperCount == 0)
    #expect(client.service.directory.registry.sessionCount == 0)
  }

  @Test("Using a session delays its expiry, and each session expires at its own time")
  func used() async {
    let (long, short) = (await create(timeToLive: 50), await create(timeToLive: 20))
    advance(by: 15)
    #expect(await client.send(.get, short).status == 200)
    advance(by: 15)
    #expect(client.service.directory.registry.sessionCount == 2)
    advance(by: 5)
    #expect(client.service.directory.registry.sessionCount == 1)
    #expect(await client.send(.get, long).status == 200)
    advance(by: 49)
    #expect(client.service.directory.registry.sessionCount == 1)
    advance(by: 1)
    #expect(client.service.directory.registry.sessionCount == 0)
    #expect(service.timer.count == 0)
  }

  @Test("Unused sessions expire one after the other")
  func unused() async {
    for seconds in [20, 50, 80] { _ = await create(timeToLive: seconds) }
    for left in (0..<3).reversed() {
      advance(by: left == 2 ? 20 : 30)
      #expect(client.service.directory.registry.sessionCount == left)
      #expect(service.timer.count == min(1, left))
    }
  }

  @Test("Sessions that end early leave nothing in the schedule")
  func ended() async {
    for _ in 0..<8000 {
      let session = await create(timeToLive: 600_000)
      #expect(await client.send(.delete, session).status == 204)
    }
    #expect(client.service.directory.registry.scheduleCount < 64 * 70)
  }
}
