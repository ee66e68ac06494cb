import Glibc
import Testing

@Suite("The executable")
struct ExecutableTests {
  @Test("It serves on the port that it names and ends at SIGTERM", arguments: [SIGTERM, SIGINT])
  func signal(_ number: Int32) async throws {
    let process = try ServerProcess(environment: ["PORT": "0"])
    let client = CurlClient(port: try await process.port())
    let session = try await SessionClient(
      client, creating: #"{"feature":"counters","link":"/counters/4"}"#)
    #expect(try await session.send("incrementButtonTapped", to: 0)["version"] == 2)
    process.signal(number)
    let end = try await process.end()
    #expect(end.code == 0)
    #expect(end.errors == "")
  }

  @Test("At SIGTERM it answers the request that is under way, and takes no other")
  func drain() async throws {
    let process = try ServerProcess(environment: ["PORT": "0"])
    let port = try await process.port()
    try await finishRequest(port: port) { process.signal(SIGTERM) }
    #expect(try await process.end().code == 0)
  }

  /// Sends half a request, runs `interrupt`, and sends the rest once nobody is let in any more.
  private func finishRequest(port: Int, interrupt: () -> Void) async throws {
    let connection = try RawConnection(port: port)
    let content = #"{"feature":"counters"}"#
    try await connection.send(
      "POST /sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(content.utf8.count)\r\nExpect: 100-continue\r\n\r\n")
    #expect(try await connection.receive().status == 100)
    interrupt()
    var attempts = 0
    while attempts < 100_000, RawConnection.isOpen(port: port) {
      attempts += 1
      await Task.yield()
    }
    #expect(!RawConnection.isOpen(port: port))
    try await connection.send(content)
    let answer = try await connection.receive()
    #expect(answer.status == 201)
    #expect(answer.fields["connection"] == "close")
    #expect(try await connection.isEnded())
  }

  @Test("A port that is taken is reported in a line")
  func takenPort() async throws {
    let port = try TestServer.demo.get().port
    let end = try await ServerProcess(["--port", "\(port)"]).end()
    #expect(end.code == 1)
    #expect(end.output == "")
    #expect(
      end.errors == """
        backstack: 127.0.0.1:\(port) is in use by another process; stop it or choose another port.

        """)
  }

  @Test("Help is no failure", arguments: ["--help", "-h", "help"])
  func help(_ word: String) async throws {
    let end = try await ServerProcess([word]).end()
    #expect(end.code == 0)
    #expect(end.output.hasPrefix("usage: backstack "))
    #expect(end.errors == "")
  }

  @Test(
    "A command line that says nothing is explained",
    arguments: [
      (["--colour"], #"There is no option "--colour"."#),
      (["fly"], #"There is no command "fly"."#),
      (["--port"], "--port needs a value."),
      (["--port", "65536"], #"--port is a number from 0 to 65535, not "65536"."#),
      (["--port", "-1"], #"--port is a number from 0 to 65535, not "-1"."#),
      (
        ["--idle-timeout", "nan"],
        #"--idle-timeout is a number of seconds, above 0 and at most a week, not "nan"."#
      ),
    ])
  func wrongCommandLine(_ arguments: [String], _ message: String) async throws {
    let end = try await ServerProcess(arguments).end()
    #expect(end.code == 2)
    #expect(end.output == "")
    #expect(end.errors.hasPrefix("backstack: \(message)\nusage: backstack "))
  }

  @Test("An address that is none is reported in a line")
  func wrongAddress() async throws {
    let end = try await ServerProcess(["--host", "nowhere", "--port", "0"]).end()
    #expect(end.code == 1)
    #expect(end.output == "")
    #expect(end.errors.hasPrefix("backstack: "))
    #expect(end.errors.split(separator: "\n").count == 1)
  }

  @Test("The health check tells a server that lives from none")
  func healthCheck() async throws {
    let server = try TestServer()
    let live = try await ServerProcess(["healthcheck", "--port", "\(server.port)"]).end()
    #expect(live.code == 0)
    #expect(try await server.shutDown())
    let none = try await ServerProcess(["healthcheck", "--port", "\(server.port)"]).end()
    #expect(none.code == 1)
  }

  @Test("It prints the contract that it serves")
  func contract() async throws {
    let end = try await ServerProcess(["openapi"]).end()
    #expect(end.code == 0)
    let served = try await TestServer.demo.get().makeClient().get("/openapi.yaml")
    #expect(end.output == served.text)
  }
}
