import Backstack

/// A meeting that was held.
@Reducer
struct MeetingNotes: Sendable {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    let meeting: Meeting
    let standup: Standup
  }

  enum Action: Codable, Equatable, Sendable {
    case closeButtonTapped
  }

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .closeButtonTapped: .run { [dismiss] _ in await dismiss() }
      }
    }
  }
}
