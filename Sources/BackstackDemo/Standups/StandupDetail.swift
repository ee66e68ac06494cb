import Backstack

/// One standup, with the meetings that were held. Over it, the form that edits it, or the alert
/// that asks before it is deleted.
@Reducer
struct StandupDetail: Sendable {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Shared var standup: Standup
    @Presents var destination: Destination.State?

    init(standup: Shared<Standup>, destination: Destination.State? = nil) {
      _standup = standup
      self.destination = destination
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case editButtonTapped
    case cancelEditButtonTapped
    case doneEditingButtonTapped
    case deleteButtonTapped
    /// Observed by the parent, which shows the meeting.
    case meetingTapped(id: Meeting.ID)
    /// Observed by the parent, which shows the recording.
    case startMeetingButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }

  /// The screens that can be shown over the standup.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(StandupForm)
  }

  // Observed by the parent, which has the list.
  /// The actions of the alert's buttons.
  @CasePathable
  enum Alert: Codable, Equatable, Sendable {
    case confirmDeletion
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        state.destination = .edit(StandupForm.State(standup: state.standup))
        return .none

      case .cancelEditButtonTapped:
        if case .edit = state.destination { state.destination = nil }
        return .none

      case .doneEditingButtonTapped:
        guard case .edit(let form) = state.destination else { return .none }
        state.$standup.withLock { standup in
          // Meetings may have been held while the form was open.
          let meetings = standup.meetings
          standup = form.standup.cleaned
          standup.meetings = meetings
        }
        state.destination = nil
        return .none

      case .deleteButtonTapped:
        state.destination = .alert(.delete(state.standup))
        return .none

      case .meetingTapped, .startMeetingButtonTapped, .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState<StandupDetail.Alert> {
  /// Returns the alert that asks before a standup is deleted.
  static func delete(_ standup: Standup) -> Self {
    AlertState {
      TextState(standup.title.isEmpty ? "Delete this stand-up?" : "Delete “\(standup.title)”?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("Its meetings are deleted, too.")
    }
  }
}
