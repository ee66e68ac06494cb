import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTestSupport
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Sessions whose effects are suspended")
struct SuspendingTests {
  private let storage = ScriptedStorage()
  private let clock = TestClock()
  private let date = ManualDate()
  private let timer = ManualTimer()

  private func client(
    suspends: Bool = true, _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.now = date.now
    configuration.timer = timer
    configuration.settleTimeout = 3600
    configuration.passivateAfter = 100
    configure(&configuration)
    let feature = Feature(
      "stopwatch", initialState: Stopwatch.State(), resumeAction: .resumed,
      suspendsEffects: suspends
    ) { [clock] in
      Stopwatch().dependency(\.continuousClock, clock)
    }
    return ServiceClient([feature], configuration: configuration)
  }

  private func start(_ client: ServiceClient) async -> String {
    let path = await client.create(#"{"feature": "stopwatch"}"#)
    _ = await client.act(path, #""startButtonTapped""#)
    while clock.sleeperCount == 0 { await letOthersWork() }
    return path
  }

  private func pass(_ seconds: Int, _ client: ServiceClient) async {
    await clock.advance(by: .seconds(seconds))
    date.advance(by: Double(seconds))
    client.service.directory.sweep()
  }

  private func isInMemory(_ client: ServiceClient) -> Bool {
    client.service.directory.registry.sessionCount == 1
  }

  @Test("An idle session's timer stops, and runs again when the session is used")
  func suspension() async {
    let client = client()
    let path = await start(client)
    await pass(99, client)
    #expect(isInMemory(client))
    await pass(1, client)
    #expect(!isInMemory(client))
    #expect(client.metrics.contains(#"backstack_effects{feature="stopwatch"} 0"#))
    await pass(50, client)
    let back = await client.send(.get, path)
    #expect(back.contains(#""seconds":100"#) && back.contains(#""effects":1"#))
    while clock.sleeperCount == 0 { await letOthersWork() }
    await clock.advance(by: .seconds(1))
    #expect(await client.send(.get, path).contains(#""seconds":101"#))
  }

  @Test("By default a session with effects stays active")
  func byDefault() async {
    let client = client(suspends: false)
    _ = await start(client)
    await pass(1000, client)
    #expect(isInMemory(client))
  }

  @Test("A watched session stays active, and for the idle time afterwards")
  func watched() async {
    let client = client()
    let path = await start(client)
    let reader = await client.events(path)
    await pass(1000, client)
    #expect(isInMemory(client))
    reader.leave()
    await pass(99, client)
    #expect(isInMemory(client))
    await pass(1, client)
    #expect(!isInMemory(client))
  }

  @Test("A request that waits for effects is not cut short")
  func waiting() async {
    let client = client {
      $0.passivateAfter = 1
      $0.maximumWait = 30
    }
    let path = await start(client)
    let waiting = client.begin(
      .post, path + "/actions", #""startButtonTapped""#, [(.prefer, "wait=30")])
    await pass(29, client)
    #expect(isInMemory(client) && !waiting.isFinished)
    timer.advance(by: 30)
    #expect(await waiting.answer.status == 200)
  }

  @Test("A session whose tick needs a write is passivated after it, unless it is used by then")
  func storing() async {
    for isUsed in [false, true] {
      let client = client()
      let path = await start(client)
      await pass(99, client)
      storage.hold()
      await pass(1, client)
      #expect(isInMemory(client))
      // No more ticks happen meanwhile, which would need a write, too.
      let version = client.service.directory.registry.all[0].session.version
      await clock.advance(by: .seconds(5))
      #expect(client.service.directory.registry.all[0].session.version == version)
      let read = isUsed ? client.begin(.get, path) : nil
      storage.release()
      #expect(isInMemory(client) == isUsed)
      if let read { #expect(await read.answer.contains(#""effects":1"#)) }
      #expect(await client.send(.delete, path).status == 204)
    }
  }

  @Test(
    "An action that an effect sends during a passivation arrives if the session stays active")
  func resuming() async {
    let client = client()
    let path = await start(client)
    await pass(99, client)
    storage.hold()
    await pass(1, client)
    await clock.advance(by: .seconds(1))
    let read = client.begin(.get, path)
    storage.release()
    _ = await read.answer
    while await !client.send(.get, path).contains(#""seconds":101"#) { await letOthersWork() }
    #expect(isInMemory(client))
  }

  @Test("The description of a feature tells whether its effects are suspended")
  func contract() async {
    #expect(
      await client().send(.get, "/features/stopwatch").contains(#""suspendsEffects":true"#))
    #expect(
      await client(suspends: false).send(.get, "/features/stopwatch").contains(
        #""suspendsEffects":false"#))
  }
}

/// A feature whose state records that its timer runs.
@Reducer
private struct Stopwatch {
  struct State: Codable, Sendable {
    var seconds = 0
    var isRunning = false
  }

  enum Action: Codable, Sendable {
    case startButtonTapped
    @ServerOnly case resumed
    @ServerOnly case ticked
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped: state.isRunning = true
      case .ticked:
        state.seconds += 1
        return .none
      case .resumed: break
      }
      guard state.isRunning else { return .none }
      return .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    }
  }
}
