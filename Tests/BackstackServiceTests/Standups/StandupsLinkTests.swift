import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo

@Suite("Links to standups")
struct StandupsLinkTests {
  private static let standup = "/standups/00000000-0000-0000-0000-000000000001"

  private func withLibrary<Result>(_ operation: () -> Result) -> Result {
    withDependencies {
      $0.standupLibrary = StandupLibrary { Standup.examples }
      $0.uuid = .incrementing
    } operation: {
      operation()
    }
  }

  private func state(_ link: String) -> Standups.State? {
    withLibrary { Standups.State(link: link) }
  }

  @Test(
    "A link leads to its screen, and the screen has that link",
    arguments: [
      "/standups", "/standups/add", standup, standup + "/edit", standup + "/record",
      standup + "/meetings/00000000-0000-0000-0000-000000000064",
    ])
  func roundTrip(_ link: String) throws {
    let shown = try #require(state(link))
    #expect(withLibrary { shown.link } == link)
  }

  @Test("A standup or a meeting of this session, and a form over a screen, have no link")
  func unreachable() throws {
    let standup = Standup(id: UUID(7), title: "Here")
    let detail = Standups.Path.State.detail(StandupDetail.State(standup: Shared(value: standup)))
    var known = try #require(Standup.examples.first)
    let meeting = Meeting(id: UUID(8), date: Date(timeIntervalSince1970: 0), seconds: 1)
    known.meetings.append(meeting)
    let knownDetail = Standups.Path.State.detail(StandupDetail.State(standup: Shared(value: known)))
    let states: [Standups.State] = [
      Standups.State(standups: Shared(value: [standup]), path: [detail]),
      Standups.State(
        path: [knownDetail, .meeting(MeetingNotes.State(meeting: meeting, standup: known))]),
      Standups.State(path: [knownDetail, knownDetail]),
      Standups.State(
        path: [knownDetail], destination: .addStandup(StandupForm.State(standup: standup))),
    ]
    for state in states { #expect(withLibrary { state.link } == nil) }
    #expect(withLibrary { Standups.State(path: [knownDetail]).link } == Self.standup)
  }

  @Test("The screens to which a link leads share the stand-up with the list")
  func shared() throws {
    let shown = try #require(state(Self.standup + "/record"))
    shown.$standups.withLock { $0[id: UUID(1)]?.title = "New" }
    #expect(shown.path.map { ($0.detail?.standup ?? $0.record?.standup)?.title } == ["New", "New"])
  }

  @Test("The screens of a state that is JSON share the stand-up, and decoding reports nothing")
  func sharedByJSON() throws {
    let json = try JSONEncoder().encode(try #require(state(Self.standup + "/record")))
    let shown = try withDependencies {
      $0.issueReporter = IssueReporter { Issue.record("\($0)") }
    } operation: {
      try JSONDecoder().decode(Standups.State.self, from: json)
    }
    shown.$standups.withLock { $0[id: UUID(1)]?.title = "New" }
    #expect(shown.path.map { ($0.detail?.standup ?? $0.record?.standup)?.title } == ["New", "New"])
  }

  @Test("A recording has the standup's screen below it")
  func depth() {
    #expect(state(Self.standup + "/record")?.path.count == 2)
  }

  @Test(
    "A link to nothing has no state",
    arguments: [
      "", "/", "standups", "/counters", "/standups/", "/standups/x", standup + "/",
      standup + "/dance", standup + "/record/1", standup + "/meetings", standup + "/meetings/1",
      "/standups/00000000-0000-0000-0000-000000000009",
    ])
  func nowhere(_ link: String) {
    #expect(state(link) == nil)
  }
}
