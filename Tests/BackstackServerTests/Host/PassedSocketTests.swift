import BackstackTestSupport
import Glibc
import Testing

@testable import BackstackHTTP
@testable import BackstackHost

@Suite("Sockets from a supervisor", .endsAtFailure)
struct PassedSocketTests {
  /// Reads the variables as the process 42.
  private func sockets(
    _ count: String, names: String? = nil, processID: String = "42"
  ) throws -> PassedSockets {
    var environment = ["LISTEN_PID": processID, "LISTEN_FDS": count]
    environment["LISTEN_FDNAMES"] = names
    return try PassedSockets(environment: environment, processID: 42)
  }

  @Test("Names say what a socket is for; the only one without a name is for clients")
  func names() throws {
    for names in [nil, "", "unknown", "backstack"] {
      let sockets = try sockets("1", names: names)
      #expect(sockets.service == [3] && sockets.admin == [])
    }
    let both = try sockets("3", names: "admin:backstack:backstack")
    #expect(both.service == [4, 5] && both.admin == [3])
    let one = try sockets("2", names: "admin:")
    #expect(one.service == [4] && one.admin == [3])
    let administration = try sockets("1", names: "admin")
    #expect(administration.service == [] && administration.admin == [3])
  }

  @Test("Variables for another process, or without a number of sockets, are ignored")
  func others() throws {
    #expect(try sockets("many", names: "a:b", processID: "43").service == [])
    for environment in [[:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "42"]] {
      #expect(try PassedSockets(environment: environment, processID: 42).service == [])
    }
  }

  @Test(
    "A number of sockets that is not from 1 to 1024 is refused",
    arguments: ["", "one", "-1", "+1", "0", "1025", "99999999999999999999", "1 "])
  func count(_ text: String) {
    #expect(throws: CommandError("LISTEN_FDS must be a number from 1 to 1024, not \"\(text)\".")) {
      try sockets(text)
    }
  }

  @Test("A process id that is not a number is refused", arguments: ["", "x", "-42", "0"])
  func processID(_ text: String) {
    #expect(
      throws: CommandError(
        "LISTEN_PID must be a number from 1 to 2147483647, not \"\(text)\".")
    ) { try sockets("1", processID: text) }
  }

  @Test("Names must be known, as many as the sockets, and given if there are several sockets")
  func wrongNames() {
    func message(_ count: String, _ names: String?) -> String? {
      #expect(throws: CommandError.self) { try sockets(count, names: names) }?.message
    }
    #expect(
      message("1", "shop.socket")
        == "The name of a passed socket must be backstack (for clients) or admin, not "
        + "\"shop.socket\".")
    #expect(
      message("1", "backstack:admin")
        == "LISTEN_FDNAMES must be as many names as LISTEN_FDS, 1, not \"backstack:admin\".")
    #expect(message("2", "")?.hasPrefix("LISTEN_FDNAMES must be as many names") == true)
    let unnamed = "Of several passed sockets, each needs a name: backstack (for clients) or admin."
    #expect(message("2", nil) == unnamed)
    #expect(message("2", "backstack:") == unnamed)
  }

  @Test("Passed sockets replace the addresses of `serve`, and of no other command")
  func options() throws {
    func options(_ command: String, names: String) throws -> CommandOptions {
      try CommandOptions(
        arguments: [command, "--listen", "127.0.0.1:1", "--admin-listen", "127.0.0.1:2"],
        environment: ["LISTEN_PID": "42", "LISTEN_FDS": "1", "LISTEN_FDNAMES": names],
        processID: 42)
    }
    let service = try options("serve", names: "backstack")
    #expect(service.addresses == [.passed(descriptor: 3)])
    #expect(service.adminAddresses == [.ip("127.0.0.1", port: 2)])
    let administration = try options("serve", names: "admin")
    #expect(administration.addresses == [.ip("127.0.0.1", port: 1)])
    #expect(administration.adminAddresses == [.passed(descriptor: 3)])
    #expect(try options("healthcheck", names: "x").addresses == [.ip("127.0.0.1", port: 1)])
  }

  @Test("Programs that the server starts get neither the variables nor the sockets")
  func children() async {
    await #expect(processExitsWith: .success) {
      var environment = ["LISTEN_PID": "42", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "admin"]
      for (name, value) in environment { setenv(name, value, 1) }
      // Not 3, which other threads of this process may open and close.
      let own = fcntl(STDERR_FILENO, F_DUPFD, 3)
      environment["OTHER"] = "1"
      try PassedSockets(environment: environment, processID: 42, first: own).keepFromChildren()
      for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { #expect(getenv(name) == nil) }
      #expect(fcntl(own, F_GETFD) == FD_CLOEXEC)
    }
  }
}

@Suite("The executable on sockets from a supervisor", .endsAtFailure)
struct PassedSocketExecutableTests {
  /// Opens a socket as a supervisor does.
  private static func open() throws -> ListeningSocket {
    try ListeningSocket(
      .ip("127.0.0.1", port: 0), backlog: 8, reusesPort: false, isDualStack: false)
  }

  @Test("It serves on them, and clients wait in them while it restarts")
  func restart() async throws {
    let sockets = [try Self.open(), try Self.open()]
    defer { for socket in sockets { socket.end() } }
    func start() async throws -> ServerProcess {
      let process = try ServerProcess(
        environment: ["LISTEN_FDS": "2", "LISTEN_FDNAMES": "backstack:admin", "PORT": "1"],
        passing: sockets.map(\.descriptor))
      #expect(
        try await process.line() == "Backstack serves \(sockets[0].address.url), on a passed socket"
      )
      #expect(
        try await process.line()
          == "Backstack reports its state at \(sockets[1].address.url), on a passed socket")
      return process
    }
    let first = try await start()
    let client = CurlClient(sockets[0].address.url)
    #expect(try await client.get("/readyz").status == 200)
    #expect(try await client.get("/metrics").status == 404)
    #expect(try await CurlClient(sockets[1].address.url).get("/metrics").status == 200)
    first.signal(SIGTERM)
    #expect(try await first.end().code == 0)
    let waiting = try RawConnection(sockets[0].address)
    try await waiting.send("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
    let second = try await start()
    #expect(try await waiting.receive().status == 200)
    second.signal(SIGTERM)
    #expect(try await second.end().code == 0)
  }

  @Test("It does not start on what is not a listening socket, or has an unknown name")
  func mistakes() async throws {
    let datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(datagrams) }
    let wrong = try await ServerProcess(environment: ["LISTEN_FDS": "1"], passing: [datagrams])
      .end()
    #expect(wrong.code == 1 && wrong.output == "")
    #expect(
      wrong.errors
        == "backstack: The passed descriptor 3 is not a listening stream socket; a socket unit of "
        + "systemd needs ListenStream= and Accept=no.\n")
    let unknown = try await ServerProcess(
      environment: ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "shop"], passing: [datagrams]
    ).end()
    #expect(unknown.code == 2)
    #expect(
      unknown.errors.hasPrefix("backstack: The name of a passed socket must be backstack "))
  }
}
