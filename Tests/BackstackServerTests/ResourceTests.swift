import BackstackService
import BackstackTestSupport
import Testing

@Suite("Batches, waiting, keys and history over a socket", .endsAtFailure)
struct ResourceTests {
  @Test("A batch of actions takes effect as a whole or not at all")
  func batch() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    let add = #""addCounterButtonTapped""#
    let increment =
      #"{"path":{"element":{"id":1,"action":{"counter":"incrementButtonTapped"}}}}"#
    let answer = try await session.post("[\(add),\(add),\(increment)]")
    #expect(answer.status == 200)
    #expect(answer.fields["etag"] == #""3""#)
    #expect(try answer.json.counters == [[0, 0], [1, 1]])
    try await session.expectUnchanged {
      let pop = #"{"path":{"popFrom":{"id":1}}}"#
      let refused = try await session.post("[\(pop),\(increment)]")
      try expectProblem(refused, 409, "stale-element", pointer: "/1")
      try expectProblem(try await session.post("[]"), 422, "invalid-value", pointer: "")
    }
  }

  @Test("A long poll returns once another client sends an action", arguments: ["", "/path"])
  func longPoll(_ suffix: String) async throws {
    var configuration = ServiceConfiguration.patient
    configuration.maximumWait = 3600
    try await withServer(configuration: configuration) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      let other = SessionClient(server.makeClient(), id: session.id)
      async let next = other.client.get(
        session.path + suffix + "?wait=3600", fields: ["If-None-Match": #""0""#])
      try await session.send(#""addCounterButtonTapped""#)
      let answer = try await next
      #expect(answer.status == 200)
      #expect(answer.fields["etag"] == #""1""#)
      let known = try await session.client.get(
        session.path + suffix + "?wait=0", fields: ["If-None-Match": #""1""#])
      #expect(known.status == 304)
    }
  }

  @Test("Preferences are applied, and the response lists them")
  func preferences() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    let answer = try await session.post(
      #""addCounterButtonTapped""#, fields: ["Prefer": "return=minimal, wait=5"])
    #expect(answer.status == 204)
    #expect(answer.content.isEmpty)
    #expect(answer.fields["etag"] == #""1""#)
    #expect(answer.fields["preference-applied"] == "return=minimal, wait=5")
  }

  @Test("A request that is repeated with its key is processed once")
  func repeated() async throws {
    let client = try TestServer.demo.get().makeClient()
    let key = ["Idempotency-Key": #""0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0""#]
    let creation = #"{"feature":"counters"}"#
    let created = try await client.post("/sessions", creation, fields: key)
    #expect(try await client.post("/sessions", creation, fields: key).content == created.content)
    let session = SessionClient(client, id: try created.json["id"]?.string ?? "")
    let first = try await session.post(#""addCounterButtonTapped""#, fields: key)
    let second = try await session.post(#""addCounterButtonTapped""#, fields: key)
    #expect(first.status == 200)
    #expect(second.content == first.content)
    #expect(try await session.read()["version"] == 1)
  }

  @Test("History can be read and restored, and HEAD works there, too")
  func history() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    try await session.send(#""addCounterButtonTapped""#)
    try await session.send(#""addCounterButtonTapped""#)
    let history = try await session.client.get(session.path + "/history?limit=2")
    #expect(history.fields["link"] == "<\(session.path)/history?after=1&limit=2>; rel=\"next\"")
    #expect(try history.json["entries"]?[1]?["cause"] == "client")
    #expect(try history.json["entries"]?[1]?["action"] == "addCounterButtonTapped")
    let head = try await session.client.send("HEAD", session.path + "/history/1")
    #expect(head.status == 200)
    #expect(head.fields["etag"] == #""1""#)
    let restored = try await session.client.post(session.path + "/restore", #"{"version":1}"#)
    #expect(restored.status == 200)
    #expect(try restored.json["version"] == 3)
    #expect(try restored.json.counters == [[0, 0]])
    #expect(try await session.send(#""addCounterButtonTapped""#).counters == [[0, 0], [2, 0]])
  }

  @Test("The root links to the other resources")
  func index() async throws {
    let client = try TestServer.demo.get().makeClient()
    let index = try await client.get("/").json
    for name in ["features", "openapi", "health"] {
      let path = try #require(index[name]?.string)
      #expect(try await client.get(path).status == 200)
    }
  }

  @Test("API keys, rate limits and origins are enforced over a socket")
  func access() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.apiKeys = [try #require(APIKey(name: "a", secret: "0123456789abcdef"))]
    configuration.allowedOrigins = ["https://app.example"]
    configuration.rateLimit = RateLimit(requestsPerSecond: 0.001, burst: 2)
    try await withServer(configuration: configuration) { server in
      let client = server.makeClient()
      let fields = ["Origin": "https://app.example", "Authorization": "Bearer 0123456789abcdef"]
      let created = try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
      #expect(created.status == 201)
      #expect(created.fields["access-control-allow-origin"] == "https://app.example")
      let path = try #require(created.fields["location"])
      try expectProblem(try await client.get(path), 401, "unauthorized")
      #expect(try await client.get(path, fields: fields).status == 200)
      let refused = try await client.get(path, fields: fields)
      try expectProblem(refused, 429, "too-many-requests")
      // The bucket has refilled a little in each millisecond since.
      let wait = try #require(refused.fields["retry-after"].flatMap { Int($0) })
      #expect((1...1000).contains(wait))
      let preflight = try await client.send(
        "OPTIONS", path,
        fields: ["Origin": "https://app.example", "Access-Control-Request-Method": "DELETE"])
      #expect(preflight.status == 204)
      #expect(preflight.fields["access-control-allow-methods"]?.contains("DELETE") == true)
    }
  }

  @Test("Each route has its own content limit")
  func contentLimits() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.maximumActionBytes = 100
    configuration.maximumCreationBytes = 200
    try await withServer(configuration: configuration) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      let padding = String(repeating: " ", count: 100)
      try expectProblem(
        try await session.post(#""addCounterButtonTapped""# + padding), 413, "content-too-large")
      #expect(
        try await session.client.post("/sessions", #"{"feature":"counters"}"# + padding).status
          == 201)
      try expectProblem(
        try await session.client.post("/sessions", #"{"feature":"counters"}"# + padding + padding),
        413, "content-too-large")
      #expect(try await session.read()["version"] == 0)
    }
  }
}
