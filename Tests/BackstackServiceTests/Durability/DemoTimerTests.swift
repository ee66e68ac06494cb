import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTestSupport
import BackstackTesting
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackSessions

@Suite("The demo's timers after a restart")
struct DemoTimerTests {
  /// A screen with a timer.
  struct Screen: Sendable, CustomTestStringConvertible {
    let feature: String
    /// The state in which a session shows it.
    let state: String
    /// The action that starts the timer.
    let start: String
    /// The text in the state when the timer has ticked twice.
    let ticked: String

    var testDescription: String { feature }
  }

  private static let standup = """
    {"id": "00000000-0000-0000-0000-000000000001", "title": "Daily", "seconds": 60, \
    "theme": "bubblegum", "attendees": [], "meetings": []}
    """

  static let screens = [
    Screen(
      feature: "counters", state: #"{"path": [{"counter": {"count": 1}}]}"#,
      start: #"{"path": {"element": {"id": 0, "action": {"counter": "startTimerButtonTapped"}}}}"#,
      ticked: #""count":3"#),
    Screen(
      feature: "inventory",
      state: #"""
        {"items": [], "destination": {"editItem": {"item": \#
        {"id": "00000000-0000-0000-0000-000000000001", "name": "", "status": {"inStock": {"quantity": 1}}}}}}
        """#,
      start: #"{"destination": {"presented": {"editItem": "timerButtonTapped"}}}"#,
      ticked: #""ticksLeft":1"#),
    Screen(
      feature: "standups",
      state: #"""
        {"standups": [], "path": [{"record": {"standup": \#(standup), "secondsElapsed": 0, \#
        "speakerIndex": 0}}]}
        """#,
      start: #"{"path": {"element": {"id": 0, "action": {"record": "startButtonTapped"}}}}"#,
      ticked: #""secondsElapsed":2"#),
  ]

  @Test("A timer continues in the same version", arguments: screens)
  func goesOn(_ screen: Screen) async {
    let storage = ScriptedStorage()
    let clock = TestClock()
    func server() -> ServiceClient {
      var configuration = ServiceConfiguration()
      configuration.storage = storage
      return ServiceClient(
        makeDemoFeatures { $0.continuousClock = clock }, configuration: configuration)
    }
    let before = server()
    let session = await before.create(
      #"{"feature": "\#(screen.feature)", "state": \#(screen.state)}"#)
    let started = await before.act(session, screen.start)
    #expect(started.version == 1 && started.contains(#""effects":1"#), "\(started.text)")
    while clock.sleeperCount == 0 { await letOthersWork() }
    await clock.advance(by: .seconds(1))
    let ticked = await before.send(.get, session)
    #expect(ticked.version == 2)
    before.service.directory.releaseSessions()

    let after = server()
    let read = await after.send(.get, session)
    #expect(read.version == 2 && read.contains(#""effects":1"#), "\(read.text)")
    while clock.sleeperCount == 0 { await letOthersWork() }
    await clock.advance(by: .seconds(1))
    #expect(await after.send(.get, session).contains(screen.ticked))
  }
}
