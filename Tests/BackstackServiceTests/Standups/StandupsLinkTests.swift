import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo

@Suite("Links to standups")
struct StandupsLinkTests {
  private static let standup = "/standups/00000000-0000-0000-0000-000000000001"

  private func state(_ link: String) -> Standups.State? {
    withDependencies {
      $0.standupLibrary = StandupLibrary { Standup.examples }
      $0.uuid = .incrementing
    } operation: {
      Standups.State(link: link)
    }
  }

  @Test(
    "A link leads to its screen, and the screen has that link",
    arguments: [
      "/standups", "/standups/add", standup, standup + "/edit", standup + "/record",
      standup + "/meetings/00000000-0000-0000-0000-000000000064",
    ])
  func roundTrip(_ link: String) throws {
    #expect(try #require(state(link)).link == link)
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
