import BackstackPlatform
import BackstackTestSupport
import Glibc
import Testing

@testable import BackstackHTTP

@Suite("Addresses to listen on")
struct ListenAddressTests {
  @Test(
    "An address is parsed and described in the same form",
    arguments: ["127.0.0.1:8080", "0.0.0.0:0", "[::1]:65535", "[::]:80", "unix:/run/a b.sock"])
  func roundTrip(_ text: String) {
    #expect(HTTPListenAddress(text)?.description == text)
  }

  @Test(
    "Text that is not an address is refused",
    arguments: [
      "", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:+1", "127.0.0.1:65536", "::1:80",
      "[]:80", "unix:", "127.0.0.1:80 ",
    ])
  func refused(_ text: String) {
    #expect(HTTPListenAddress(text) == nil)
  }

  /// Starts a server that responds with the peer's host, on some addresses.
  private static func start(
    _ addresses: [HTTPListenAddress], change: (inout HTTPServerConfiguration) -> Void = { _ in }
  ) throws -> HTTPServer {
    let handler = HTTPClosureHandler { request in
      HTTPResponse(body: .text("<\(request.peer.host)>"))
    }
    var configuration = HTTPServerConfiguration.underTest()
    configuration.loops = 2
    configuration.addresses = addresses
    change(&configuration)
    let server = HTTPServer(configuration: configuration, handler: handler)
    try server.start()
    return server
  }

  private static func peer(at address: HTTPListenAddress) -> String {
    let client = TestClient(address)
    client.send(get("/"))
    return String(client.receive(until: ">").drop { $0 != "<" })
  }

  @Test("A server listens on several addresses at once")
  func severalAddresses() throws {
    let folder = TemporaryFolder()
    let server = try Self.start([
      .ip("127.0.0.1", port: 0), .ip("127.0.0.1", port: 0), .unix(folder.file("socket")),
    ])
    let addresses = server.localAddresses
    #expect(Set(addresses.compactMap(\.port)).count == 2)
    #expect(addresses.map(Self.peer) == ["<127.0.0.1>", "<127.0.0.1>", "<unix>"])
    #expect(server.shutdown(graceSeconds: Double(patience)))
    // The ports may be those of other tests by then.
    #expect(addresses.filter { $0.port == nil }.allSatisfy { !TestClient($0).isConnected })
  }

  @Test("If one of several addresses is not available, the server listens on none")
  func allOrNone() throws {
    let folder = TemporaryFolder()
    let server = try Self.start([.ip("127.0.0.1", port: 0)])
    let error = #expect(throws: HTTPServerError.self) {
      try Self.start([.unix(folder.file("socket"))] + server.localAddresses)
    }
    #expect(error?.code == .addressInUse)
    #expect(folder.status("socket") == nil)
    let none = #expect(throws: HTTPServerError.self) { try Self.start([]) }
    #expect(none?.code == .invalidAddress)
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  /// Whether this machine has the IPv6 loopback address.
  private static let hasIPv6 =
    (try? ListeningSocket(
      .ip("::1", port: 0), backlog: 1, reusesPort: false, isDualStack: false))
    .map { $0.end() } != nil

  @Test(
    "The IPv6 wildcard accepts IPv4 clients, whose address is the IPv4 one", .enabled(if: hasIPv6))
  func dualStack() throws {
    let server = try Self.start([.ip("::", port: 0)])
    let port = try #require(server.localPort)
    #expect(Self.peer(at: .ip("127.0.0.1", port: port)) == "<127.0.0.1>")
    #expect(Self.peer(at: .ip("::1", port: port)) == "<0:0:0:0:0:0:0:1>")
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("With an IPv4 address, the IPv6 wildcard does not accept IPv4", .enabled(if: hasIPv6))
  func bothFamilies() throws {
    let (first, second) = try Self.serversInHalves()
    let port = try #require(first.localAddresses[1].port)
    #expect(Self.peer(at: .ip("::1", port: port)) == "<0:0:0:0:0:0:0:1>")
    #expect(first.shutdown(graceSeconds: Double(patience)))
    #expect(Self.peer(at: .ip("127.0.0.1", port: port)) == "<127.0.0.1>")
    #expect(second.shutdown(graceSeconds: Double(patience)))
  }

  /// A server at an IPv4 address and at the IPv6 wildcard, and another at the IPv4 half of the
  /// wildcard's port.
  private static func serversInHalves() throws -> (HTTPServer, HTTPServer) {
    var attempts = 20
    while true {
      let first = try start([.ip("127.0.0.1", port: 0), .ip("::", port: 0)])
      let port = try #require(first.localAddresses[1].port)
      do {
        return (first, try start([.ip("127.0.0.1", port: port)]))
      } catch {
        // Another test may happen to have that half.
        #expect(first.shutdown(graceSeconds: Double(patience)))
        attempts -= 1
        if attempts == 0 { throw error }
      }
    }
  }

  @Test("Two servers can share a port if both allow it")
  func sharedPort() throws {
    let first = try Self.start([.ip("127.0.0.1", port: 0)]) { $0.reusesPort = true }
    let second = try Self.start(first.localAddresses) { $0.reusesPort = true }
    #expect(second.localAddresses == first.localAddresses)
    #expect(first.shutdown(graceSeconds: Double(patience)))
    // All connections now go to the other server.
    #expect(Self.peer(at: second.localAddresses[0]) == "<127.0.0.1>")
    #expect(throws: HTTPServerError.self) { try Self.start(second.localAddresses) }
    #expect(second.shutdown(graceSeconds: Double(patience)))
  }

  // MARK: Unix domain sockets

  @Test("A Unix socket has the requested mode, and is removed at the end")
  func mode() throws {
    let folder = TemporaryFolder()
    let server = try Self.start([.unix(folder.file("socket"), mode: 0o606)])
    #expect(folder.status("socket").map { $0.st_mode & 0o777 } == 0o606)
    #expect(server.shutdown(graceSeconds: Double(patience)))
    #expect(folder.status("socket") == nil)
  }

  @Test("A dead server's socket is replaced; one that is being served is not")
  func stale() throws {
    let folder = TemporaryFolder()
    let address = HTTPListenAddress.unix(folder.file("socket"))
    // Closed without being removed.
    let dead = try ListeningSocket(address, backlog: 1, reusesPort: false, isDualStack: true)
    close(dead.descriptor)
    let server = try Self.start([address])
    #expect(Self.peer(at: address) == "<unix>")
    let error = #expect(throws: HTTPServerError.self) { try Self.start([address]) }
    #expect(
      error?.message
        == "\(address) is in use by another process; stop it or choose another path.")
    #expect(Self.peer(at: address) == "<unix>")
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("Only a socket that no server uses is removed before the server binds its path")
  func onlyStale() throws {
    let folder = TemporaryFolder()
    folder.write("precious", to: "file")
    func removes(_ name: String) throws -> Bool {
      let path = folder.file(name)
      return UnixSocketFile.removeStale(try #require(SocketAddress(path: path)), path: path)
    }
    #expect(try !removes("file"))
    #expect(folder.text("file") == "precious")
    #expect(try !removes("nothing"))
    let socket = try ListeningSocket(
      .unix(folder.file("socket")), backlog: 1, reusesPort: false, isDualStack: true)
    #expect(try !removes("socket"))
    close(socket.descriptor)
    #expect(try removes("socket"))
    #expect(folder.status("socket") == nil)
  }

  @Test("A process without standard input can connect through a socket with the descriptor 0")
  func noStandardInput() async {
    await #expect(processExitsWith: .success) {
      let listener = try ListeningSocket(
        .ip("127.0.0.1", port: 0), backlog: 1, reusesPort: false, isDualStack: true)
      let port = try #require(listener.address.port)
      let address = try #require(SocketAddress(host: "127.0.0.1", port: UInt16(port)))
      close(0)
      #expect(try StreamSocket.connect(to: address, timeoutSeconds: patience) >= 0)
    }
  }

  @Test("A socket that has replaced the server's is not removed")
  func successor() throws {
    let folder = TemporaryFolder()
    let address = HTTPListenAddress.unix(folder.file("socket"))
    let server = try Self.start([address])
    unlink(folder.file("socket"))
    let successor = try Self.start([address])
    #expect(server.shutdown(graceSeconds: Double(patience)))
    #expect(Self.peer(at: address) == "<unix>")
    #expect(successor.shutdown(graceSeconds: Double(patience)))
  }

  @Test("A file in the way of a socket is not changed")
  func fileInTheWay() throws {
    let folder = TemporaryFolder()
    folder.write("precious", to: "socket")
    let path = folder.file("socket")
    let error = #expect(throws: HTTPServerError.self) { try Self.start([.unix(path)]) }
    #expect(error?.code == .fileInTheWay)
    #expect(
      error?.message == "\(path) is a file that is no socket; remove it or choose another path.")
    #expect(folder.text("socket") == "precious")
  }

  @Test("A path that a socket can't have is refused")
  func badPaths() throws {
    let folder = TemporaryFolder()
    let long = folder.path + "/" + String(repeating: "x", count: 107 - folder.path.utf8.count)
    let server = HTTPServerError.self
    let tooLong = #expect(throws: server) { try Self.start([.unix(long)]) }
    #expect(
      tooLong?.message
        == "\"\(long)\" can't be the path of a socket; it may have 1 to 107 bytes.")
    let longest = try Self.start([.unix(String(long.dropLast()))])
    #expect(longest.shutdown(graceSeconds: Double(patience)))
    for path in ["", "a\0b"] {
      #expect(throws: server) { try Self.start([.unix(path)]) }
    }
    let missing = #expect(throws: server) { try Self.start([.unix(folder.file("none/socket"))]) }
    #expect(
      missing?.message
        == "The folder for the socket unix:\(folder.path)/none/socket does not exist.")
  }

  @Test("A lack of permission is a one-line error")
  func permission() {
    let port = HTTPServerError.bind(.ip("127.0.0.1", port: 80), .accessDenied)
    #expect(port.code == .permissionDenied)
    #expect(
      port.message == "No permission to listen on 127.0.0.1:80; ports below 1024 need privileges.")
    let path = HTTPServerError.bind(.unix("/root/socket"), .accessDenied)
    #expect(path.code == .permissionDenied)
    #expect(path.message == "No permission to make the socket unix:/root/socket.")
  }
}
