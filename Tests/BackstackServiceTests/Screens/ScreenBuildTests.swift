import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackViews
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackSessions

/// Another build of the program may show a session's version in another way.
@Suite("Screens after another build")
struct ScreenBuildTests {
  private let storage = ScriptedStorage()

  /// Returns the server of a program whose view shows a text.
  private func server(_ build: String?, shows text: String) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.build = build
    let feature = Feature("counters", initialState: Counters.State()) {
      Counters()
    } view: { _ in
      Text(text)
    }
    return ServiceClient([feature], configuration: configuration)
  }

  private func events(
    _ client: ServiceClient, _ session: String, after version: Int
  ) async throws -> EventReader {
    let path = session + "/events?view=screen&after=\(version)"
    return EventReader(try #require(await client.send(.get, path).source))
  }

  @Test("Every kind of reader is shown what another view makes of the version that it has")
  func changed() async throws {
    let before = server("a", shows: "old")
    let session = await before.create()
    #expect(await before.send(.get, session + "/screen").contains(#""text":"old""#))
    before.service.directory.releaseSessions()

    let after = server("b", shows: "new")
    let read = await after.send(.get, session + "/screen?wait=30", nil, [(.ifNoneMatch, #""0""#)])
    #expect(read.status == 200 && read.version == 1 && read.contains(#""text":"new""#), "\(read)")
    let reader = try await events(after, session, after: 0)
    #expect(reader.read().contains(#""text":"new""#))
    // A patch begins with a screen of this build.
    _ = await after.act(session, #""addCounterButtonTapped""#)
    #expect(reader.read().contains("event: patch\nid: 2\nbase: 1\n"))
  }

  @Test(
    "Without another build, or without a screen, a session keeps its version",
    arguments: ["a", nil])
  func same(build: String?) async throws {
    let before = server(build, shows: "old")
    let (shown, plain) = (await before.create(), await before.create())
    _ = await before.send(.get, shown + "/screen")
    before.service.directory.releaseSessions()

    let after = server(build, shows: "old")
    let read = await after.send(.get, shown + "/screen", nil, [(.ifNoneMatch, #""0""#)])
    #expect(read.status == 304)
    #expect(!(try await events(after, shown, after: 0)).read().contains("event:"))
    after.service.directory.releaseSessions()
    let other = server("b", shows: "new")
    #expect(await other.send(.get, plain).version == 0)
  }

  @Test("Another build makes one version, however often the session is activated")
  func once() async throws {
    let before = server("a", shows: "old")
    let session = await before.create()
    _ = await before.send(.get, session + "/screen")
    before.service.directory.releaseSessions()
    for _ in 0..<2 {
      let after = server("b", shows: "new")
      #expect(await after.send(.get, session).version == 1)
      after.service.directory.releaseSessions()
    }
    // It has shown no screen of its version yet, so the next build can keep that.
    let next = server("c", shows: "newer")
    #expect(await next.send(.get, session + "/screen").version == 1)
    next.service.directory.releaseSessions()
    #expect(await server("d", shows: "newest").send(.get, session).version == 2)
  }
}
