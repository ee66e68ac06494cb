import Backstack

/// A meeting in progress: the attendees speak in turn until the time is up. Ending it early shows
/// an alert, during which the time stops.
@Reducer
struct RecordMeeting: Sendable {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    let standup: Standup
    /// The number of seconds of the meeting that have passed.
    var secondsElapsed = 0
    /// The index of the attendee who speaks, counted from 0.
    var speakerIndex = 0
    /// Whether the time runs; absent before it was started.
    var isRunning: Bool?
    @Presents var alert: AlertState<Alert>?

    init(standup: Standup) { self.standup = standup }

    var isLastSpeaker: Bool { speakerIndex >= standup.attendees.count - 1 }
  }

  enum Action: Codable, Equatable, Sendable {
    case startButtonTapped
    case nextButtonTapped
    case endMeetingButtonTapped
    case alert(PresentationAction<Alert>)
    @ServerOnly case timerTicked
    /// The session is there again: its timer has ended meanwhile.
    @ServerOnly case resumed
    @ServerOnly case delegate(Delegate)
  }

  /// The actions of the alert's buttons.
  @CasePathable
  enum Alert: Codable, Equatable, Sendable {
    case confirmDiscard
    case confirmSave
  }

  /// The actions that the parent observes.
  @CasePathable
  enum Delegate: Codable, Equatable, Sendable {
    case meetingEnded(seconds: Int)
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
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
        return end(seconds: state.secondsElapsed)

      case .alert(.presented(.confirmDiscard)):
        return .run { [dismiss] _ in await dismiss() }

      case .alert, .delegate:
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
    return state.secondsElapsed >= standup.duration ? end(seconds: standup.duration) : .none
  }

  private func end(seconds: Int) -> Effect<Action> {
    .run { [dismiss] send in
      await send(.delegate(.meetingEnded(seconds: seconds)))
      await dismiss()
    }
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
