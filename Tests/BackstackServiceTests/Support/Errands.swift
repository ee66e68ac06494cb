import Backstack
import BackstackTesting

@testable import BackstackService
@testable import BackstackSessions

/// A feature whose effects wait for its clock: a stack of errands.
@Reducer
struct Errands {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var path = StackState<Errand.State>()
  }

  enum Action: Codable, Sendable {
    case add
    case begin(seconds: Int)
    @ServerOnly case ended
    case path(StackAction<Errand.State, Errand.Action>)
  }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add:
        state.count += 1
      case .begin(let seconds):
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(seconds))
          await send(.ended)
        }
      case .ended:
        state.count += 100
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Errand() }
  }
}

/// A screen with an effect.
@Reducer
struct Errand {
  struct State: Codable, Equatable, Sendable {
    var note = ""
  }

  enum Action: Codable, Sendable {
    case write(String)
    case wait
    @ServerOnly case waited
  }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .write(let note):
        state.note = note
      case .wait:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1000))
          await send(.waited)
        }
      case .waited:
        state.note = "waited"
      }
      return .none
    }
  }
}

/// A service that hosts ``Errands``, with clocks that a test advances.
struct ErrandService: Sendable {
  let clock = TestClock()
  let timer = ManualTimer()
  let date = ManualDate()
  let client: ServiceClient

  init(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) {
    var configuration = ServiceConfiguration()
    configuration.timer = timer
    configuration.now = date.now
    // Only the test's clock may end a wait, not the service's timeout.
    configuration.settleTimeout = 3600
    configure(&configuration)
    client = ServiceClient(
      [
        Feature(
          "errands", initialState: Errands.State(),
          clientInput: ClientInput(takesState: true, takesPushes: true)
        ) { [clock] in
          Errands().dependency(\.continuousClock, clock)
        }
      ],
      configuration: configuration)
  }

  /// Waits until an effect sleeps on the clock. A response that waits for the effect is no sign of
  /// that.
  func effectsToSleep() async {
    while clock.sleeperCount == 0 { await Task.yield() }
  }

  func create() async -> String { await client.create(#"{"feature": "errands"}"#) }
}
