public import Backstack
public import FoundationEssentials

/// A meeting that a team holds every day, standing.
@SchemaRepresentable
public struct Standup: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public var title: String
  public var attendees: [Attendee]
  /// How long all attendees may speak together, in seconds.
  public var seconds: Int
  /// The meetings that were held, the latest first.
  public var meetings: IdentifiedArrayOf<Meeting>

  public init(
    id: UUID, title: String = "", attendees: [Attendee] = [], seconds: Int = 300,
    meetings: IdentifiedArrayOf<Meeting> = []
  ) {
    self.id = id
    self.title = title
    self.attendees = attendees
    self.seconds = seconds
    self.meetings = meetings
  }

  /// How long a meeting takes, in seconds: ``seconds``, but nothing below 0 or beyond the longest that
  /// the form allows, so that no sum of them overflows.
  public var duration: Int { min(max(seconds, 0), StandupForm.longest) }

  /// How long one attendee may speak, in seconds, at least 1.
  public var secondsPerAttendee: Int { max(1, duration / max(1, attendees.count)) }
}

/// Who attends a standup.
@SchemaRepresentable
public struct Attendee: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public var name: String

  public init(id: UUID, name: String = "") {
    self.id = id
    self.name = name
  }
}

/// A standup that was held.
@SchemaRepresentable
public struct Meeting: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public let date: Date
  /// How long it took, in seconds.
  public let seconds: Int

  public init(id: UUID, date: Date, seconds: Int) {
    self.id = id
    self.date = date
    self.seconds = seconds
  }
}
