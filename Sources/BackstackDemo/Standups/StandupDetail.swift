import Backstack

/// One standup, with the meetings that were held. Over it, the form that edits it, or the alert
/// that asks before it is deleted.
@Reducer
struct StandupDetail: Sendable {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var standup: Standup
    @Presents var destination: Destination.State?

    init(standup: Standup, destination: Destination.State? = nil) {
      self.standup = standup
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
    @ServerOnly case delegate(Delegate)
  }

  /// The actions that the parent observes.
  @CasePathable
  enum Delegate: Codable, Equatable, Sendable {
    case standupUpdated(Standup)
    case standupDeleted
  }

  /// The screens that can be shown over the standup.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(StandupForm)
  }

  /// The actions of the alert's buttons.
  @CasePathable
  enum Alert: Codable, Equatable, Sendable {
    case confirmDeletion
  }

  @Dependency(\.dismiss) private var dismiss

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
        // Meetings may have been held while the form was open.
        let meetings = state.standup.meetings
        state.standup = form.standup.cleaned
        state.standup.meetings = meetings
        state.destination = nil
        return .send(.delegate(.standupUpdated(state.standup)))

      case .deleteButtonTapped:
        state.destination = .alert(.delete(state.standup))
        return .none

      case .destination(.presented(.alert(.confirmDeletion))):
        return .run { [dismiss] send in
          await send(.delegate(.standupDeleted))
          await dismiss()
        }

      case .meetingTapped, .startMeetingButtonTapped, .destination, .delegate:
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
