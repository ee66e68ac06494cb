import BackstackHTTP
import BackstackService
import BackstackTestSupport
import Foundation
import Glibc
import Testing

/// Not among the tests that always run: `make soak` prints their measurements.
@Suite(
  "Many readers of events", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["BACKSTACK_SOAK"] != nil),
  .endsAtFailure)
struct ManyReadersTests {
  private static let count = 5000
  /// The memory that a connection with a stream must stay below. The sockets' own memory belongs to
  /// the system.
  private static let limit = 16 * 1024

  private static let http: HTTPServerConfiguration = {
    var configuration = HTTPServerConfiguration.patient
    configuration.maximumConnections = 20_000
    return configuration
  }()

  @Test("5,000 readers of one session each cost little memory")
  func oneSession() async throws {
    try await measure("on one session", sessions: 1)
  }

  @Test("5,000 readers of as many sessions each cost little memory")
  func manySessions() async throws {
    try await measure("on sessions of their own", sessions: Self.count)
  }

  private func measure(_ name: String, sessions count: Int) async throws {
    try await withServer(http: Self.http) { server in
      let client = server.makeClient()
      var sessions: [SessionClient] = []
      for _ in 0..<count {
        sessions.append(
          try await SessionClient(
            client, creating: #"{"feature":"counters","link":"/counters/-9"}"#))
      }
      let all = sessions
      try await offPool {
        let before = Self.residentBytes()
        let readers = try (0..<Self.count).map { number in
          try Reader(port: server.port, all[number % all.count].path, address: 2 + number % 10)
        }
        for reader in readers { try reader.receive(until: "event: snapshot\n") }
        let bytes = (Self.residentBytes() - before) / Self.count
        print("\(Self.count) readers \(name): \(bytes) bytes each")
        #expect(bytes < Self.limit)

        let start = ContinuousClock.now
        let sender = try Reader(port: server.port, nil, address: 2)
        let action = #"{"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}"#
        var slowest = Duration.zero
        for session in all {
          let sent = ContinuousClock.now
          try sender.send(
            """
            POST \(session.path)/actions HTTP/1.1\r
            Host: a\r
            Content-Type: application/json\r
            Content-Length: \(action.utf8.count)\r
            \r
            \(action)
            """)
          try sender.receive(until: "\"expiresAt\"")
          slowest = max(slowest, ContinuousClock.now - sent)
        }
        for reader in readers { try reader.receive(until: "event: patch\nid: 1\n") }
        print("  all have a change after \(ContinuousClock.now - start)")
        print("  the slowest answer to its senders took \(slowest)")
      }
    }
  }

  private static func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// A plain socket, so that the measurement covers only the server's memory.
private final class Reader: @unchecked Sendable {
  // Sound: used by one thread.
  private let descriptor: Int32
  private var received = ""

  /// - Parameters:
  ///   - path: The session whose events it reads.
  ///   - address: The last byte of the reader's address, 127.0.0.x; several are needed because
  ///     connections per address are limited.
  init(port: Int, _ path: String?, address: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    func name(_ address: UInt32, _ port: UInt16) -> sockaddr_in {
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_addr.s_addr = (0x7F00_0000 | address).bigEndian
      name.sin_port = port.bigEndian
      return name
    }
    func call(
      _ name: sockaddr_in, _ body: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) -> Bool {
      var name = name
      return withUnsafePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
    guard descriptor >= 0, call(name(UInt32(address), 0), bind),
      call(name(1, UInt16(port)), connect)
    else { throw TestFailure("No connection: error \(errno).") }
    if let path { try send("GET \(path)/events HTTP/1.1\r\nHost: a\r\n\r\n") }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw TestFailure("The server accepts no more data.")
    }
  }

  func receive(until text: String) throws {
    while received.firstRange(of: text) == nil {
      var bytes = [UInt8](repeating: 0, count: 8192)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { throw TestFailure("The connection ended: \(received)") }
      received += String(decoding: bytes[..<count], as: UTF8.self)
    }
    received = ""
  }
}
