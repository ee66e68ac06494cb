import Backstack

@testable import BackstackService

/// A feature whose state becomes as large as it is told to, in every way that a state can.
@Reducer
struct Hoard {
  struct State: Codable, Equatable, Sendable {
    var text = ""
    var path = StackState<Pile.State>()
    @Presents var pile: Pile.State?
  }

  enum Action: Codable, Sendable {
    case write(String)
    /// Makes the text so many bytes long.
    case fill(Int)
    /// Sends `fill` in an effect.
    case fillLater(Int)
    /// Sends `fill` without an effect of its own.
    case fillAtOnce(Int)
    /// Takes all screens away and makes the text so many bytes long.
    case replaceAll(Int)
    case present
    case path(StackAction<Pile.State, Pile.Action>)
    case pile(PresentationAction<Pile.Action>)
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
        state.pile = nil
        state.text = String(repeating: "x", count: count)
      case .present: state.pile = Pile.State()
      case .path, .pile: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Pile() }
    .ifLet(\.$pile, action: \.pile) { Pile() }
  }

  /// How many bytes a state without text and screens has.
  static let frame = #"{"text":"","path":[],"pile":null}"#.utf8.count
}

/// A screen that grows, and has a timer.
@Reducer
struct Pile {
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
