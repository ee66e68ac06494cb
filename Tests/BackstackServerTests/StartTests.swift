import BackstackHTTP
import BackstackTestSupport
import Foundation
import Glibc
import Testing

@Suite("Starting the executable", .endsAtFailure)
struct StartTests {
  /// Expects that the executable ends with one line and the code 1.
  private func expectFailure(_ arguments: [String], _ message: String) async throws {
    let end = try await ServerProcess(arguments).end()
    #expect(end.code == 1)
    #expect(end.output == "")
    #expect(end.errors == "backstack: \(message)\n")
  }

  @Test("A port that is in use is reported in one line")
  func takenPort() async throws {
    let port = try TestServer.demo.get().port
    let message =
      "127.0.0.1:\(port) is in use by another process; stop it or choose another port."
    try await expectFailure(["--port", "\(port)"], message)
    try await expectFailure(["--port", "0", "--admin-listen", "127.0.0.1:\(port)"], message)
  }

  @Test("An invalid address is reported in one line")
  func wrongAddress() async throws {
    try await expectFailure(
      ["--listen", "192.0.2.1:0"], "This machine has no address 192.0.2.1 to listen on.")
  }

  @Test("An invalid socket path is reported in one line")
  func wrongPath() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("file")
    folder.write("precious", to: "file")
    try await expectFailure(
      ["--listen", "unix:\(path)"],
      "\(path) is a file that is no socket; remove it or choose another path.")
    #expect(folder.text("file") == "precious")
    let long = "/" + String(repeating: "x", count: 107)
    try await expectFailure(
      ["--listen", "unix:\(long)"],
      "\"\(long)\" can't be the path of a socket; it may have 1 to 107 bytes.")
    try await expectFailure(
      ["--listen", "unix:/nowhere/socket"],
      "The folder for the socket unix:/nowhere/socket does not exist.")
  }

  @Test("A log that cannot be written is reported in one line")
  func wrongLog() async throws {
    try await expectFailure(
      ["--port", "0", "--access-log", "/nowhere/log"],
      "Cannot open the access log /nowhere/log: No such file or directory.")
  }

  @Test("A folder that is not writable is reported in one line", .enabled(if: geteuid() != 0))
  func noPermission() async throws {
    try await expectFailure(
      ["--listen", "unix:/root/socket"], "No permission to make the socket unix:/root/socket.")
  }

  @Test("The executable serves several addresses, and creates the socket with the given mode")
  func severalAddresses() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("socket")
    let process = try ServerProcess([
      "--listen", "127.0.0.1:0", "--listen", "unix:\(path)", "--socket-mode", "600",
    ])
    let port = try await process.port()
    #expect(try await process.line() == "Backstack serves unix:\(path)")
    #expect(folder.status("socket").map { $0.st_mode & 0o777 } == 0o600)
    for connection in [try RawConnection(port: port), try RawConnection(.unix(path))] {
      try await connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await connection.receive().status == 200)
    }
    process.signal(SIGTERM)
    #expect(try await process.end().code == 0)
    #expect(folder.status("socket") == nil)
  }

  @Test("Without free descriptors the server refuses clients, and serves again once some are free")
  func descriptors() async throws {
    let process = try ServerProcess(
      ["--port", "0", "--loops", "1"], openFiles: 64)
    let port = try await process.port()
    var connections: [RawConnection] = []
    // Each connection sends a request, so that it is known to be accepted or refused.
    while let connection = try? RawConnection(port: port), connections.count < 1000 {
      try? await connection.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
      guard let answer = try? await connection.receive() else { break }
      #expect(answer.status == 200)
      connections.append(connection)
    }
    #expect(connections.count < 64 - 64 / 8)
    // The last descriptors are reserved for the rest of the process, which would crash without any.
    let descriptors = "/proc/\(process.processID)/fd"
    for name in try FileManager.default.contentsOfDirectory(atPath: descriptors) {
      guard let number = Int(name), number >= 64 - 64 / 8 else { continue }
      // The process may have closed it meanwhile.
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(descriptors)/\(name)")
      #expect(target?.hasPrefix("socket:") != true, "\(name) is a connection")
    }
    // The accepted connections are still served.
    for connection in connections {
      try await connection.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await connection.receive().status == 200)
    }
    connections = []
    var metrics: Answer?
    while metrics == nil {
      metrics = try? await CurlClient(port: port).get("/metrics")
    }
    #expect(
      metrics?.text.contains("http_connections_refused_total{reason=\"out-of-descriptors\"} ")
        == true)
    process.signal(SIGTERM)
    #expect(try await process.end().code == 0)
  }
}
