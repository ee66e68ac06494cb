public import Backstack

/// A meeting that was held.
@Reducer
public struct MeetingNotes: Sendable {
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    public let meeting: Meeting
    public let standup: Standup

    public init(meeting: Meeting, standup: Standup) {
      self.meeting = meeting
      self.standup = standup
    }
  }

  public enum Action: Codable, Equatable, Sendable {
    case closeButtonTapped
  }

  @Dependency(\.dismiss) private var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .closeButtonTapped: .run { [dismiss] _ in await dismiss() }
      }
    }
  }
}
