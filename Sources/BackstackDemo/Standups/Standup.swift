public import Backstack
public import FoundationEssentials

/// A meeting that a team holds every day, standing.
@SchemaRepresentable
public struct Standup: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public var title: String
  public var attendees: [Attendee]
  /// The time for all attendees together, in seconds.
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

  /// The length of a meeting in seconds: ``seconds``, limited to the range from 0 to the longest
  /// that the form allows, so that no sum of lengths overflows.
  public var duration: Int { min(max(seconds, 0), StandupForm.longest) }

  /// The time for one attendee in seconds, at least 1.
  public var secondsPerAttendee: Int { max(1, duration / max(1, attendees.count)) }
}

/// An attendee of a standup.
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
  /// The length of the meeting, in seconds.
  public let seconds: Int

  public init(id: UUID, date: Date, seconds: Int) {
    self.id = id
    self.date = date
    self.seconds = seconds
  }
}
