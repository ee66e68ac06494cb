import BackstackPlatform
import BackstackTestSupport
import Glibc
import Testing

@testable import BackstackHTTP

@Suite("Listening sockets of another process")
struct PassedSocketTests {
  /// Opens a socket as a supervisor does.
  private static func open(_ address: HTTPListenAddress) throws -> ListeningSocket {
    try ListeningSocket(address, backlog: 8, reusesPort: false, isDualStack: false)
  }

  /// Starts a server that responds with the peer's host, on a copy of a socket, which it may close.
  private static func start(_ socket: ListeningSocket) throws -> HTTPServer {
    var configuration = HTTPServerConfiguration.underTest()
    configuration.loops = 1
    configuration.addresses = [.passed(descriptor: fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0))]
    let server = HTTPServer(
      configuration: configuration,
      handler: HTTPClosureHandler { HTTPResponse(body: .text("<\($0.peer.host)>")) })
    try server.start()
    return server
  }

  private static func peer(of client: TestClient) -> String {
    client.send(get("/"))
    return String(client.receive(until: ">").drop { $0 != "<" })
  }

  @Test("The server knows the address of the socket, and those of its clients")
  func ip() throws {
    let socket = try Self.open(.ip("127.0.0.1", port: 0))
    let server = try Self.start(socket)
    #expect(server.localAddresses == [socket.address])
    #expect(Self.peer(of: TestClient(socket.address)) == "<127.0.0.1>")
    #expect(server.shutdown(graceSeconds: Double(patience)))
    socket.end()
  }

  @Test("The socket may be of IPv6")
  func ipv6() throws {
    // A machine without IPv6 has nothing to test.
    guard let socket = try? Self.open(.ip("::1", port: 0)) else { return }
    let server = try Self.start(socket)
    let address = try #require(server.localAddresses.first)
    #expect(address.host == "0:0:0:0:0:0:0:1" && address.port == socket.address.port)
    #expect(Self.peer(of: TestClient(address)) == "<0:0:0:0:0:0:0:1>")
    #expect(server.shutdown(graceSeconds: Double(patience)))
    socket.end()
  }

  @Test("The file of a Unix socket stays when the server stops")
  func unix() throws {
    let folder = TemporaryFolder()
    let socket = try Self.open(.unix(folder.file("socket")))
    let server = try Self.start(socket)
    #expect(server.localAddresses == [socket.address])
    #expect(Self.peer(of: TestClient(socket.address)) == "<unix>")
    #expect(server.shutdown(graceSeconds: Double(patience)))
    #expect(folder.status("socket") != nil)
    socket.end()
  }

  @Test("Clients that connect while a server stops, and after, wait for the next server")
  func successor() throws {
    let socket = try Self.open(.ip("127.0.0.1", port: 0))
    let server = try Self.start(socket)
    let busy = TestClient(socket.address)
    busy.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n")
    #expect(busy.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
    let idle = TestClient(socket.address)
    #expect(Self.peer(of: idle) == "<127.0.0.1>")
    server.beginDraining()
    // The server ends the idle connection after it has closed its listener.
    #expect(idle.receive() == nil)
    let waiting = TestClient(socket.address)
    waiting.send(get("/"))
    busy.send("x")
    #expect(busy.receive(until: ">").contains("onnection: close"))
    #expect(server.shutdown(graceSeconds: Double(patience)))
    let late = TestClient(socket.address)
    let next = try Self.start(socket)
    #expect(waiting.receive(until: ">").hasSuffix("<127.0.0.1>"))
    #expect(Self.peer(of: late) == "<127.0.0.1>")
    #expect(next.shutdown(graceSeconds: Double(patience)))
    socket.end()
  }

  @Test("A socket that blocks, and that children would inherit, is changed")
  func flags() throws {
    let socket = try Self.open(.ip("127.0.0.1", port: 0))
    #expect(fcntl(socket.descriptor, F_SETFL, fcntl(socket.descriptor, F_GETFL) & ~O_NONBLOCK) == 0)
    #expect(fcntl(socket.descriptor, F_SETFD, 0) == 0)
    let passed = try Self.open(.passed(descriptor: socket.descriptor))
    #expect(passed.address == socket.address)
    #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    passed.end()
  }

  @Test("A descriptor that is not a listening socket of a known family is refused, and stays open")
  func refused() throws {
    func message(_ descriptor: Int32) -> String? {
      #expect(throws: HTTPServerError.self) {
        try Self.open(.passed(descriptor: descriptor))
      }?.message
    }
    #expect(message(.max) == "The passed descriptor \(Int32.max) is not open.")
    let (one, other) = try StreamSocket.pair()
    let datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let unbound = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let file = try #require(FileDescriptor.openSpare())
    for descriptor in [one, datagrams, unbound, file] {
      #expect(
        message(descriptor)
          == "The passed descriptor \(descriptor) is not a listening stream socket; a socket unit "
          + "of systemd needs ListenStream= and Accept=no.")
      #expect(FileDescriptor.isOpen(descriptor))
    }
    for descriptor in [one, other, datagrams, unbound, file] { FileDescriptor.close(descriptor) }
  }
}
