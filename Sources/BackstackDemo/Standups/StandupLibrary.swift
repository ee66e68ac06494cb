import Backstack
import FoundationEssentials

/// The source of the standups that a session begins with.
struct StandupLibrary: Sendable {
  /// Returns all standups.
  var load: @Sendable () -> IdentifiedArrayOf<Standup>
}

extension DependencyValues {
  /// The source of the standups that a session begins with: two examples unless overridden.
  var standupLibrary: StandupLibrary {
    get { self[StandupLibraryKey.self] }
    set { self[StandupLibraryKey.self] = newValue }
  }
}

private enum StandupLibraryKey: DependencyKey {
  static var liveValue: StandupLibrary { StandupLibrary { Standup.examples } }
  static var testValue: StandupLibrary { StandupLibrary { [] } }
}

extension Standup {
  /// Example standups, with fixed ids that links can name.
  static var examples: IdentifiedArrayOf<Standup> {
    [
      Standup(
        id: UUID(1), title: "Navigation",
        attendees: ["Ada", "Blaise", "Charles"].enumerated().map { index, name in
          Attendee(id: UUID(10 + index), name: name)
        },
        seconds: 60,
        meetings: [
          Meeting(id: UUID(100), date: Date(timeIntervalSince1970: 1_790_000_000), seconds: 55)
        ]),
      Standup(
        id: UUID(2), title: "Servers",
        attendees: [Attendee(id: UUID(20), name: "Grace"), Attendee(id: UUID(21), name: "Radia")],
        seconds: 120),
    ]
  }
}
