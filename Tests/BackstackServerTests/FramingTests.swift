import BackstackHTTP
import BackstackService
import BackstackTestSupport
import Synchronization
import Testing

@Suite("Bytes on a connection", .endsAtFailure)
struct FramingTests {
  private static let health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

  private static func create(_ content: String, _ fields: String = "") -> String {
    "POST /sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(content.utf8.count)\r\n\(fields)\r\n\(content)"
  }

  @Test("Pipelined requests get their responses in order")
  func pipelining() async throws {
    let connection = try RawConnection(port: try TestServer.demo.get().port)
    try await connection.send(
      Self.health + "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n"
        + "HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        + Self.create(#"{"feature":"counters"}"#, "Connection: close\r\n"))
    #expect(try await connection.receive().status == 200)
    try expectProblem(try await connection.receive(), 404, "not-found")
    #expect(try await connection.receive(isHead: true).status == 200)
    let created = try await connection.receive()
    #expect(created.status == 201)
    #expect(created.fields["connection"] == "close")
    #expect(try created.json["feature"] == "counters")
    #expect(try await connection.isEnded())
  }

  @Test("A pipelined request sees the action of the request before it")
  func pipelinedActions() async throws {
    let server = try TestServer.demo.get()
    let session = try await SessionClient(
      server.makeClient(), creating: #"{"feature":"counters","link":"/counters/4"}"#)
    let connection = try RawConnection(port: server.port)
    let action = #"{"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}"#
    let request =
      "POST \(session.path)/actions HTTP/1.1\r\nHost: localhost\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(action.utf8.count)\r\n\r\n\(action)"
    try await connection.send(request + request)
    #expect(try await connection.receive().json["state"] == ["path": []])
    try expectProblem(try await connection.receive(), 409, "stale-element")
  }

  @Test("A request may arrive in two parts, the first with the request before it")
  func split() async throws {
    let connection = try RawConnection(port: try TestServer.demo.get().port)
    let second = Self.create(#"{"feature":"inventory"}"#)
    let middle = second.index(second.startIndex, offsetBy: second.count / 2)
    try await connection.send(Self.health + second[..<middle])
    #expect(try await connection.receive().status == 200)
    try await connection.send(String(second[middle...]))
    #expect(try await connection.receive().json["feature"] == "inventory")
  }

  @Test("A request may arrive byte by byte")
  func bytes() async throws {
    let connection = try RawConnection(port: try TestServer.demo.get().port)
    for byte in Self.create(#"{"feature":"inventory"}"#).unicodeScalars {
      try await connection.send(String(byte))
    }
    #expect(try await connection.receive().status == 201)
  }

  @Test("Chunked content is assembled")
  func chunks() async throws {
    let connection = try RawConnection(port: try TestServer.demo.get().port)
    try await connection.send(
      "POST /sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\nb\r\n{\"feature\":\r\nB;x=y\r\n\"counters\"}\r\n"
        + "0\r\n\r\n" + Self.health)
    #expect(try await connection.receive().status == 201)
    #expect(try await connection.receive().status == 200)
  }

  @Test("Content of 100 MB is refused before it is sent")
  func largeContent() async throws {
    let connection = try RawConnection(port: try TestServer.demo.get().port)
    try await connection.send(
      "POST /sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: 104857600\r\n\r\n{")
    let answer = try await connection.receive()
    try expectProblem(answer, 413, "content-too-large")
    #expect(answer.fields["connection"] == "close")
    #expect(try await connection.isEnded())
  }

  @Test("A chunk of 100 MB is refused before it is sent")
  func largeChunk() async throws {
    let connection = try RawConnection(port: try TestServer.demo.get().port)
    try await connection.send(
      "POST /sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n6400000\r\n{")
    try expectProblem(try await connection.receive(), 413, "content-too-large")
    #expect(try await connection.isEnded())
  }

  @Test("Two megabytes from curl are refused, and the server continues")
  func largeContentFromCurl() async throws {
    let client = try TestServer.demo.get().makeClient()
    let answer = try await client.post(
      "/sessions", String(repeating: " ", count: 2 * 1024 * 1024))
    try expectProblem(answer, 413, "content-too-large")
    #expect(try await client.get("/healthz").status == 200)
  }

  @Test(
    "Malformed bytes get a problem, and the connection ends",
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", 400, "invalid-host"),
      ("GET /\r\n\r\n", 400, "malformed-request"),
      ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505, "unsupported-version"),
      ("GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid-percent-encoding"),
      (
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
        "ambiguous-framing"
      ),
      (
        "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n", 431,
        "fields-too-large"
      ),
      ("GET /\(String(repeating: "x", count: 9_000)) HTTP/1.1\r\n\r\n", 414, "target-too-long"),
    ])
  func malformed(_ bytes: String, _ status: Int, _ kind: String) async throws {
    let connection = try RawConnection(port: try TestServer.demo.get().port)
    try await connection.send(bytes)
    try expectProblem(try await connection.receive(), status, kind)
  }

  @Test("A client that falls silent within the fields gets 408")
  func silenceInFields() async throws {
    let clock = ManualClock()
    try await withServer(http: clock.configuration) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(Self.health + "GET /healthz HT")
      // This response proves that the bytes sent with its request have arrived, too.
      #expect(try await connection.receive().status == 200)
      clock.advance(by: .seconds(11))
      // Wakes the event loop, which sleeps by the real clock.
      #expect(try await server.makeClient().get("/healthz").status == 200)
      try expectProblem(try await connection.receive(), 408, "request-timeout")
      #expect(try await connection.isEnded())
    }
  }

  @Test("A client that falls silent within the content gets 408, and no session is created")
  func silenceInContent() async throws {
    let clock = ManualClock()
    var configuration = ServiceConfiguration.patient
    configuration.maximumSessions = 1
    try await withServer(configuration: configuration, http: clock.configuration) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(
        "POST /sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 22\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await connection.receive().status == 100)
      try await connection.send(#"{"feature":"#)
      clock.advance(by: .seconds(31))
      #expect(try await server.makeClient().get("/healthz").status == 200)
      try expectProblem(try await connection.receive(), 408, "request-timeout")
      #expect(try await connection.isEnded())
      let created = try await server.makeClient().post("/sessions", #"{"feature":"counters"}"#)
      #expect(created.status == 201, "The server allows one session only.")
    }
  }
}
