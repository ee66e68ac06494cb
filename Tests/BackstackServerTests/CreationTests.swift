import Backstack
import BackstackService
import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("Creating sessions", .endsAtFailure)
struct CreationTests {
  @Test("A link creates a session with the linked stack")
  func link() async throws {
    let session = try await SessionClient(
      creating: #"{"feature":"counters","link":"/counters/3/5"}"#)
    let snapshot = try await session.read()
    #expect(snapshot.counters == [[0, 3], [1, 5]])
    #expect(snapshot["version"] == 0)
  }

  @Test("A state keeps its ids, and a pushed element gets a higher one")
  func state() async throws {
    let session = try await SessionClient(
      creating: """
        {"feature":"counters","state":{"path":[
          {"id":7,"state":{"counter":{"count":1}}},{"counter":{"count":2}}]}}
        """)
    #expect(try await session.read().counters == [[7, 1], [8, 2]])
    #expect(try await session.send(#""addCounterButtonTapped""#).counters.last == [9, 0])
  }

  @Test("The state of a snapshot can be sent back unchanged")
  func roundTrip() async throws {
    let client = try TestServer.demo.get().makeClient()
    let first = try await client.post(
      "/sessions", #"{"feature":"counters","link":"/counters/3/1"}"#)
    let text = first.text
    let start = try #require(text.firstRange(of: #""state":"#)).upperBound
    let end = try #require(text.firstRange(of: #","effects":"#)).lowerBound
    let second = try await client.post(
      "/sessions", #"{"feature":"counters","state":\#(text[start..<end])}"#)
    #expect(second.status == 201)
    #expect(try second.json["state"] == first.json["state"])
  }

  @Test(
    "A creation with an invalid feature, link, state or time to live is refused",
    arguments: [
      (#"{"feature":"counters","link":"/counters/three"}"#, 422, "invalid-link", nil),
      (#"{"feature":"counters","link":"/nowhere"}"#, 422, "invalid-link", nil),
      (#"{"feature":"counters","link":""}"#, 422, "invalid-link", nil),
      (
        #"{"feature":"counters","link":"/counters/99999999999999999999"}"#, 422, "invalid-link", nil
      ),
      (#"{"feature":"inventory","link":"/items"}"#, 422, "invalid-link", nil),
      (#"{"feature":"counters","link":5}"#, 422, "invalid-value", "/link"),
      (#"{"feature":"chess"}"#, 422, "unknown-feature", "/feature"),
      (#"{"feature":5}"#, 422, "invalid-value", "/feature"),
      ("{}", 422, "invalid-value", ""),
      ("[]", 422, "invalid-value", ""),
      ("", 400, "malformed-json", nil),
      (#"{"feature":"counters","colour":"red"}"#, 422, "invalid-value", "/colour"),
      (
        #"{"feature":"counters","state":{"path":[]},"link":"/counters"}"#, 422, "invalid-value",
        "/link"
      ),
      (#"{"feature":"counters","state":null}"#, 422, "invalid-value", "/state"),
      (#"{"feature":"counters","state":{}}"#, 422, "invalid-value", "/state"),
      (
        #"{"feature":"counters","state":{"path":[{"counter":{"count":1}},{"counter":{"count":"x"}}]}}"#,
        422, "invalid-value", "/state/path/1/counter/count"
      ),
      (
        """
        {"feature":"counters","state":{"path":[
          {"id":1,"state":{"counter":{"count":1}}},{"id":1,"state":{"counter":{"count":2}}}]}}
        """, 422, "invalid-value", "/state/path/1/id"
      ),
      (#"{"feature":"counters","ttl":0}"#, 422, "invalid-value", "/ttl"),
      (#"{"feature":"counters","ttl":-1}"#, 422, "invalid-value", "/ttl"),
      (#"{"feature":"counters","ttl":1e300}"#, 422, "invalid-value", "/ttl"),
      (#"{"feature":"counters","ttl":"NaN"}"#, 422, "invalid-value", "/ttl"),
      (#"{"feature":"counters","ttl":NaN}"#, 400, "malformed-json", nil),
    ] as [(String, Int, String, String?)])
  func refusal(
    _ creation: String, _ status: Int, _ kind: String, _ pointer: String?
  ) async throws {
    let client = try TestServer.demo.get().makeClient()
    try expectProblem(
      try await client.post("/sessions", creation), status, kind, pointer: pointer)
  }

  @Test("A session expires when it is not used within its time to live")
  func expiry() async throws {
    let date = LockIsolated(Date(timeIntervalSince1970: 1_700_000_000))
    var configuration = ServiceConfiguration.patient
    configuration.now = { date.value }
    try await withServer(configuration: configuration) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters","ttl":60}"#)
      #expect(try await session.read()["expiresAt"] == "2023-11-14T22:14:20Z")
      date.withValue { $0 += 59 }
      #expect(try await session.read()["expiresAt"] == "2023-11-14T22:15:19Z")
      date.withValue { $0 += 59 }
      #expect(try await session.send(#""addCounterButtonTapped""#)["version"] == 1)
      date.withValue { $0 += 60 }
      try expectProblem(try await session.client.get(session.path), 410, "ended-session")
      try expectProblem(
        try await session.post(#""addCounterButtonTapped""#), 410, "ended-session")
    }
  }

  @Test("A server at its session limit refuses another session until one ends")
  func capacity() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.maximumSessions = 1
    try await withServer(configuration: configuration) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      let refused = try await session.client.post("/sessions", #"{"feature":"counters"}"#)
      try expectProblem(refused, 503, "over-capacity")
      #expect(refused.fields["retry-after"] != nil)
      #expect(try await session.client.send("DELETE", session.path).status == 204)
      let created = try await session.client.post("/sessions", #"{"feature":"counters"}"#)
      #expect(created.status == 201)
    }
  }

  @Test("A feature describes the schemas of its states and actions")
  func feature() async throws {
    let client = try TestServer.demo.get().makeClient()
    let answer = try await client.get("/features/counters")
    #expect(answer.status == 200)
    #expect(try answer.json["takesPushes"] == true)
    #expect(try answer.json["takesState"] == true)
    for name in ["state", "initialState", "action"] {
      let schema = try answer.json[name]
      #expect(schema?["$schema"] == "https://json-schema.org/draft/2020-12/schema")
      #expect(schema?["$defs"]?["Counter.\(name == "action" ? "Action" : "State")"] != nil)
    }
    #expect(!answer.text.contains("timerTicked"))
    #expect(
      try answer.json["navigation"] == [
        ["pointer": "/path", "kind": "stack", "action": true, "cases": ["counter": "push"]]
      ])
    try expectProblem(
      try await client.get("/features/nothing"), 404, "unknown-feature")
  }

  @Test("The features are listed")
  func features() async throws {
    let answer = try await TestServer.demo.get().makeClient().get("/features")
    #expect(answer.status == 200)
    let counters: JSON = [
      "name": "counters", "links": true, "presentationStyles": ["counter": "push"],
      "navigation": [
        ["pointer": "/path", "kind": "stack", "action": true, "cases": ["counter": "push"]]
      ],
    ]
    #expect(try answer.json["features"]?.elements?.contains(counters) == true)
  }
}
