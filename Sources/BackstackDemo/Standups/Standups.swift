import Backstack

/// The list of standups, the stack of screens that begins there, and the sheet that adds a standup.
///
/// Screens don't know each other: they report what happened, and this reducer pushes the next
/// screen.
@Reducer
struct Standups: Sendable {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var standups: IdentifiedArrayOf<Standup>
    var path: StackState<Path.State>
    @Presents var destination: Destination.State?

    init(
      standups: IdentifiedArrayOf<Standup> = [], path: StackState<Path.State> = StackState(),
      destination: Destination.State? = nil
    ) {
      self.standups = standups
      self.path = path
      self.destination = destination
    }

    /// Creates the state that a session begins with: the standups of the library.
    init() {
      @Dependency(\.standupLibrary) var library
      self.init(standups: library.load())
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case addStandupButtonTapped
    case cancelAddStandupButtonTapped
    case confirmAddStandupButtonTapped
    case standupTapped(id: Standup.ID)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Path>)
    /// The session is there again, after a restart of the server.
    @ServerOnly case resumed
  }

  /// The screens of the stack.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Path {
    case detail(StandupDetail)
    case meeting(MeetingNotes)
    case record(RecordMeeting)
  }

  /// The screens that can be shown over the list.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case addStandup(StandupForm)
  }

  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addStandupButtonTapped:
        let standup = Standup(id: uuid(), attendees: [Attendee(id: uuid())])
        state.destination = .addStandup(StandupForm.State(standup: standup))

      case .cancelAddStandupButtonTapped:
        state.destination = nil

      case .confirmAddStandupButtonTapped:
        guard case .addStandup(let form) = state.destination else { break }
        state.standups.append(form.standup.cleaned)
        state.destination = nil

      case .standupTapped(let id):
        // Of two presses that meet, the second one comes too late.
        guard let standup = state.standups[id: id], !state.isOpen(id) else { break }
        state.path.append(.detail(StandupDetail.State(standup: standup)))

      case .path(.element(let id, let action)):
        screenDidAct(&state, id, action)

      case .resumed:
        let running = state.path.ids.filter { state.path[id: $0]?.record?.isRunning == true }
        return .merge(running.map { .send(.path(.element(id: $0, action: .record(.resumed)))) })

      case .destination, .path:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }

  private func screenDidAct(_ state: inout State, _ id: StackElementID, _ action: Path.Action) {
    switch action {
    case .detail(.startMeetingButtonTapped):
      guard id == state.path.ids.last, let standup = state.path[id: id]?.detail?.standup
      else { break }
      state.path.append(.record(RecordMeeting.State(standup: standup)))

    case .detail(.meetingTapped(let meetingID)):
      guard id == state.path.ids.last, let standup = state.path[id: id]?.detail?.standup,
        let meeting = standup.meetings[id: meetingID]
      else { break }
      state.path.append(.meeting(MeetingNotes.State(meeting: meeting, standup: standup)))

    case .detail(.delegate(.standupUpdated(let standup))):
      state.standups[id: standup.id] = standup

    case .detail(.delegate(.standupDeleted)):
      guard let standup = state.path[id: id]?.detail?.standup else { break }
      state.standups.remove(id: standup.id)

    case .record(.delegate(.meetingEnded(let seconds))):
      guard let standup = state.path[id: id]?.record?.standup else { break }
      let meeting = Meeting(id: uuid(), date: date.now, seconds: seconds)
      state.didHold(meeting, of: standup.id)

    case .detail, .meeting, .record:
      break
    }
  }
}

extension Standups.State {
  /// Whether the stack has a stand-up, of which it must not have an older copy.
  fileprivate func isOpen(_ id: Standup.ID) -> Bool {
    path.contains { $0.detail?.standup.id == id }
  }

  /// Adds a meeting to the list, and to the screen from which its recording began.
  fileprivate mutating func didHold(_ meeting: Meeting, of id: Standup.ID) {
    standups[id: id]?.meetings.insert(meeting, at: 0)
    guard let updated = standups[id: id] else { return }
    for elementID in path.ids where path[id: elementID]?.detail?.standup.id == id {
      path[id: elementID, case: \.detail]?.standup = updated
    }
  }
}
