import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTesting
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Waiting requests")
struct WaitingTests {
  let service = ErrandService()
  private var client: ServiceClient { service.client }
  /// Whether the service has forgotten every response that waited.
  private var isNothingWaiting: Bool {
    service.timer.count == 0 && client.service.directory.pendingReplies.count == 0
  }

  @Test("With Prefer: wait, the response is sent once the action's effects have ended")
  func effects() async {
    let session = await service.create()
    let reply = client.begin(
      .post, session + "/actions", #"{"begin": {"seconds": 3}}"#, [(.prefer, "wait=10")])
    #expect(!reply.isFinished)
    #expect(service.timer.count == 1 && client.service.directory.pendingReplies.count == 1)
    await service.effectsToSleep()
    await service.clock.advance(by: .seconds(3))
    let answer = await reply.answer
    #expect(answer.status == 200)
    #expect(answer.version == 2)
    #expect(answer.contains(#""count":100"#))
    #expect(answer.fields[.preferenceApplied] == "wait=10")
    #expect(isNothingWaiting)
  }

  @Test(
    "A preference is read up to its parameters, and a wait that is no number is ignored",
    arguments: [
      ("wait=3", 3), ("wait=3; a=1; b=2", 3), ("Wait = \"3\"", 3), ("wait=1=2", nil), ("wait", nil),
      ("wait=", nil), ("wait=-1", nil), ("wait=3, wait=4", 3), ("return=minimal;x=1, wait=3", 3),
    ])
  func preference(value: String, wait: Int?) {
    #expect(Preferences([value]).wait == wait)
  }

  @Test("With Prefer: wait, the response is sent when the limited time is over at the latest")
  func deadline() async {
    let session = await service.create()
    let reply = client.begin(
      .post, session + "/actions", #"[{"begin": {"seconds": 300}}, "add"]"#,
      [(.prefer, "wait=99999999999999999999, return=minimal")])
    service.timer.advance(by: 59)
    #expect(!reply.isFinished)
    service.timer.advance(by: 1)
    let answer = await reply.answer
    #expect(answer.status == 204)
    #expect(answer.text == "")
    #expect(answer.version == 2)
    #expect(answer.fields[.preferenceApplied]?.hasPrefix("return=minimal, wait=") == true)
    #expect(isNothingWaiting)
  }

  @Test("With Prefer: wait, an action without effects gets its response at once")
  func nothing() async {
    let session = await service.create()
    let answer = await client.act(session, #""add""#, [(.prefer, "wait=10")])
    #expect(answer.version == 1)
    #expect(isNothingWaiting)
  }

  @Test("With Prefer: wait, the response is sent when the session ends")
  func end() async {
    let session = await service.create()
    let reply = client.begin(
      .post, session + "/actions", #"{"begin": {"seconds": 3}}"#, [(.prefer, "wait=10")])
    #expect(await client.send(.delete, session).status == 204)
    _ = await reply.answer
    #expect(isNothingWaiting)
  }

  @Test("With Prefer: return=minimal, responses have no content, or what names a new session")
  func minimal() async {
    let creation = await client.send(
      .post, "/sessions", #"{"feature": "errands"}"#, [(.prefer, "return=minimal")])
    #expect(creation.status == 201)
    #expect(creation.fields[.preferenceApplied] == "return=minimal")
    let session = creation.fields[.location] ?? ""
    let id = session.dropFirst("/sessions/".count)
    #expect(creation.text == #"{"id":"\#(id)","version":0}"#)
    #expect(creation.fields[.contentType] == "application/json")
    let answer = await client.act(session, #""add""#, [(.prefer, "foo; bar, Return=minimal")])
    #expect(answer.status == 204)
    #expect(answer.version == 1)
    #expect(answer.fields[.preferenceApplied] == "return=minimal")
    let whole = await client.act(session, #""add""#, [(.prefer, "return=representation")])
    #expect(whole.status == 200)
    #expect(whole.fields[.preferenceApplied] == nil)
  }

  @Test(
    "Preferences may have parameters; the first one counts, and malformed ones are ignored",
    arguments: [
      (["return=minimal; foo=1; bar"], true, nil), (["return = \"Minimal\""], true, nil),
      (["return=representation, return=minimal"], false, nil), (["return"], false, nil),
      (["wait=5; a=1; b=2"], false, 5), (["wait=5, wait=6"], false, 5),
      (["wait=5", "wait=6, return=minimal"], true, 5), (["wait=5=6"], false, nil),
      (["wait=-5"], false, nil), (["wait=0"], false, 0), (["wait"], false, nil),
      ([";, ,"], false, nil), ([], false, nil),
    ] as [([String], Bool, Int?)])
  func preferences(values: [String], isMinimal: Bool, wait: Int?) {
    let preferences = Preferences(values)
    #expect(preferences.isMinimal == isMinimal)
    #expect(preferences.wait == wait)
  }

  @Test("Preference-Applied names the seconds that count")
  func maximumWait() async {
    let preferences = Preferences(["wait=99999999999999999999, return=minimal"])
    #expect(preferences.applied(upTo: 60) == "return=minimal, wait=60")
    let session = await service.create()
    let answer = await client.act(session, #""add""#, [(.prefer, "wait=99999999999999999999")])
    #expect(answer.fields[.preferenceApplied] == "wait=60")
  }

  @Test("A response that did not wait has no Preference-Applied for the wait")
  func notWaited() async {
    let session = await service.create()
    let refused = await client.act(session, #""add""#, [(.ifMatch, #""7""#), (.prefer, "wait=5")])
    #expect(refused.status == 412)
    #expect(refused.fields[.preferenceApplied] == nil)
  }

  @Test("A long poll returns the next version")
  func longPoll() async {
    let session = await service.create()
    let reply = client.begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""0""#)])
    #expect(!reply.isFinished)
    _ = await client.act(session, #""add""#)
    let answer = await reply.answer
    #expect(answer.status == 200)
    #expect(answer.version == 1)
    #expect(isNothingWaiting)
    // The client's version is old already.
    #expect(
      await client.send(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""0""#)]).version == 1)
    #expect(await client.send(.get, session + "?wait=30").version == 1)
    #expect(
      await client.send(.get, session + "?wait=0", nil, [(.ifNoneMatch, #""1""#)]).status == 304)
  }

  @Test("A long poll for any version gets 304 at once")
  func longPollForAny() async {
    let session = await service.create()
    for (tags, status) in [("*", 304), (#""0", *"#, 400)] {
      let reply = client.begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, tags)])
      #expect(reply.isFinished)
      let answer = await reply.answer
      #expect(answer.status == status)
      #expect(answer.contains("Send * alone.") == (status == 400))
      #expect(isNothingWaiting)
    }
  }

  @Test("A long poll returns when an effect changes the session")
  func longPollEffect() async {
    let session = await service.create()
    _ = await client.act(session, #"{"begin": {"seconds": 1}}"#)
    let reply = client.begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""1""#)])
    await service.clock.advance(by: .seconds(1))
    #expect(await reply.answer.contains(#""count":100"#))
  }

  @Test("A long poll gets 304 when its time is over, and 410 when the session ends")
  func longPollEnd() async {
    let session = await service.create()
    let first = client.begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""0""#)])
    service.timer.advance(by: 30)
    let answer = await first.answer
    #expect(answer.status == 304)
    #expect(answer.version == 0)
    let second = client.begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""0""#)])
    #expect(await client.send(.delete, session).status == 204)
    #expect(await second.answer.status == 410)
    #expect(isNothingWaiting)
  }

  @Test("A draining server responds to waiting requests at once, and accepts no further waits")
  func draining() async {
    let session = await service.create()
    let poll = client.begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""0""#)])
    let action = client.begin(
      .post, await service.create() + "/actions", #"{"begin": {"seconds": 3}}"#,
      [(.prefer, "wait=10")])
    #expect(!poll.isFinished && !action.isFinished)
    client.service.beginDraining()
    #expect(poll.isFinished && action.isFinished)
    #expect(await poll.answer.status == 304)
    let answer = await action.answer
    #expect(answer.status == 200 && answer.version == 1 && answer.contains(#""effects":1"#))
    let late = client.begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""0""#)])
    #expect(late.isFinished)
    #expect(isNothingWaiting)
  }

  @Test(
    "An invalid query is refused",
    arguments: ["wait=x", "wait=-1", "wait=1&wait=2", "weight=1", "wait=%FF", "wait="])
  func query(_ query: String) async {
    let session = await service.create()
    let answer = await client.send(.get, session + "?" + query, nil, [(.ifNoneMatch, #""0""#)])
    #expect(answer.status == 400)
    #expect(answer.problem != nil)
  }
}
