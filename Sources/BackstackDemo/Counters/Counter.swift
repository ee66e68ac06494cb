import Backstack

/// A counter that buttons or a timer change, and whose count can be passed on to another screen.
///
/// When the count reaches ``limit``, the counter dismisses itself.
@Reducer
struct Counter: Sendable {
  /// The count at which a counter dismisses itself.
  static let limit = 5
  /// The largest distance of a count from 0: far from an overflow.
  static let largestCount = 1_000_000_000

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var count = 0
    /// Whether the timer is on; absent while it is off.
    var isTimerOn: Bool?
  }

  enum Action: Codable, Equatable, Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
    /// Observed by the parent, which pushes another counter that starts with this one's count.
    case nextButtonTapped
    case startTimerButtonTapped
    case stopTimerButtonTapped
    @ServerOnly case timerTicked
    /// The session is there again: its timers have ended meanwhile.
    @ServerOnly case resumed
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count = max(state.count, 1 - Self.largestCount) - 1
        return .none

      case .incrementButtonTapped, .timerTicked:
        state.count = min(state.count, Self.largestCount - 1) + 1
        guard state.count >= Self.limit else { return .none }
        return .run { [dismiss] _ in await dismiss() }

      case .nextButtonTapped:
        return .none

      case .startTimerButtonTapped:
        state.isTimerOn = true
        return timer

      case .resumed:
        return state.isTimerOn == true ? timer : .none

      case .stopTimerButtonTapped:
        state.isTimerOn = nil
        return .cancel(id: CancelID.timer)
      }
    }
  }

  private var timer: Effect<Action> {
    .run { [clock] send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }
}
