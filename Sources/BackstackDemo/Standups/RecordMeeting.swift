import Backstack

/// A meeting in progress: the attendees speak in turn until the time is up. The time stops during a pause,
/// and while the alert is shown that ending the meeting early leads to.
@Reducer
struct RecordMeeting: Sendable {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Shared var standup: Standup
    /// The number of seconds of the meeting that have passed.
    var secondsElapsed = 0
    // It may be too large after an edit of the stand-up, until the time advances.
    /// The index of the attendee who speaks, counted from 0.
    var speakerIndex = 0
    /// Whether the time runs: `false` during a pause, and absent before it was started.
    var isRunning: Bool?
    @Presents var alert: AlertState<Alert>?

    init(standup: Shared<Standup>) { _standup = standup }

    var isPaused: Bool { isRunning == false }

    var isLastSpeaker: Bool { speakerIndex >= standup.attendees.count - 1 }

    /// The number of the attendee who speaks, counted from 1.
    var speakerNumber: Int { min(max(speakerIndex, 0), max(0, standup.attendees.count - 1)) + 1 }
  }

  enum Action: Codable, Equatable, Sendable {
    case startButtonTapped
    case pauseButtonTapped
    case resumeButtonTapped
    case nextButtonTapped
    case endMeetingButtonTapped
    case alert(PresentationAction<Alert>)
    @ServerOnly case timerTicked
    /// The session is there again: its timer has ended meanwhile.
    @ServerOnly case resumed
  }

  /// The actions of the alert's buttons.
  @CasePathable
  enum Alert: Codable, Equatable, Sendable {
    case confirmDiscard
    case confirmSave
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date) private var date
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        return timer

      case .pauseButtonTapped:
        guard state.isRunning == true else { return .none }
        state.isRunning = false
        return .cancel(id: CancelID.timer)

      case .resumeButtonTapped:
        guard state.isPaused else { return .none }
        state.isRunning = true
        return timer

      case .resumed:
        return state.isRunning == true ? timer : .none

      case .timerTicked:
        guard state.alert == nil else { return .none }
        return advance(&state, to: min(state.secondsElapsed, state.standup.duration) + 1)

      case .nextButtonTapped:
        guard !state.isLastSpeaker else {
          state.alert = .endMeeting(isDiscardable: false)
          return .none
        }
        return advance(
          &state, to: (max(state.speakerIndex, 0) + 1) * state.standup.secondsPerAttendee)

      case .endMeetingButtonTapped:
        state.alert = .endMeeting(isDiscardable: true)
        return .none

      case .alert(.presented(.confirmSave)):
        return end(&state, seconds: state.secondsElapsed)

      case .alert(.presented(.confirmDiscard)):
        return .run { [dismiss] _ in await dismiss() }

      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private var timer: Effect<Action> {
    .run { [clock] send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  private func advance(_ state: inout State, to seconds: Int) -> Effect<Action> {
    let standup = state.standup
    state.secondsElapsed = min(max(seconds, 0), standup.duration)
    let lastSpeaker = max(0, standup.attendees.count - 1)
    state.speakerIndex = min(state.secondsElapsed / standup.secondsPerAttendee, lastSpeaker)
    return state.secondsElapsed >= standup.duration
      ? end(&state, seconds: standup.duration) : .none
  }

  /// Adds the meeting to the stand-up, where the screens below show it, too.
  private func end(_ state: inout State, seconds: Int) -> Effect<Action> {
    let meeting = Meeting(id: uuid(), date: date.now, seconds: seconds)
    state.$standup.withLock { _ = $0.meetings.insert(meeting, at: 0) }
    return .run { [dismiss] _ in await dismiss() }
  }
}

extension AlertState<RecordMeeting.Alert> {
  /// Returns the alert that asks whether to save or discard a meeting that ends before its time.
  static func endMeeting(isDiscardable: Bool) -> Self {
    AlertState {
      TextState("End the meeting?")
    } actions: {
      ButtonState(action: .confirmSave) { TextState("Save and end") }
      if isDiscardable {
        ButtonState(role: .destructive, action: .confirmDiscard) { TextState("Discard") }
      }
      ButtonState(role: .cancel) { TextState("Resume") }
    } message: {
      TextState("It ends before its time.")
    }
  }
}
