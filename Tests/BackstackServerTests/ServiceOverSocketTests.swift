import BackstackHTTP
import BackstackService
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Promises of the service, over a socket", .endsAtFailure)
struct ServiceOverSocketTests {
  private static let startTimer =
    #"{"path":{"element":{"id":0,"action":{"counter":"startTimerButtonTapped"}}}}"#

  @Test("A creation returns the session's path, version and state")
  func creation() async throws {
    let client = try TestServer.demo.get().makeClient()
    let answer = try await client.post("/sessions", #"{"feature":"inventory"}"#)
    #expect(answer.status == 201)
    let id = try #require(try answer.json["id"]?.string)
    #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "The id has 128 bits.")
    #expect(answer.fields["location"] == "/sessions/\(id)")
    #expect(answer.fields["etag"] == #""0""#)
    #expect(try answer.json["state"]?["items"] != nil)
    let minimal = try await client.post(
      "/sessions", #"{"feature":"inventory"}"#, fields: ["Prefer": "return=minimal"])
    #expect(minimal.status == 201)
    let location = minimal.fields["location"] ?? ""
    #expect(minimal.text == #"{"id":"\#(location.dropFirst("/sessions/".count))","version":0}"#)
    #expect(try await client.get(minimal.fields["location"] ?? "").status == 200)
  }

  @Test("A problem tells the id of its request, that of the client or another, and success none")
  func requestIDs() async throws {
    let client = try TestServer.demo.get().makeClient()
    let mine = try await client.get("/features/none", fields: ["X-Request-Id": "mine"])
    #expect(try mine.json["requestId"] == "mine")
    #expect(mine.fields["x-request-id"] == nil)
    let hostile = try await client.get("/features/none", fields: ["X-Request-Id": "a\"b"])
    let made = try #require(try hostile.json["requestId"]?.string)
    #expect(made.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(try await client.get("/nowhere").json["requestId"]?.string != made)
    let good = try await client.get("/features", fields: ["X-Request-Id": "mine"])
    #expect(try good.json["requestId"] == nil)
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    let mismatch = try await session.post(
      #""addCounterButtonTapped""#, fields: ["If-Match": #""7""#, "X-Request-Id": "mine"])
    #expect(mismatch.status == 412)
    #expect(try mismatch.json["requestId"] == "mine")
    #expect(try mismatch.json["snapshot"]?["version"] == 0)
    // Its content comes later.
    let late = try await client.post(
      "/sessions", #"{"feature":"none"}"#, fields: ["X-Request-Id": "mine"])
    #expect(try late.json["requestId"] == "mine" && late.status == 422)
  }

  @Test("With Prefer: wait, the response is sent once the action's effects have finished")
  func waiting() async throws {
    let clock = TestClock()
    var configuration = ServiceConfiguration.patient
    configuration.maximumWait = 3600
    try await withServer(features: demoFeatures(clock: clock), configuration: configuration) {
      server in
      let session = try await SessionClient(
        server.makeClient(),
        creating: #"{"feature":"counters","state":{"path":[{"counter":{"count":4}}]}}"#)
      let other = SessionClient(server.makeClient(), id: session.id)
      async let answer = other.post(Self.startTimer, fields: ["Prefer": "wait=3600"])
      let running = try await session.read(atVersion: 1)
      #expect(running["effects"] == 1)
      await clock.advance(by: .seconds(1))
      let finished = try await answer
      #expect(finished.status == 200)
      #expect(finished.fields["preference-applied"] == "wait=3600")
      #expect(try finished.json["version"] == 3)
      #expect(try finished.json["effects"] == 0)
      #expect(try finished.json.counters == [])
    }
  }

  @Test("The response to an action is a patch when the client accepts one")
  func patch() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    let patch = ["Accept": "application/json-patch+json"]
    let first = try await session.post(#""addCounterButtonTapped""#, fields: patch)
    #expect(first.status == 200)
    #expect(first.fields["content-type"] == "application/json-patch+json")
    #expect(first.fields["delta-base"] == #""0""#)
    #expect(first.fields["etag"] == #""1""#)
    #expect(
      first.text
        == #"[{"op":"add","path":"/state/path/0","value":{"id":0,"state":{"counter":{"count":0}}}}]"#
    )
    let second = try await session.post(
      #"{"path":{"popFrom":{"id":0}}}"#,
      fields: patch.merging(["If-Match": #""1""#]) { old, _ in old })
    #expect(second.text == #"[{"op":"remove","path":"/state/path/0"}]"#)
    #expect(second.fields["delta-base"] == #""1""#)
  }

  @Test("A deletion can be conditional, and cancels effects")
  func deletion() async throws {
    let clock = TestClock()
    try await withServer(features: demoFeatures(clock: clock)) { server in
      let session = try await SessionClient(
        server.makeClient(),
        creating: #"{"feature":"counters","state":{"path":[{"counter":{"count":4}}]}}"#)
      #expect(try await session.send(Self.startTimer)["effects"] == 1)
      let old = try await session.client.send(
        "DELETE", session.path, fields: ["If-Match": #""0""#])
      try expectProblem(old, 412, "version-mismatch")
      let deleted = try await session.client.send(
        "DELETE", session.path, fields: ["If-Match": #""1""#])
      #expect(deleted.status == 204)
      let metrics = try await session.client.get("/metrics").text
      #expect(metrics.contains(#"backstack_effects{feature="counters"} 0"#))
      #expect(metrics.contains(#"backstack_sessions{feature="counters"} 0"#))
      let again = try await session.client.send("DELETE", session.path)
      try expectProblem(again, 410, "ended-session")
      #expect(try again.json["reason"] == "deleted")
    }
  }

  @Test(
    "HEAD works wherever GET does",
    arguments: [
      "/", "/features", "/features/counters", "/openapi.yaml", "/openapi.json", "/healthz",
      "/livez", "/readyz", "/metrics", "/sessions/{id}", "/sessions/{id}/path",
      "/sessions/{id}/events", "/sessions/{id}/history", "/sessions/{id}/history/0",
    ])
  func head(_ pattern: String) async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    let path = pattern.replacing("{id}", with: session.id)
    let answer = try await session.client.send("HEAD", path)
    #expect(answer.status == 200)
    #expect(answer.content.isEmpty)
    #expect(answer.fields["content-type"] != nil)
  }

  @Test("Both forms of the contract are served and agree")
  func contract() async throws {
    let client = try TestServer.demo.get().makeClient()
    let json = try await client.get("/openapi.json")
    #expect(json.fields["content-type"] == "application/json")
    #expect(try json.json["openapi"] == "3.1.0")
    let yaml = try await client.get("/openapi.yaml").text
    for path in ["/sessions", "/sessions/{id}/actions", "/features/{name}"] {
      #expect(try json.json["paths"]?[path] != nil)
      #expect(yaml.contains("\n  \(path):\n"))
    }
    #expect(try json.json["components"]?["schemas"]?["counters.Action"] != nil)
  }

  @Test(
    "Pages of allowed origins can read the HTTP server's own error responses",
    arguments: [false, true])
  func refusalsForPages(hasOrigins: Bool) async throws {
    var configuration = ServiceConfiguration.patient
    if hasOrigins { configuration.allowedOrigins = ["https://app.example"] }
    configuration.maximumCreationBytes = 100
    try await withServer(configuration: configuration) { server in
      let content = String(repeating: " ", count: 101)
      for (request, status) in [
        (
          "POST /sessions HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\n"
            + "Content-Type: application/json\r\nContent-Length: 101\r\n\r\n\(content)", 413
        ),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: a\r\nno field\r\n\r\n", 400),
      ] {
        let connection = try RawConnection(port: server.port)
        try await connection.send(request)
        let answer = try await connection.receive()
        #expect(answer.status == status)
        #expect(answer.fields["access-control-allow-origin"] == (hasOrigins ? "*" : nil))
      }
    }
  }

  @Test("An event stream conforms to the contract: named events with JSON data")
  func events() async throws {
    let server = try TestServer.demo.get()
    let session = try await SessionClient(
      server.makeClient(), creating: #"{"feature":"counters"}"#)
    let reader = try RawConnection(port: server.port)
    try await reader.send("GET \(session.path)/events HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try await reader.receive(until: "event: snapshot\nid: 0\ndata: ")
    let snapshot = try await reader.receive(until: "\n\n")
    #expect(try JSON(Array(snapshot.utf8))["id"] == .string(session.id))
    try await session.send(#""addCounterButtonTapped""#)
    _ = try await reader.receive(until: "event: patch\nid: 1\nbase: 0\ndata: ")
    let patch = try await reader.receive(until: "\n\n")
    #expect(try JSON(Array(patch.utf8))[0]?["op"] == "add")
    _ = try await session.client.send("DELETE", session.path)
    _ = try await reader.receive(until: "event: end\ndata: ")
    let end = try await reader.receive(until: "\n\n")
    #expect(try JSON(Array(end.utf8)) == ["reason": "deleted"])
  }
}
