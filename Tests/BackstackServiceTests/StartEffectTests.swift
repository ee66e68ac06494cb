import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTestSupport
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackServiceTesting
@testable import BackstackSessions

@Suite("Effects of start actions")
struct StartEffectTests {
  private let clock = TestClock()
  private let timer = ManualTimer()

  private func feature(_ start: Menu.Action?) -> Feature {
    Feature("menu", initialState: Menu.State(), startAction: start) { [clock] in
      Menu().dependency(\.continuousClock, clock)
    }
  }

  private func client(_ start: Menu.Action) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.timer = timer
    // Only effects may end a wait.
    configuration.settleTimeout = 3600
    return ServiceClient([feature(start)], configuration: configuration)
  }

  private func effectsToSleep() async {
    while clock.sleeperCount == 0 { await letOthersWork() }
  }

  @Test("The first response has what an effect has loaded", arguments: ServiceTransport.allCases)
  func loaded(over transport: ServiceTransport) async throws {
    var configuration = ServiceConfiguration()
    configuration.settleTimeout = 3600
    let service = try HostedService([feature(.load)], configuration: configuration, over: transport)
    for _ in 0..<20 {
      let created = try await service.send(.post, "/sessions", json: #"{"feature":"menu"}"#)
      let snapshot = try created.decoded(HostedSnapshot<Menu.State>.self)
      #expect(snapshot.state.dishes == ["soup", "bread"])
      #expect(snapshot.version == 3 && snapshot.effects == 0)
    }
  }

  @Test("A program without a server gets the session with what an effect has loaded")
  func embedded() async throws {
    var configuration = SessionConfiguration()
    configuration.settleTimeout = 3600
    let sessions = SessionDirectory(features: [feature(.load)], configuration: configuration)
    #expect(try await sessions.create("menu").state.contains("soup"))
  }

  @Test("An effect that waits for something delays no response that does not ask for that")
  func sleeping() async {
    let created = await client(.order).send(.post, "/sessions", #"{"feature":"menu"}"#)
    #expect(created.version == 1 && created.contains(#""effects":1"#))
  }

  @Test("With Prefer: wait, a creation has its response once the effects have ended")
  func waiting() async {
    let client = client(.order)
    let reply = client.begin(
      .post, "/sessions", #"{"feature":"menu"}"#,
      [(.prefer, "wait=10"), (.idempotencyKey, "0123456789-0123456789")])
    await effectsToSleep()
    #expect(!reply.isFinished)
    let again = await client.send(
      .post, "/sessions", #"{"feature":"menu"}"#,
      [(.prefer, "wait=10"), (.idempotencyKey, "0123456789-0123456789")])
    #expect(again.problem == "request-in-progress")
    await clock.advance(by: .seconds(5))
    let created = await reply.answer
    #expect(created.status == 201 && created.version == 2)
    #expect(created.contains(#""dishes":["cake"]"#))
    #expect(created.fields[.preferenceApplied] == "wait=10")
    let repeated = await client.send(
      .post, "/sessions", #"{"feature":"menu"}"#,
      [(.prefer, "wait=10"), (.idempotencyKey, "0123456789-0123456789")])
    #expect(repeated.text == created.text)
    #expect(client.service.directory.sessionCount == 1 && timer.count == 0)
  }

  @Test("With Prefer: wait, a creation has its response when the time is over at the latest")
  func timeout() async {
    let reply = client(.order).begin(
      .post, "/sessions", #"{"feature":"menu"}"#, [(.prefer, "wait=10")])
    await effectsToSleep()
    timer.advance(by: 10)
    #expect(await reply.answer.version == 1)
  }

  @Test("A creation does not wait for durable effects, which begin once the session is stored")
  func durable() async throws {
    var configuration = ServiceConfiguration()
    configuration.storage = ScriptedStorage()
    configuration.timer = timer
    configuration.settleTimeout = 3600
    let client = ServiceClient([feature(.orderDurably)], configuration: configuration)
    let created = await client.send(
      .post, "/sessions", #"{"feature":"menu"}"#, [(.prefer, "wait=3600")])
    #expect(created.status == 201 && created.contains(#""dishes":[]"#))
    await effectsToSleep()
  }

  @Test("A host of tests says how long they wait")
  func timeout() {
    #expect(HostedTimeout.duration("600") == .seconds(600))
    for text in [nil, "", "0", "-1", "1 hour", "86401", "99999999999999999999"] {
      #expect(HostedTimeout.duration(text) == .seconds(60))
    }
  }

  @Test("A test waits for effects, and for a state", arguments: ServiceTransport.allCases)
  func tests(over transport: ServiceTransport) async throws {
    let service = try HostedService([feature(nil)], over: transport)
    let session = try await service.session(of: Menu.self, "menu")
    try await session.send(.order)
    #expect(try await session.settle().effects == 1)
    let error = await #expect(throws: HostedTimeout.self) {
      try await session.finish(timeout: .zero)
    }
    #expect(error?.effects.count == 1)
    #expect(error?.description.contains("StartEffectTests.swift:") == true)
    await #expect(throws: HostedTimeout.self) {
      try await session.wait(timeout: .zero) { !$0.dishes.isEmpty }
    }
    async let finished = session.finish()
    await clock.advance(by: .seconds(5))
    #expect(try await finished.effects == 0)
    try await session.send(.order)
    try await session.settle()
    // Not beside `finish()`: what a version says of effects stays as it was first read.
    async let ordered = session.wait { $0.dishes == ["cake", "cake"] }
    await clock.advance(by: .seconds(5))
    #expect(try await ordered.version == 4)
    try await session.end()
    await #expect(throws: (any Error).self) { try await session.settle() }
    await #expect(throws: (any Error).self) { try await session.finish() }
    await #expect(throws: (any Error).self) { try await session.wait { _ in true } }
  }
}

/// A feature that loads dishes.
@Reducer
private struct Menu {
  struct State: Codable, Sendable {
    var dishes: [String] = []
  }

  enum Action: Codable, Sendable {
    case load, order, orderDurably
    @ServerOnly case loaded([String])
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load:
        return .run { send in
          for dishes in [["soup"], ["bread"]] {
            await Task.yield()
            await send(.loaded(dishes))
          }
        }
      case .order:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(5))
          await send(.loaded(["cake"]))
        }
      case .orderDurably:
        return .durable(id: "order", .order)
      case .loaded(let dishes):
        state.dishes += dishes
        return .none
      }
    }
  }
}
