import Backstack
import BackstackHTTP
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Many sessions with timers")
struct ManyTimersTests {
  @Test("The timers of 10,000 sessions tick independently")
  func timers() async throws {
    let clock = TestClock()
    let client = ServiceClient([
      Feature("misbehaving", initialState: Misbehaving.State()) {
        Misbehaving()
      } withDependencies: {
        $0.continuousClock = clock
      }
    ])
    var sessions: [String] = []
    for _ in 0..<10_000 {
      let session = await client.create(#"{"feature": "misbehaving"}"#)
      _ = await client.act(session, #""startTimer""#)
      sessions.append(session)
    }
    #expect(clock.sleeperCount == 10_000)
    #expect(client.metrics.contains(#"backstack_effects{feature="misbehaving"} 10000"#))
    await clock.advance(by: .seconds(1))
    for session in sessions.prefix(5_000) { _ = await client.send(.delete, session) }
    await clock.advance(by: .seconds(2))
    var ticks: [Int: Int] = [:]
    for session in sessions.dropFirst(5_000) {
      let text = await client.send(.get, session).text
      let match = try #require(text.firstMatch(of: /"ticks":(\d+)/))
      ticks[Int(match.1) ?? -1, default: 0] += 1
    }
    #expect(ticks == [3: 5_000])
    #expect(clock.sleeperCount == 5_000)
    #expect(
      client.metrics.contains(
        #"backstack_actions_total{feature="misbehaving",cause="effect"} 20000"#))
    #expect(client.metrics.contains(#"backstack_effects{feature="misbehaving"} 5000"#))
  }
}
