import Backstack

/// The form for adding or editing a standup.
@Reducer
struct StandupForm: Sendable {
  /// The longest duration of a standup, in seconds.
  static let longest = 3600

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var standup: Standup

    /// The fields of the form: not the attendees, which have ids that the form generates.
    static let bindingFields = BindingFields<Self> { fields in
      fields.add("title", \.standup.title)
      fields.add(
        "seconds", \.standup.seconds,
        description: "The time for all attendees together, in seconds; limited to an hour.")
    }
  }

  enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case addAttendeeButtonTapped
    case attendeeNameChanged(id: Attendee.ID, name: String)
    case removeAttendeeButtonTapped(id: Attendee.ID)
  }

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.standup.seconds):
        state.standup.seconds = min(max(state.standup.seconds, 1), Self.longest)

      case .binding:
        break

      case .addAttendeeButtonTapped:
        state.standup.attendees.append(Attendee(id: uuid()))

      case .attendeeNameChanged(let id, let name):
        guard let index = state.standup.attendees.firstIndex(where: { $0.id == id }) else { break }
        state.standup.attendees[index].name = name

      case .removeAttendeeButtonTapped(let id):
        state.standup.attendees.removeAll { $0.id == id }
      }
      return .none
    }
  }
}

extension Standup {
  /// The standup to save, without the attendees whose names were never filled in.
  var cleaned: Standup {
    var standup = self
    standup.attendees.removeAll { attendee in attendee.name.allSatisfy(\.isWhitespace) }
    return standup
  }
}
