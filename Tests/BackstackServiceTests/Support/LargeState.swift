import Backstack

@testable import BackstackService
@testable import BackstackSessions

/// A feature whose state grows to a given size, in every way that a state can grow.
@Reducer
struct LargeState {
  struct State: Codable, Equatable, Sendable {
    var text = ""
    var path = StackState<LargeScreen.State>()
    @Presents var screen: LargeScreen.State?
  }

  enum Action: Codable, Sendable {
    case write(String)
    /// Makes the text so many bytes long.
    case fill(Int)
    /// Sends `fill` from an asynchronous effect.
    case fillLater(Int)
    /// Sends `fill` with `.send`, without an asynchronous effect.
    case fillAtOnce(Int)
    /// Removes all screens and makes the text so many bytes long.
    case replaceAll(Int)
    case present
    case path(StackAction<LargeScreen.State, LargeScreen.Action>)
    case screen(PresentationAction<LargeScreen.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .write(let text): state.text = text
      case .fill(let count): state.text = String(repeating: "x", count: count)
      case .fillLater(let count): return .run { send in await send(.fill(count)) }
      case .fillAtOnce(let count): return .send(.fill(count))
      case .replaceAll(let count):
        state.path = StackState()
        state.screen = nil
        state.text = String(repeating: "x", count: count)
      case .present: state.screen = LargeScreen.State()
      case .path, .screen: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { LargeScreen() }
    .ifLet(\.$screen, action: \.screen) { LargeScreen() }
  }

  /// The number of bytes of a state without text and screens.
  static let frame = #"{"text":"","path":[],"screen":null}"#.utf8.count
}

/// A screen that grows, and has a timer.
@Reducer
struct LargeScreen {
  struct State: Codable, Equatable, Sendable {
    var text = ""
    var ticks = 0
  }

  enum Action: Codable, Sendable {
    case fill(Int)
    case startTimer
    @ServerOnly case ticked
  }

  @Dependency(\.continuousClock) private var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .fill(let count): state.text = String(repeating: "y", count: count)
      case .startTimer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
      case .ticked: state.ticks += 1
      }
      return .none
    }
  }
}
