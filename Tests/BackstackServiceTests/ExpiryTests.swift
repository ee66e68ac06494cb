import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTesting
import FoundationEssentials
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

  @Test("A session lives while a request to it waits, and then expires, which its readers learn")
  func waiting() async {
    let session = await create(timeToLive: 20)
    let reader = await client.events(session)
    _ = reader.read()
    let poll = client.begin(.get, session + "?wait=60", nil, [(.ifNoneMatch, #""0""#)])
    advance(by: 59)
    #expect(!poll.isFinished && reader.read() == "")
    advance(by: 1)
    #expect(await poll.answer.status == 304)
    advance(by: 19)
    #expect(client.service.directory.registry.sessionCount == 1)
    advance(by: 1)
    #expect(reader.read() == "event: end\ndata: {\"reason\":\"expired\"}\n\n")
    #expect(client.service.directory.registry.sessionCount == 0)
  }

  @Test("What other clients do meanwhile ends no wait, and a wait that is over keeps nothing alive")
  func others() async {
    let session = await create(timeToLive: 20)
    let polls = [60, 30].map {
      client.begin(.get, session + "?wait=\($0)", nil, [(.ifNoneMatch, #""0""#)])
    }
    advance(by: 10)
    #expect(await client.send(.get, session).status == 200)
    advance(by: 20)
    #expect(await polls[1].answer.status == 304)
    advance(by: 25)
    #expect(!polls[0].isFinished)
    #expect(await client.act(session, #""add""#).version == 1)
    #expect(await polls[0].answer.version == 1)
    advance(by: 19)
    #expect(client.service.directory.registry.sessionCount == 1)
    advance(by: 1)
    #expect(client.service.directory.registry.sessionCount == 0)
  }

  @Test("A response that waited for effects says when the session expires from then on")
  func expiresAt() async throws {
    let session = await create(timeToLive: 20)
    let action = client.begin(
      .post, session + "/actions", #"{"begin": {"seconds": 1000}}"#, [(.prefer, "wait=50")])
    await service.effectsToSleep()
    advance(by: 50)
    let answer = await action.answer
    #expect(answer.status == 200)
    let expiry = service.date.now().addingTimeInterval(20).formatted(.iso8601)
    #expect(answer.contains(#""expiresAt":"\#(expiry)""#), "\(answer.text)")
    advance(by: 19)
    #expect(await client.send(.get, session).status == 200)
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
