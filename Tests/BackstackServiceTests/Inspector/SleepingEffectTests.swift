import Backstack
import BackstackDependencies
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTestSupport
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Effects that sleep, in the inspector")
struct SleepingEffectTests {
  @Reducer
  struct Sleeper {
    struct State: Codable, Equatable, Sendable {
      var wakes = 0
    }

    enum Action: Codable, Sendable {
      case sleep(seconds: Int)
      case race
      case stop
      @ServerOnly case woke
    }

    @Dependency(\.continuousClock) var clock

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .sleep(let seconds):
          return .run { [clock] send in
            try await clock.sleep(for: .seconds(seconds))
            await send(.woke)
            // Waits for something else than the clock.
            try await Task.never()
          }
          .cancellable(id: "sleep")
        case .race:
          return .run { [clock] send in
            try await withThrowingTaskGroup(of: Void.self) { group in
              for seconds in [30, 10, 20] {
                group.addTask { try await clock.sleep(for: .seconds(seconds)) }
              }
              try await group.next()
              await send(.woke)
              try await group.next()
              group.cancelAll()
            }
            await send(.woke)
            try await Task.never()
          }
        case .stop: return .cancel(id: "sleep")
        case .woke:
          state.wakes += 1
          return .none
        }
      }
    }
  }

  private static let key = "0123456789abcdef"
  private let clock = TestClock()
  private let client: ServiceClient

  init() {
    var configuration = ServiceConfiguration()
    configuration.now = ManualDate().now
    configuration.inspector = InspectorConfiguration(mode: .read, key: Self.key)
    client = ServiceClient(
      [
        Feature("sleeper", initialState: Sleeper.State()) { [clock] in
          Sleeper().dependency(\.continuousClock, ObservedClock(clock))
        }
      ],
      configuration: configuration)
  }

  /// Returns what the inspector says of the effects of a session, once some tasks sleep.
  private func effects(of session: String, sleepers: Int) async -> String {
    while clock.sleeperCount != sleepers { await letOthersWork() }
    return await client.administrator.send(
      .get, "/inspector/api\(session)/effects", nil,
      [(.host, "127.0.0.1"), (.authorization, "Bearer \(Self.key)")]
    ).text
  }

  private func wakes(_ count: Int, of session: String) async {
    while await !client.send(.get, session).contains(#""wakes":\#(count)"#) {
      await letOthersWork()
    }
  }

  // The date is 2027-01-15T08:00:00Z.
  private static func sleep(until time: String) -> String {
    #""sleepsSince":"2027-01-15T08:00:00.000Z","sleepsUntil":"2027-01-15T\#(time).000Z""#
  }

  @Test("An effect is asleep until the clock wakes it")
  func wake() async {
    let session = await client.create(#"{"feature": "sleeper"}"#)
    _ = await client.act(session, #"{"sleep": {"seconds": 100}}"#)
    #expect(await effects(of: session, sleepers: 1).contains(Self.sleep(until: "08:01:40")))
    await clock.advance(by: .seconds(100))
    await wakes(1, of: session)
    let awake = await effects(of: session, sleepers: 0)
    #expect(awake.contains(#""count":1,"#) && !awake.contains("sleeps"), "\(awake)")
  }

  @Test("An effect that is cancelled is gone, and so is its sleep")
  func cancel() async {
    let session = await client.create(#"{"feature": "sleeper"}"#)
    _ = await client.act(session, #"{"sleep": {"seconds": 100}}"#)
    _ = await client.act(session, #"{"sleep": {"seconds": 9223372036854775807}}"#)
    let both = await effects(of: session, sleepers: 2)
    #expect(both.contains(Self.sleep(until: "08:01:40")))
    // No date is that late.
    #expect(both.contains(#""sleepsUntil":"9999-12-31T23:59:59.000Z""#), "\(both)")
    _ = await client.act(session, #""stop""#)
    #expect(await effects(of: session, sleepers: 0).contains(#""count":0,"effects":[]"#))
  }

  @Test("Of several sleeps in child tasks, the one that ends first is told")
  func earliest() async {
    let session = await client.create(#"{"feature": "sleeper"}"#)
    _ = await client.act(session, #""race""#)
    #expect(await effects(of: session, sleepers: 3).contains(Self.sleep(until: "08:00:10")))
    await clock.advance(by: .seconds(10))
    await wakes(1, of: session)
    #expect(await effects(of: session, sleepers: 2).contains(Self.sleep(until: "08:00:20")))
    await clock.advance(by: .seconds(10))
    // The third one is cancelled.
    await wakes(2, of: session)
    let awake = await effects(of: session, sleepers: 0)
    #expect(awake.contains(#""count":1,"#) && !awake.contains("sleeps"), "\(awake)")
  }
}
