import Backstack
import FoundationEssentials

extension Standups.State {
  /// Creates the state that a link leads to, including all screens on the way to it.
  ///
  /// | link | what is shown |
  /// | --- | --- |
  /// | `/standups` | the list |
  /// | `/standups/add` | the list, and over it the form for a new standup |
  /// | `/standups/{id}` | a standup |
  /// | `/standups/{id}/edit` | a standup, and over it its form |
  /// | `/standups/{id}/record` | the recording of a meeting, on its standup |
  /// | `/standups/{id}/meetings/{id}` | a meeting that was held, on its standup |
  ///
  /// - Returns: `nil` for a link that has another form, or that names an unknown standup or
  ///   meeting.
  init?(link: String) {
    let segments = link.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard segments.first == "standups" else { return nil }
    self.init()
    let rest = Array(segments.dropFirst())
    switch rest.count {
    case 0:
      return
    case 1 where rest[0] == "add":
      @Dependency(\.uuid) var uuid
      destination = .addStandup(StandupForm.State(standup: Standup(id: uuid())))
    default:
      guard let id = UUID(uuidString: String(rest[0])), let standup = Shared($standups[id: id]),
        let screens = Self.screens(of: standup, rest.dropFirst())
      else { return nil }
      path = StackState(screens)
    }
  }

  private static func screens(
    of standup: Shared<Standup>, _ rest: ArraySlice<Substring>
  ) -> [Standups.Path.State]? {
    let detail = StandupDetail.State(standup: standup)
    switch Array(rest) {
    case []:
      return [.detail(detail)]
    case ["edit"]:
      let form = StandupForm.State(standup: standup.wrappedValue)
      return [.detail(StandupDetail.State(standup: standup, destination: .edit(form)))]
    case ["record"]:
      return [.detail(detail), .record(RecordMeeting.State(standup: standup))]
    case let segments where segments.count == 2 && segments[0] == "meetings":
      let id = UUID(uuidString: String(segments[1]))
      let standup = standup.wrappedValue
      guard let meeting = id.flatMap({ standup.meetings[id: $0] }) else { return nil }
      return [
        .detail(detail), .meeting(MeetingNotes.State(meeting: meeting, standup: standup)),
      ]
    default:
      return nil
    }
  }

  /// The link to what is shown, if a new session can show it. An alert has no link of its own.
  ///
  /// A new session has the standups and meetings of the library, not those of this session.
  var link: String? {
    @Dependency(\.standupLibrary) var library
    if case .addStandup = destination { return path.isEmpty ? "/standups/add" : nil }
    guard let first = path.first else { return "/standups" }
    guard case .detail(let detail) = first, path.count <= 2,
      let standup = library.load()[id: detail.standup.id]
    else { return nil }
    let link = "/standups/\(standup.id)"
    switch path.dropFirst().first {
    case nil:
      if case .edit = detail.destination { return link + "/edit" }
      return link
    case .meeting(let notes):
      return standup.meetings[id: notes.meeting.id].map { link + "/meetings/\($0.id)" }
    case .record:
      return link + "/record"
    case .detail:
      return nil
    }
  }
}
