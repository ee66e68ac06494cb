import BackstackHTTP
import BackstackTestSupport
import Glibc
import Testing

@Suite("Stopping the executable", .endsAtFailure)
struct StopTests {
  /// A server on a Unix socket: after it has stopped, no other test can take over its address.
  private struct Server {
    let folder = TemporaryFolder()
    let process: ServerProcess
    let address: HTTPListenAddress

    init(_ arguments: [String] = []) async throws {
      address = .unix(folder.file("socket"))
      process = try ServerProcess(["--listen", "\(address)"] + arguments)
      #expect(try await process.line() == "Backstack serves \(address)")
    }

    /// Starts a request and waits until the server has read its fields.
    func beginRequest(contentLength: Int) async throws -> RawConnection {
      let connection = try RawConnection(address)
      try await connection.send(
        "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(contentLength)\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await connection.receive().status == 100)
      return connection
    }
  }

  private static func ask(_ connection: RawConnection, _ path: String) async throws -> Answer {
    try await connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    return try await connection.receive()
  }

  @Test("On SIGTERM the server completes the current request and accepts no other")
  func drain() async throws {
    let server = try await Server(["--grace-period", "3600"])
    let content = #"{"feature":"counters"}"#
    let connection = try await server.beginRequest(contentLength: content.utf8.count)
    server.process.signal(SIGTERM)
    while RawConnection.isOpen(server.address) { await letOthersWork() }
    try await connection.send(content)
    let answer = try await connection.receive()
    #expect(answer.status == 201)
    #expect(answer.fields["connection"] == "close")
    #expect(try await connection.isEnded())
    #expect(try await server.process.end().code == 0)
  }

  @Test("On SIGTERM waiting clients get the current state at once, and the exit code is 0")
  func waitingClients() async throws {
    let server = try await Server(["--grace-period", "3600", "--max-wait", "3000"])
    let connection = try RawConnection(server.address)
    try await connection.send(
      "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Content-Length: 22\r\n\r\n{\"feature\":\"counters\"}")
    let session = try #require(try await connection.receive().fields["location"])
    let count = 10
    var waiting: [RawConnection] = []
    for _ in 0..<count {
      let connection = try RawConnection(server.address)
      try await connection.send(
        "GET \(session)?wait=3000 HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"0\"\r\n"
          + "Content-Length: 1\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await connection.receive().status == 100)
      try await connection.send(" ")
      waiting.append(connection)
    }
    server.process.signal(SIGTERM)
    for connection in waiting { #expect(try await connection.receive().status == 304) }
    #expect(try await server.process.end().code == 0)
  }

  @Test(
    "A signal that arrives as soon as the server is ready is not lost",
    arguments: [SIGTERM, SIGINT, SIGQUIT])
  func earlySignal(_ signal: Int32) async throws {
    let server = try await Server()
    server.process.signal(signal)
    #expect(try await server.process.end().code == 0)
  }

  @Test("A second signal stops the server at once, and the exit code reports interrupted requests")
  func secondSignal() async throws {
    let server = try await Server(["--grace-period", "3600"])
    let connection = try await server.beginRequest(contentLength: 5)
    server.process.signal(SIGTERM)
    while RawConnection.isOpen(server.address) { await letOthersWork() }
    server.process.signal(SIGTERM)
    let end = try await server.process.end()
    #expect(end.code == 3)
    // The log contains only the start and the end.
    #expect(end.errors.split(separator: "\n").count == 3, "\(end.errors)")
    #expect(end.errors.contains(#""event":"stopped","message":"Requests were cut off.""#))
    #expect(end.errors.contains(#""event":"started""#))
    #expect(try await connection.isEnded())
  }

  @Test("The end of the grace period interrupts requests")
  func gracePeriod() async throws {
    let server = try await Server(["--grace-period", "0"])
    let connection = try await server.beginRequest(contentLength: 5)
    server.process.signal(SIGTERM)
    #expect(try await server.process.end().code == 3)
    #expect(try await connection.isEnded())
  }

  @Test("During the drain delay the server is alive, not ready, and closes each connection")
  func delay() async throws {
    let server = try await Server(["--drain-delay", "3600"])
    let idle = try RawConnection(server.address)
    #expect(try await Self.ask(idle, "/readyz").status == 200)
    server.process.signal(SIGTERM)
    var ready = try await Self.ask(RawConnection(server.address), "/readyz")
    while ready.status == 200 || ready.fields["connection"] != "close" {
      ready = try await Self.ask(RawConnection(server.address), "/readyz")
    }
    try expectProblem(ready, 503, "draining")
    #expect(ready.fields["retry-after"] == "10")
    for path in ["/livez", "/healthz"] {
      let connection = try RawConnection(server.address)
      let alive = try await Self.ask(connection, path)
      #expect(alive.status == 200)
      #expect(alive.fields["connection"] == "close")
      #expect(try await connection.isEnded())
    }
    // An earlier connection may get one more response.
    #expect(try await Self.ask(idle, "/livez").fields["connection"] == "close")
    server.process.signal(SIGTERM)
    #expect(try await server.process.end().code == 0)
  }

  @Test("Admin addresses report the server's state while requests are in progress")
  func administration() async throws {
    let server = try await Server(["--admin-listen", "127.0.0.1:0", "--grace-period", "3600"])
    let port = try await server.process.port(
      after: "Backstack reports its state at http://127.0.0.1:")
    let client = CurlClient(port: port)
    #expect(try await client.get("/readyz").status == 200)
    #expect(try await client.get("/metrics").text.contains("\nbackstack_draining 0\n"))
    #expect(try await client.get("/features").status == 404)
    let reducer = #""reducer":"BackstackDemo.Counters""#
    #expect(try await client.get("/features/counters").text.contains(reducer))
    let connection = try RawConnection(server.address)
    #expect(try await !Self.ask(connection, "/features/counters").text.contains("reducer"))
    #expect(try await Self.ask(RawConnection(server.address), "/metrics").status == 404)
    #expect(try await Self.ask(RawConnection(server.address), "/readyz").status == 200)
    let request = try await server.beginRequest(contentLength: 5)
    server.process.signal(SIGTERM)
    while RawConnection.isOpen(server.address) { await letOthersWork() }
    #expect(try await client.get("/livez").status == 200)
    try expectProblem(try await client.get("/readyz"), 503, "draining")
    #expect(try await client.get("/metrics").text.contains("\nbackstack_draining 1\n"))
    try await request.send("12345")
    #expect(try await request.receive().status == 422)
    #expect(try await server.process.end().code == 0)
  }

  @Test("The signals that reopen logs end no server, with a file or without")
  func signalsWithoutLog() async throws {
    for arguments in [[], ["--access-log", "stdout"]] {
      let server = try await Server(arguments)
      let connection = try RawConnection(server.address)
      for signal in [SIGHUP, SIGUSR1] {
        server.process.signal(signal)
        #expect(try await Self.ask(connection, "/livez").status == 200)
      }
      server.process.signal(SIGTERM)
      #expect(try await server.process.end().code == 0)
    }
  }

  @Test("The access log goes to standard output, or to a file that a signal reopens")
  func accessLog() async throws {
    let folder = TemporaryFolder()
    for signal in [SIGHUP, SIGUSR1] {
      let server = try await Server(["--access-log", folder.file("log")])
      let connection = try RawConnection(server.address)
      _ = try await Self.ask(connection, "/livez?one")
      while !folder.text("log").hasSuffix("\n") { await letOthersWork() }
      rename(folder.file("log"), folder.file("old"))
      server.process.signal(signal)
      while folder.status("log") == nil { await letOthersWork() }
      _ = try await Self.ask(connection, "/livez?two")
      server.process.signal(SIGTERM)
      #expect(try await server.process.end().code == 0)
      #expect(folder.text("old").contains("?one") && !folder.text("old").contains("?two"))
      #expect(folder.text("log").contains("?two") && !folder.text("log").contains("?one"))
      unlink(folder.file("log"))
    }
    // A folder in the place of the file can't be opened.
    let log = folder.file("log")
    let failing = try await Server(["--access-log", log])
    _ = try await failing.process.errorLine()
    unlink(log)
    mkdir(log, 0o700)
    failing.process.signal(SIGHUP)
    let warning = try await failing.process.errorLine()
    #expect(warning.contains(#""level":"warning","event":"access-log-failing""#), "\(warning)")
    failing.process.signal(SIGTERM)
    #expect(try await failing.process.end().code == 0)
    let server = try await Server(["--access-log", "stdout", "--access-log-format", "text"])
    let answer = try await Self.ask(RawConnection(server.address), "/livez")
    let id = try #require(answer.fields["x-request-id"])
    server.process.signal(SIGTERM)
    let output = try await server.process.end().output
    #expect(output.hasPrefix("unix - - ["))
    #expect(output.contains(#"] "GET /livez HTTP/1.1" 200 15 "-" "-" 0."#))
    #expect(output.hasSuffix(" \(id)\n"))
  }
}
