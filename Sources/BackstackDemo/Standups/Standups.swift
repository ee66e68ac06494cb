import Backstack

/// The list of standups, the stack of screens that begins there, and the sheet that adds a standup.
///
/// Screens don't know each other: this reducer pushes the next screen, and passes on the stand-up that
/// both share with the list.
@Reducer
struct Standups: Sendable {
  @ObservableState(coding: .manual)
  struct State: Codable, Equatable, Sendable {
    @Shared var standups: IdentifiedArrayOf<Standup>
    var path: StackState<Path.State>
    @Presents var destination: Destination.State?

    init(
      standups: Shared<IdentifiedArrayOf<Standup>> = Shared(value: []),
      path: StackState<Path.State> = StackState(), destination: Destination.State? = nil
    ) {
      _standups = standups
      self.path = path
      self.destination = destination
    }

    /// Creates the state that a session begins with: the standups of the library.
    init() {
      @Dependency(\.standupLibrary) var library
      self.init(standups: Shared(value: library.load()))
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

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addStandupButtonTapped:
        // Of two presses that meet, the second one would empty the form of the first.
        guard state.destination == nil else { break }
        let standup = Standup(id: uuid(), attendees: [Attendee(id: uuid())])
        state.destination = .addStandup(StandupForm.State(standup: standup))

      case .cancelAddStandupButtonTapped:
        state.destination = nil

      case .confirmAddStandupButtonTapped:
        guard case .addStandup(let form) = state.destination else { break }
        state.$standups.withLock { _ = $0.append(form.standup.cleaned) }
        state.destination = nil

      case .standupTapped(let id):
        // Of two presses that meet, the second one comes too late.
        guard let standup = Shared(state.$standups[id: id]), !state.isOpen(id) else { break }
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
      guard id == state.path.ids.last, let standup = state.path[id: id]?.detail?.$standup
      else { break }
      state.path.append(.record(RecordMeeting.State(standup: standup)))

    case .detail(.meetingTapped(let meetingID)):
      guard id == state.path.ids.last, let standup = state.path[id: id]?.detail?.standup,
        let meeting = standup.meetings[id: meetingID]
      else { break }
      state.path.append(.meeting(MeetingNotes.State(meeting: meeting, standup: standup)))

    case .detail(.destination(.presented(.alert(.confirmDeletion)))):
      guard let standup = state.path[id: id]?.detail?.standup else { break }
      state.delete(standup.id)

    case .detail, .meeting, .record:
      break
    }
  }
}

extension Standups.State {
  /// Whether the stack has a stand-up already.
  fileprivate func isOpen(_ id: Standup.ID) -> Bool {
    path.contains { $0.detail?.standup.id == id }
  }

  /// Deletes a stand-up, and pops the screens that show it, with those above.
  fileprivate mutating func delete(_ id: Standup.ID) {
    $standups.withLock { _ = $0.remove(id: id) }
    if let first = path.ids.first(where: { path[id: $0]?.shared?.id == id }) {
      path.pop(from: first)
    }
  }
}

extension Standups.State {
  /// Decodes a state that a client has made, or that was stored before screens shared stand-ups: JSON does
  /// not tell what is shared. Screens get the stand-up of the list with the same id.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      standups: try container.decode(
        Shared<IdentifiedArrayOf<Standup>>.self, forKey: .standups),
      path: try container.decode(StackState<Standups.Path.State>.self, forKey: .path),
      destination: try container.decodeIfPresent(
        Standups.Destination.State.self, forKey: .destination))
    for id in path.ids {
      guard let own = path[id: id]?.shared, let shared = Shared($standups[id: own.id]) else {
        continue
      }
      switch path[id: id] {
      case .detail: path[id: id, case: \.detail]?.$standup = shared
      case .record: path[id: id, case: \.record]?.$standup = shared
      case .meeting, nil: break
      }
    }
  }
}

extension Standups.Path.State {
  /// The stand-up that the screen shares with the list; `nil` if it has none.
  fileprivate var shared: Shared<Standup>? {
    switch self {
    case .detail(let detail): detail.$standup
    case .record(let record): record.$standup
    case .meeting: nil
    }
  }
}
