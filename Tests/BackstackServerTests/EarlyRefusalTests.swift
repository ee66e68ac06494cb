import BackstackHTTP
import BackstackService
import BackstackTestSupport
import Testing

@Suite("Requests that are refused by their fields, over a socket", .endsAtFailure)
struct EarlyRefusalTests {
  /// Sends the fields of a request that waits for `100 Continue`, and returns the response.
  private func ask(
    _ server: TestServer, _ line: String, _ fields: [String: String] = [:], length: Int = 50
  ) async throws -> Answer {
    let connection = try RawConnection(port: server.port)
    var fields = fields
    fields["Host"] = fields["Host"] ?? "localhost"
    try await connection.send(
      "\(line) HTTP/1.1\r\nContent-Length: \(length)\r\nExpect: 100-continue\r\n"
        + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n")
    return try await connection.receive()
  }

  private let json = ["Content-Type": "application/json"]

  @Test("The server does not ask for content that the route would refuse")
  func routes() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.maximumActionBytes = 100
    configuration.maximumSessions = 1
    configuration.allowedHosts = ["localhost", "127.0.0.1"]
    try await withServer(configuration: configuration) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      let actions = "POST \(session.path)/actions"
      for (line, fields, length, status, kind) in [
        ("POST /nowhere", json, 50, 404, "not-found"),
        ("PUT /sessions", json, 50, 405, "method-not-allowed"),
        ("POST /sessions", json, 50, 503, "over-capacity"),
        ("POST /sessions", [:], 50, 415, "unsupported-media-type"),
        ("POST /sessions", json.merging(["Accept": "text/html"]) { $1 }, 50, 406, "not-acceptable"),
        (
          "POST /sessions", json.merging(["Host": "evil.example"]) { $1 }, 50, 421,
          "misdirected-request"
        ),
        (
          "POST /sessions/00000000000000000000000000000000/actions", json, 50, 404,
          "unknown-session"
        ),
        (actions, ["Content-Type": "text/plain"], 50, 415, "unsupported-media-type"),
        (
          actions, json.merging(["Content-Encoding": "gzip"]) { $1 }, 50, 415,
          "unsupported-media-type"
        ),
        (actions, json.merging(["Accept": "text/html"]) { $1 }, 50, 406, "not-acceptable"),
        (actions, json, 101, 413, "content-too-large"),
        ("POST \(session.path)/restore", [:], 50, 415, "unsupported-media-type"),
      ] as [(String, [String: String], Int, Int, String)] {
        try expectProblem(try await ask(server, line, fields, length: length), status, kind)
      }
      #expect(try await ask(server, actions, json).status == 100)
      _ = try await session.client.send("DELETE", session.path)
      try expectProblem(try await ask(server, actions, json), 410, "ended-session")
      #expect(try await ask(server, "POST /sessions", json).status == 100)
    }
  }

  @Test("Only little content is read for a session that there is not, whatever else is wrong")
  func unknownSession() async throws {
    try await withServer { server in
      func begin(_ framing: String) async throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        try await connection.send(
          "POST /sessions/\(String(repeating: "0", count: 32))/actions HTTP/1.1\r\n"
            + "Host: localhost\r\nContent-Type: text/plain\r\n\(framing)\r\n\r\n")
        return connection
      }
      for framing in ["Content-Length: 1025", "Transfer-Encoding: chunked"] {
        try expectProblem(try await begin(framing).receive(), 404, "unknown-session")
      }
      let short = try await begin("Content-Length: 1024")
      try await short.send(String(repeating: " ", count: 1024))
      try expectProblem(try await short.receive(), 404, "unknown-session")
    }
  }

  @Test("The server asks for no content from a client without a key or above its rate limit")
  func access() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.apiKeys = [try #require(APIKey(name: "a", secret: "0123456789abcdef"))]
    configuration.rateLimit = RateLimit(requestsPerSecond: 0.001, burst: 1)
    try await withServer(configuration: configuration) { server in
      let key = json.merging(["Authorization": "Bearer 0123456789abcdef"]) { $1 }
      try expectProblem(try await ask(server, "POST /sessions", json), 401, "unauthorized")
      #expect(try await ask(server, "POST /sessions", key).status == 100)
      try expectProblem(try await ask(server, "POST /sessions", key), 429, "too-many-requests")
    }
  }

  @Test("The server asks for no content of a creation by a client at its session limit")
  func quotas() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.apiKeys = [try #require(APIKey(name: "a", secret: "0123456789abcdef"))]
    configuration.quotas.sessions = 1
    try await withServer(configuration: configuration) { server in
      let key = ["Authorization": "Bearer 0123456789abcdef"]
      let creation = json.merging(key) { $1 }
      #expect(try await ask(server, "POST /sessions", creation).status == 100)
      let answer = try await server.makeClient().post(
        "/sessions", #"{"feature":"counters"}"#, fields: key)
      #expect(answer.status == 201)
      try expectProblem(
        try await ask(server, "POST /sessions", creation), 403, "quota-exceeded")
      // A repeated creation may have a stored answer already.
      let repeated = creation.merging(["Idempotency-Key": "\"1\""]) { $1 }
      #expect(try await ask(server, "POST /sessions", repeated).status == 100)
    }
  }

  @Test("Clients behind a proxy have separate rate limits and idempotency keys")
  func proxies() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.rateLimit = RateLimit(requestsPerSecond: 0.001, burst: 2)
    var http = HTTPServerConfiguration.patient
    http.trustedProxies = try #require(HTTPTrustedProxies(["127.0.0.1"]))
    try await withServer(configuration: configuration, http: http) { server in
      let client = server.makeClient()
      func create(_ address: String) async throws -> Answer {
        try await client.post(
          "/sessions", #"{"feature":"counters"}"#,
          fields: [
            "X-Forwarded-For": address,
            "Idempotency-Key": "\"a1f0c2d4-0000-4000-8000-00000000000a\"",
          ])
      }
      let one = try await create("192.0.2.1").fields["location"]
      let other = try await create("192.0.2.2").fields["location"]
      #expect(one != nil && other != nil && one != other)
      #expect(try await create("1.1.1.1, 192.0.2.1").fields["location"] == one)
      try expectProblem(try await create("192.0.2.1"), 429, "too-many-requests")
      #expect(try await create("192.0.2.2").fields["location"] == other)
    }
    // The forwarding fields of an untrusted peer are ignored.
    try await withServer(configuration: configuration) { server in
      let client = server.makeClient()
      for (number, status) in [(1, 200), (2, 200), (3, 429)] {
        let fields = ["X-Forwarded-For": "192.0.2.\(number)", "Forwarded": "for=192.0.2.\(number)"]
        let answer = try await client.get("/features", fields: fields)
        #expect(answer.status == status)
      }
    }
  }
}
