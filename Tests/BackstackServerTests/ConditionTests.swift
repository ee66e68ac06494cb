import BackstackTestSupport
import Testing

@Suite("Conditional requests and methods", .endsAtFailure)
struct ConditionTests {
  @Test(
    "An action for an older version is refused with the snapshot",
    arguments: [
      #""0""#, #"W/"1""#, #""x""#, #""99999999999999999999""#, #""01""#, #""+1""#,
    ])
  func ifMatch(_ tag: String) async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    try await session.send(#""addCounterButtonTapped""#)
    try await session.expectUnchanged {
      let answer = try await session.post(#""addCounterButtonTapped""#, fields: ["If-Match": tag])
      try expectProblem(answer, 412, "version-mismatch")
      #expect(answer.fields["etag"] == #""1""#)
      let problem = try answer.json
      #expect(problem["version"] == 1)
      #expect(problem["snapshot"]?["version"] == 1)
      #expect(problem["snapshot"]?.counters == [[0, 0]])
    }
  }

  @Test(
    "An action for the current version is accepted",
    arguments: [
      #""1""#, #""0", "1""#, "*",
    ])
  func ifMatchPresent(_ tags: String) async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    try await session.send(#""addCounterButtonTapped""#)
    let answer = try await session.post(#""addCounterButtonTapped""#, fields: ["If-Match": tags])
    #expect(answer.status == 200)
    #expect(try answer.json.counters == [[0, 0], [1, 0]])
  }

  @Test("A client that has the current version gets no content", arguments: ["", "/path"])
  func ifNoneMatch(_ suffix: String) async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    try await session.send(#""addCounterButtonTapped""#)
    let path = session.path + suffix
    for tags in [#""1""#, #"W/"1""#, #""0", "1""#, "*"] {
      let answer = try await session.client.get(path, fields: ["If-None-Match": tags])
      #expect(answer.status == 304, "\(tags)")
      #expect(answer.fields["etag"] == #""1""#)
      #expect(answer.content.isEmpty)
    }
    for tags in [#""0""#, #""01""#, #""0,1""#] {
      let other = try await session.client.get(path, fields: ["If-None-Match": tags])
      #expect(other.status == 200, "\(tags)")
      #expect(!other.content.isEmpty)
    }
  }

  @Test(
    "HEAD returns the fields of GET and no content",
    arguments: [
      "/healthz", "/features", "/openapi.yaml", "/sessions/none",
    ])
  func head(_ path: String) async throws {
    let client = try TestServer.demo.get().makeClient()
    var get = try await client.get(path)
    var head = try await client.send("HEAD", path)
    #expect(head.status == get.status)
    #expect(head.content.isEmpty)
    #expect(get.fields["content-length"] == String(get.content.count))
    get.fields["date"] = nil
    head.fields["date"] = nil
    #expect(head.fields == get.fields)
  }

  @Test("HEAD of a session returns the fields of GET, including its version")
  func headOfSession() async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    let get = try await session.client.get(session.path)
    let head = try await session.client.send("HEAD", session.path)
    #expect(head.status == 200)
    #expect(head.fields["etag"] == get.fields["etag"])
    #expect(head.fields["content-length"] == get.fields["content-length"])
    #expect(head.fields["content-type"] == get.fields["content-type"])
    let known = try await session.client.send(
      "HEAD", session.path, fields: ["If-None-Match": #""0""#])
    #expect(known.status == 304)
  }

  @Test(
    "An unsupported method is refused with a list of the allowed ones",
    arguments: [
      ("PUT", "/sessions", "GET, HEAD, OPTIONS, POST"),
      ("POST", "/sessions/none", "DELETE, GET, HEAD, OPTIONS"),
      ("GET", "/sessions/none/actions", "OPTIONS, POST"),
      ("DELETE", "/healthz", "GET, HEAD, OPTIONS"),
      ("TRACE", "/healthz", "GET, HEAD, OPTIONS"),
    ])
  func method(_ method: String, _ path: String, _ allowed: String) async throws {
    let client = try TestServer.demo.get().makeClient()
    let answer = try await client.send(method, path)
    try expectProblem(answer, 405, "method-not-allowed")
    #expect(answer.fields["allow"] == allowed)
  }

  @Test("An unknown method is refused as not implemented", arguments: ["/healthz", "/x"])
  func unknownMethod(_ path: String) async throws {
    let client = try TestServer.demo.get().makeClient()
    try expectProblem(try await client.send("BREW", path), 501, "unsupported-method")
  }

  @Test(
    "An unknown path gets 404",
    arguments: [
      "/nowhere", "/sessions/", "/sessions/a/b/c", "/sessions//actions", "/healthz/",
      "/../etc/passwd", "/Healthz",
    ])
  func unknownPath(_ path: String) async throws {
    let client = try TestServer.demo.get().makeClient()
    try expectProblem(try await client.get(path), 404, "not-found")
  }
}
