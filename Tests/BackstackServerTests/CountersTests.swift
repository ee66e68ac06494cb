import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Counters over HTTP", .endsAtFailure)
struct CountersTests {
  @Test("The response to the tap that makes a counter five shows it dismissed")
  func dismissal() async throws {
    let client = try TestServer.demo.get().makeClient()
    let created = try await client.post("/sessions", #"{"feature":"counters"}"#)
    #expect(created.status == 201)
    #expect(created.fields["etag"] == #""0""#)
    let snapshot = try created.json
    let id = try #require(snapshot["id"]?.string)
    #expect(id.utf8.count == 32)
    #expect(created.fields["location"] == "/sessions/\(id)")
    #expect(snapshot["feature"] == "counters")
    #expect(snapshot["version"] == 0)
    #expect(snapshot["state"] == ["path": []])
    #expect(snapshot["effects"] == 0)
    #expect(snapshot["expiresAt"]?.string?.hasSuffix("Z") == true)

    let session = SessionClient(client, id: id)
    let pushed = try await session.send(#"{"path":{"push":{"state":{"counter":{"count":3}}}}}"#)
    #expect(pushed["state"] == ["path": [["id": 0, "state": ["counter": ["count": 3]]]]])
    #expect(pushed["version"] == 1)

    let atFour = try await session.send("incrementButtonTapped", to: 0)
    #expect(atFour.counters == [[0, 4]])
    #expect(atFour["version"] == 2)

    let dismissed = try await session.send("incrementButtonTapped", to: 0)
    #expect(dismissed["state"] == ["path": []])
    #expect(dismissed["version"] == 4)
    #expect(dismissed["effects"] == 0)
  }

  @Test("A next counter starts with the count of the one below, and gets a higher id")
  func recursion() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    try await session.send(#""addCounterButtonTapped""#)
    for element in 0..<3 {
      try await session.send("incrementButtonTapped", to: element)
      try await session.send("nextButtonTapped", to: element)
    }
    let snapshot = try await session.read()
    #expect(snapshot.counters == [[0, 1], [1, 2], [2, 3], [3, 3]])
    #expect(snapshot["version"] == 7)
    let path = try await session.client.get("\(session.path)/path")
    #expect(path.status == 200)
    #expect(path.fields["etag"] == #""7""#)
    #expect(try path.json == snapshot["state"]?["path"])
  }

  @Test("Of two presses that meet, only the first one pushes a counter")
  func pressesThatMeet() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters","link":"/counters/1"}"#)
    let next = #"{"path":{"element":{"id":0,"action":{"counter":"nextButtonTapped"}}}}"#
    let pressed = try await session.send("[\(next),\(next)]")
    #expect(pressed.counters == [[0, 1], [1, 1]])
  }

  @Test("popFrom removes an element and all after it, and no id is used twice")
  func popFrom() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters","link":"/counters/1"}"#)
    for element in 0..<3 { try await session.send("nextButtonTapped", to: element) }
    let popped = try await session.send(#"{"path":{"popFrom":{"id":1}}}"#)
    #expect(popped.counters == [[0, 1]])
    let pushed = try await session.send(#"{"path":{"push":{"state":{"counter":{"count":2}}}}}"#)
    #expect(pushed.counters == [[0, 1], [4, 2]])
  }

  @Test("A counter below the top can change, and its dismissal removes those above it")
  func dismissalBelowTheTop() async throws {
    let session = try await SessionClient(
      creating: #"{"feature":"counters","link":"/counters/0/4/2"}"#)
    let snapshot = try await session.send("incrementButtonTapped", to: 1)
    #expect(snapshot.counters == [[0, 0]])
    #expect(snapshot["version"] == 2)
  }

  @Test("A count stops at the feature's limits and never overflows")
  func extremes() async throws {
    let session = try await SessionClient(
      creating: """
        {"feature":"counters","state":{"path":[
          {"counter":{"count":-1000000000}},{"counter":{"count":1000000000}}]}}
        """)
    let lowered = try await session.send("decrementButtonTapped", to: 0)
    #expect(lowered.counters == [[0, -1_000_000_000], [1, 1_000_000_000]])
    try await session.send("nextButtonTapped", to: 1)
    let raised = try await session.send("incrementButtonTapped", to: 1)
    #expect(raised.counters == [[0, -1_000_000_000]])
  }

  @Test(
    "A count that is out of range is refused from a state and from a link",
    arguments: [
      (
        #"{"feature":"counters","state":{"path":[{"counter":{"count":1}},{"counter":{"count":-1000000001}}]}}"#,
        "/state/path/1/state/counter/count"
      ),
      (#"{"feature":"counters","link":"/counters/1/9223372036854775807"}"#, "/link"),
    ])
  func outOfRange(_ creation: String, _ pointer: String) async throws {
    let client = try TestServer.demo.get().makeClient()
    let refused = try await client.post("/sessions", creation)
    try expectProblem(refused, 422, "invalid-state", pointer: pointer)
    #expect(refused.text.contains("A count is between -1000000000 and 1000000000."))
  }

  @Test("A push that leads to an invalid state changes nothing, alone or in a batch")
  func invalidPush() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    let push = #"{"path":{"push":{"state":{"counter":{"count":9223372036854775807}}}}}"#
    for action in [push, #"["addCounterButtonTapped",\#(push)]"#] {
      try await session.expectUnchanged {
        let refused = try await session.post(action)
        try expectProblem(refused, 422, "invalid-state")
        #expect(refused.text.contains("/path/"))
      }
    }
    #expect(try await session.send(#""addCounterButtonTapped""#)["version"] == 1)
  }

  @Test("Each tick of a timer is a version until the timer is stopped")
  func timer() async throws {
    let clock = TestClock()
    try await withServer(features: demoFeatures(clock: clock)) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      try await session.send(#""addCounterButtonTapped""#)
      let started = try await session.send("startTimerButtonTapped", to: 0)
      #expect(started["effects"] == 1)
      #expect(clock.sleeperCount == 1)
      for tick in 1...3 {
        await clock.advance(by: .seconds(1))
        let snapshot = try await session.read(atVersion: 2 + tick)
        #expect(snapshot.counters == [[0, tick]])
        #expect(snapshot["effects"] == 1)
      }
      let stopped = try await session.send("stopTimerButtonTapped", to: 0)
      #expect(stopped["effects"] == 0)
      #expect(stopped["version"] == 6)
      try await session.expectUnchanged { await clock.advance(by: .seconds(10)) }
    }
  }

  @Test("Popping a counter stops its timer")
  func poppedTimer() async throws {
    let clock = TestClock()
    try await withServer(features: demoFeatures(clock: clock)) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      try await session.send(#""addCounterButtonTapped""#)
      #expect(try await session.send("startTimerButtonTapped", to: 0)["effects"] == 1)
      let popped = try await session.send(#"{"path":{"popFrom":{"id":0}}}"#)
      #expect(popped["effects"] == 0)
      #expect(popped["version"] == 3)
      #expect(clock.sleeperCount == 0)
      try await session.expectUnchanged { await clock.advance(by: .seconds(10)) }
    }
  }

  @Test("A timer's last tick dismisses its counter and ends the timer")
  func timerUntilDismissal() async throws {
    let clock = TestClock()
    try await withServer(features: demoFeatures(clock: clock)) { server in
      let session = try await SessionClient(
        server.makeClient(),
        creating: #"{"feature":"counters","state":{"path":[{"counter":{"count":4}}]}}"#)
      try await session.send("startTimerButtonTapped", to: 0)
      await clock.advance(by: .seconds(1))
      let snapshot = try await session.read(atVersion: 3)
      #expect(snapshot["state"] == ["path": []])
    }
  }

  @Test("Ending a session stops its timers")
  func endedTimer() async throws {
    let clock = TestClock()
    try await withServer(features: demoFeatures(clock: clock)) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      try await session.send(#""addCounterButtonTapped""#)
      try await session.send("startTimerButtonTapped", to: 0)
      #expect(try await session.client.send("DELETE", session.path).status == 204)
      #expect(clock.sleeperCount == 0)
    }
  }
}
