import Backstack
import BackstackService

/// A stack of counters, each of which can push another one.
@Reducer
struct Counters: Sendable {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var path = StackState<Path.State>()
  }

  enum Action: Codable, Equatable, Sendable {
    case addCounterButtonTapped
    case path(StackActionOf<Path>)
    /// The session is there again, after a restart of the server.
    @ServerOnly case resumed
  }

  /// The screens of the stack.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Path {
    case counter(Counter)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addCounterButtonTapped:
        state.path.append(.counter(Counter.State()))
        return .none

      case .path(.element(let id, action: .counter(.nextButtonTapped))):
        // Of two presses that meet, the second one comes too late.
        guard id == state.path.ids.last, let count = state.path[id: id]?.counter?.count
        else { return .none }
        state.path.append(.counter(Counter.State(count: count)))
        return .none

      case .resumed:
        let running = state.path.ids.filter { state.path[id: $0]?.counter?.isTimerOn == true }
        return .merge(
          running.map { .send(.path(.element(id: $0, action: .counter(.resumed)))) })

      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension Counters.State {
  /// Creates the state for a link: `/counters/3/5` shows a counter at 3, and one at 5 on top of it.
  ///
  /// - Returns: `nil` for a link of another form.
  init?(link: String) {
    let segments = link.split(separator: "/", omittingEmptySubsequences: true)
    guard segments.first == "counters" else { return nil }
    self.init()
    for segment in segments.dropFirst() {
      guard let count = Int(segment) else { return nil }
      path.append(.counter(Counter.State(count: count)))
    }
  }
}

extension Counters.State {
  /// Checks a state that a client or a link chose.
  ///
  /// - Throws: `InvalidState` for a count that is too far from 0.
  static func validate(_ state: Self) throws {
    let range = -Counter.largestCount...Counter.largestCount
    for (index, screen) in state.path.enumerated() {
      guard let counter = screen.counter, !range.contains(counter.count) else { continue }
      throw InvalidState(
        "A count is between \(range.lowerBound) and \(range.upperBound).",
        at: "path", .element(index), "state", "counter", "count")
    }
  }
}
