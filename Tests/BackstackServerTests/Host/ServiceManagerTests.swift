import BackstackTestSupport
import Glibc
import Synchronization
import Testing

@testable import BackstackHost

@Suite("Reports to a service manager", .endsAtFailure)
struct ServiceManagerTests {
  /// The datagram socket of a service manager.
  private final class Receiver: Sendable {
    private let folder = TemporaryFolder()
    private let descriptor: Int32
    /// The value of `NOTIFY_SOCKET`.
    let name: String

    init(isAbstract: Bool) throws {
      let path = folder.file("notify")
      name = (isAbstract ? "@" : "") + path
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      try #require(result == 0)
      // A test that hangs should fail instead.
      let limit = (seconds: patience, microseconds: 0)
      withUnsafeBytes(of: limit) {
        _ = setsockopt(
          descriptor, SOL_SOCKET, SO_RCVTIMEO, $0.baseAddress, socklen_t($0.count))
      }
    }

    deinit { close(descriptor) }

    /// Waits for the next datagram.
    func receive() async throws -> String {
      try await offPool { [descriptor] in
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      }
    }
  }

  @Test("The executable says when it is ready and when it stops", arguments: [false, true])
  func executable(isAbstract: Bool) async throws {
    let receiver = try Receiver(isAbstract: isAbstract)
    let server = try ServerProcess(["--port", "0"], environment: ["NOTIFY_SOCKET": receiver.name])
    #expect(try await receiver.receive() == "STATUS=Opening the storage.")
    let ready = try await receiver.receive()
    let port = try await server.port()
    #expect(ready == "READY=1\nSTATUS=Serving http://127.0.0.1:\(port).")
    #expect(try await CurlClient(port: port).get("/readyz").status == 200)
    server.signal(SIGTERM)
    #expect(
      try await receiver.receive() == "STOPPING=1\nSTATUS=Finishing the requests in flight.")
    let end = try await server.end()
    #expect(end.code == 0)
    #expect(end.errors.split(separator: "\n").count == 3, "\(end.errors)")
  }

  @Test("A service manager that can't be reached is logged once, and the server serves")
  func unreachable() async throws {
    let server = try ServerProcess(
      ["--port", "0"], environment: ["NOTIFY_SOCKET": "/nowhere/notify"])
    #expect(try await CurlClient(port: try await server.port()).get("/readyz").status == 200)
    server.signal(SIGTERM)
    let end = try await server.end()
    #expect(end.code == 0)
    let lines = end.errors.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines.first?.hasSuffix(
        #""level":"warning","event":"service-manager-unreachable","message":"NOTIFY_SOCKET is "#
          + #"/nowhere/notify, which can't be reached: No such file or directory."}"#) == true,
      "\(end.errors)")
  }

  @Test(
    "A socket whose address the system does not know is logged once",
    arguments: ["", "notify", "vsock:2:1", "@", "/" + String(repeating: "a", count: 107)])
  func wrongAddress(_ name: String) {
    let lines = Mutex<[String]>([])
    let manager = ServiceManager(name: name) { line in lines.withLock { $0.append(line) } }
    manager.notify(.starting)
    manager.notify(.stopping)
    #expect(
      lines.withLock { $0 } == [
        "NOTIFY_SOCKET is \(name), which can't be reached: it is not the address of a Unix socket."
      ])
  }

  @Test("A status is one line, whatever is in the path of a socket")
  func status() {
    let state = ServiceManager.State.ready(addresses: ["unix:/a\nREADY=0", "http://[::1]:80"])
    #expect(state.text == "READY=1\nSTATUS=Serving unix:/a READY=0, http://[::1]:80.")
  }
}
