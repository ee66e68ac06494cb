import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTesting
import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Sessions that exceed their limits")
struct EffectLimitTests {
  private let clock = TestClock()
  private let lines = Lines()
  private let ended = Lines()

  private func client(_ limits: EffectLimits) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.effectLimits = limits
    configuration.settleTimeout = 60
    // The date stands still, so limits are reached on any machine.
    configuration.now = ManualDate().now
    configuration.log = { [lines] in lines.append($0) }
    let feature = Feature("misbehaving", initialState: Misbehaving.State()) {
      Misbehaving()
    } withDependencies: { [clock] in
      $0.continuousClock = clock
    }
    .onSessionEnd { [ended] _, reason in ended.append(reason.name) }
    return ServiceClient([feature], configuration: configuration)
  }

  private func create(_ client: ServiceClient) async -> String {
    await client.create(#"{"feature": "misbehaving"}"#)
  }

  /// Waits for the work of the deadline queue.
  private func finish(_ client: ServiceClient) {
    client.service.directory.deadlines.sync {}
  }

  @Test(
    "A session whose effects send endlessly is ended with the reason, and others continue",
    arguments: ["flood", "echo"])
  func actions(_ action: String) async {
    let client = client(EffectLimits(actionsPerSecond: 500))
    let other = await create(client)
    let session = await create(client)
    let answer = await client.act(session, "\"\(action)\"")
    #expect(answer.status == 410)
    #expect(answer.problem == "ended-session")
    #expect(answer.contains(#""reason":"too-many-actions""#))
    #expect(answer.contains("sent more actions than they may"))
    finish(client)
    for later in [await client.send(.get, session), await client.act(session, #""complain""#)] {
      #expect(later.status == 410)
      #expect(later.contains(#""reason":"too-many-actions""#))
    }
    #expect(ended.all == ["too-many-actions"])
    let line = lines.all.first ?? ""
    #expect(line.contains(#""event":"session-ended""#))
    #expect(line.contains(#""feature":"misbehaving","reason":"too-many-actions""#))
    #expect(line.contains(session.dropFirst("/sessions/".count).prefix(8)))
    #expect(await client.act(other, #""startTimer""#).status == 200)
    #expect(client.service.directory.registry.sessionCount == 1)

    let metrics = client.metrics
    #expect(metrics.contains(#"backstack_sessions{feature="misbehaving"} 1"#))
    #expect(
      metrics.contains(
        #"backstack_sessions_ended_total{feature="misbehaving",reason="too-many-actions"} 1"#))
    #expect(metrics.contains(#"backstack_actions_total{feature="misbehaving",cause="client"} 2"#))
    #expect(metrics.contains(#"backstack_actions_total{feature="misbehaving",cause="effect"} 501"#))
    #expect(metrics.contains(#"backstack_effects{feature="misbehaving"} 1"#))
  }

  @Test("A session with too many effects in flight is ended, and its effects are cancelled")
  func effects() async {
    let client = client(EffectLimits(inFlight: 100))
    let session = await create(client)
    let fine = await client.act(session, #"{"wait": {"count": 100}}"#)
    #expect(fine.contains(#""effects":100"#))
    #expect(client.metrics.contains(#"backstack_effects{feature="misbehaving"} 100"#))
    let answer = await client.act(session, #"{"wait": {"count": 1}}"#)
    #expect(answer.status == 410)
    #expect(answer.contains(#""reason":"too-many-effects""#))
    #expect(client.metrics.contains(#"backstack_effects{feature="misbehaving"} 0"#))
    finish(client)
    #expect(clock.sleeperCount == 0)
    #expect(ended.all == ["too-many-effects"])
    #expect(client.service.directory.registry.sessionCount == 0)
  }
}

/// Lines that several threads append.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

extension ServiceClient {
  /// The metrics that the service exposes.
  var metrics: String {
    let metrics = HTTPMetrics()
    metrics.add(ServiceMetrics(service: service))
    return String(decoding: metrics.exposition(), as: UTF8.self)
  }
}
