import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Changes of the system's date")
struct ClockTests {
  private static let day = 86_400.0
  private let date = ManualDate()
  private let steady = ManualSteadyClock()
  private let storage = ScriptedStorage()

  private func service(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ErrandService {
    ErrandService { configuration in
      configuration.now = date.now
      configuration.steadyClock = steady.now
      configure(&configuration)
    }
  }

  private func advance(by seconds: Double) {
    date.advance(by: seconds)
    steady.advance(by: seconds)
  }

  @Test(
    "A changed date ends no stored session that is used within its time to live",
    arguments: [10.0, -10.0, 4000.0])
  func sessions(days: Double) async {
    let service = service {
      $0.storage = storage
      $0.passivateAfter = 60
      $0.idleTimeout = 3600
    }
    let (used, aside) = (await service.create(), await service.create())
    let key: [(HTTPFieldName, String)] = [(.idempotencyKey, "k")]
    #expect(await service.client.act(aside, #""add""#, key).version == 1)
    advance(by: 61)
    service.client.service.directory.sweep()
    #expect(service.client.service.directory.registry.sessionCount == 0)
    #expect(await service.client.act(used, #""add""#).version == 1)

    date.advance(by: days * Self.day)
    for _ in 1...2 { service.client.service.directory.sweep() }
    advance(by: 1800)
    service.client.service.directory.sweep()
    #expect(await service.client.act(used, #""add""#).version == 2)
    // Its stored answer is still stored.
    #expect(await service.client.act(aside, #""add""#, key).version == 1)
    #expect(await service.client.act(aside, #""add""#).version == 2)
    // Neither does it end when the date is corrected.
    date.advance(by: -days * Self.day)
    advance(by: 1800)
    service.client.service.directory.sweep()
    #expect(await service.client.act(aside, #""add""#).version == 3)

    advance(by: 3600)
    #expect(await service.client.send(.get, aside).status == 410)
  }

  @Test("A changed date ends no session that is in memory only", arguments: [10.0, -10.0])
  func memory(days: Double) async {
    let service = service()
    let session = await service.create()
    date.advance(by: days * Self.day)
    service.client.service.directory.sweep()
    #expect(await service.client.send(.get, session).status == 200)
    steady.advance(by: 3600)
    #expect(await service.client.send(.get, session).status == 410)
  }

  @Test("The stored expiry of a session is corrected once a wrong date is")
  func wrongExpiry() async throws {
    let service = service { $0.storage = storage }
    let session = await service.create()
    date.advance(by: 10 * Self.day)
    #expect(await service.client.act(session, #""add""#).version == 1)
    date.advance(by: -10 * Self.day)
    #expect(await service.client.act(session, #""add""#).version == 2)
    let expiries = storage.writes.compactMap { write in
      if case .update(let update) = write { update.expires } else { nil }
    }
    #expect(expiries.count == 2)
    let last = try #require(expiries.last)
    #expect(last < StorageTime(date.now().addingTimeInterval(2 * 3600)))
  }

  @Test("A changed date neither adds nor removes requests of a rate limit")
  func rates() async {
    let service = service { $0.rateLimit = RateLimit(requestsPerSecond: 0.5, burst: 1) }
    #expect(await service.client.send(.get, "/features").status == 200)
    date.advance(by: Self.day)
    #expect(await service.client.send(.get, "/features").status == 429)
    date.advance(by: -2 * Self.day)
    steady.advance(by: 2)
    #expect(await service.client.send(.get, "/features").status == 200)
  }
}
