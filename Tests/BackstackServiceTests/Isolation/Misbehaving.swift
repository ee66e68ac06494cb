import Backstack

/// A feature that reports issues, floods its store and exceeds limits.
@Reducer
struct Misbehaving {
  struct State: Codable, Sendable {
    var count = 0
    var ticks = 0
    @Presents var alert: AlertState<Never>?
  }

  enum Action: Codable, Sendable {
    /// Reports an issue.
    case complain
    /// Reports an issue in an effect.
    case complainLater
    /// Sends actions from an effect, endlessly.
    case flood
    /// Sends itself again, endlessly.
    case echo
    /// Starts effects that wait for the clock.
    case wait(count: Int)
    case startTimer
    case alert(PresentationAction<Never>)
    @ServerOnly case add
    @ServerOnly case ticked
  }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .complain:
        reportIssue("A reducer complains.")
      case .complainLater:
        return .run { _ in reportIssue("An effect complains.") }
      case .flood:
        return .run { send in
          while !Task.isCancelled { await send(.add) }
        }
      case .echo:
        state.count += 1
        return .send(.echo)
      case .wait(let count):
        return .merge(
          (0..<count).map { _ in
            .run { [clock] _ in try await clock.sleep(for: .seconds(1000)) }
          })
      case .startTimer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
      case .add:
        state.count += 1
      case .ticked:
        state.ticks += 1
      case .alert:
        break
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
