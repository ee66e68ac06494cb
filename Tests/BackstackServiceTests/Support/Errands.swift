import Backstack
import BackstackTesting

@testable import BackstackService

/// A feature whose effects take seconds of its clock: a stack of errands.
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

/// The service with that feature, on clocks that a test advances.
struct ErrandService: Sendable {
  let clock = TestClock()
  let timer = ManualTimer()
  let date = ManualDate()
  let client: ServiceClient

  init(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) {
    var configuration = ServiceConfiguration()
    configuration.timer = timer
    configuration.now = date.now
    // What is to be answered by a test's clock must not be answered by the system's before.
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

  /// Lets effects go on until one waits for the clock: an answer that waits for it does not tell.
  func effectsToSleep() async {
    while clock.sleeperCount == 0 { await Task.yield() }
  }

  func create() async -> String { await client.create(#"{"feature": "errands"}"#) }
}
