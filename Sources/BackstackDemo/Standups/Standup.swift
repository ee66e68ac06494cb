import Backstack
import FoundationEssentials

/// A meeting that a team holds every day, standing.
@SchemaRepresentable
struct Standup: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title = ""
  var attendees: [Attendee] = []
  /// The time for all attendees together, in seconds.
  var seconds = 300
  /// The meetings that were held, the latest first.
  var meetings: IdentifiedArrayOf<Meeting> = []

  /// The length of a meeting in seconds: ``seconds``, limited to the range from 0 to the longest
  /// that the form allows, so that no sum of lengths overflows.
  var duration: Int { min(max(seconds, 0), StandupForm.longest) }

  /// The time for one attendee in seconds, at least 1.
  var secondsPerAttendee: Int { max(1, duration / max(1, attendees.count)) }
}

/// An attendee of a standup.
@SchemaRepresentable
struct Attendee: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var name = ""
}

/// A standup that was held.
@SchemaRepresentable
struct Meeting: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  let date: Date
  /// The length of the meeting, in seconds.
  let seconds: Int
}
