import Backstack
import BackstackService
import BackstackServiceTesting
import BackstackTesting
import Testing

// example begins
@Reducer
struct Kettle {
  struct State: Codable, Sendable {
    var isHot = false
  }

  enum Action: Codable, Sendable {
    case heatButtonTapped
    @ServerOnly case boiled
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .heatButtonTapped:
        return .run { send in
          try await clock.sleep(for: .seconds(180))
          await send(.boiled)
        }
      case .boiled:
        state.isHot = true
        return .none
      }
    }
  }
}

@Test(arguments: ServiceTransport.allCases)
func `a kettle boils after three minutes`(over transport: ServiceTransport) async throws {
  let clock = TestClock()
  let service = try withDependencies {
    $0.continuousClock = clock
  } operation: {
    try HostedService(
      [Feature("kettle", initialState: Kettle.State()) { Kettle() }], over: transport)
  }
  let session = try await service.session(of: Kettle.self, "kettle")
  let started = try await session.send(.heatButtonTapped)
  #expect(started.effects == 1)
  await clock.advance(by: .seconds(179))
  #expect(try await session.snapshot().state.isHot == false)
  await clock.advance(by: .seconds(1))
  #expect(try await session.snapshot().state.isHot)
  let problem = await #expect(throws: ServiceProblem.self) { try await session.send(.boiled) }
  #expect(problem?.kind == "invalid-value")
}
// example ends
