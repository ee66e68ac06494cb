import BackstackPlatform
import BackstackServiceTesting
import BackstackStorage
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackCluster
@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

/// Servers that are nodes of one cluster, in one process, over sockets.
final class ServerCluster: Sendable {
  let storage = MemoryStorage()
  let table = MemoryNodes()
  private let all = Guarded<[BackstackServer]>([])
  private let configure: @Sendable (inout ServiceConfiguration) -> Void
  private let client: HTTPClient

  /// Starts servers one after the other, so that the nodes are numbered from 1 on in their order,
  /// and waits until each knows the others.
  init(
    _ count: Int = 3,
    _ configure: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in }
  ) async throws {
    client = try HTTPClient()
    self.configure = configure
    for _ in 0..<count {
      _ = try await add(Feature("marks", initialState: Marks.State()) { Marks() })
    }
  }

  var servers: [BackstackServer] { all.withLock { $0 } }

  /// Starts one more server, and waits until each that runs knows it.
  func add(_ feature: Feature) async throws -> BackstackServer {
    try start(feature)
    await settle()
    return servers[servers.count - 1]
  }

  private func start(_ feature: Feature) throws {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.log = { _ in }
    configuration.settleTimeout = 3600
    configuration.eventHeartbeat = .seconds(3600)
    // Responses with dates are compared; beats need a clock that advances.
    configuration.now = { Date(timeIntervalSince1970: 1_800_000_000) }
    configuration.steadyClock = {
      MonotonicInstant(nanoseconds: SystemProcess.bootNanoseconds)
    }
    var random = SystemRandomNumberGenerator()
    // A busy machine must not let a node look dead.
    let timing = ClusterTiming(
      beatInterval: .milliseconds(20), deathDelay: .seconds(3600),
      patience: .seconds(patience), offerTimeout: .seconds(patience))
    let sessions = ClusterConfiguration(
      NodeProfile(
        name: "\(servers.count)", address: "", secret: NodeSecret(using: &random)),
      timing: timing)
    configuration.cluster = ClusterNode(sessions, at: .ip("127.0.0.1", port: 0)) { [table] in table
    }
    configure(&configuration)
    var http = HTTPServerConfiguration()
    http.addresses = [.ip("127.0.0.1", port: 0)]
    http.loops = 1
    http.timeouts = .forTests
    let server = BackstackServer(
      features: [feature], configuration: configuration, http: http)
    try server.start()
    all.withLock { $0.append(server) }
  }

  /// Waits until each server that runs knows all of them.
  private func settle() async {
    let running = servers.filter { !$0.service.isDraining }
    for server in running {
      while Self.member(server).view.members.values.filter({ $0.state == .ready }).count
        < running.count
      {
        await letOthersWork()
      }
    }
  }

  deinit { client.stop() }

  static func member(_ server: BackstackServer) -> ClusterMember {
    server.service.cluster!.ownership.member
  }

  /// The servers besides one.
  func others(than server: BackstackServer) -> [BackstackServer] {
    servers.filter { $0 !== server }
  }

  /// The server that has a session in memory.
  func owner(of id: String) -> BackstackServer? {
    servers.first { $0.service.directory.find(SessionID(id)!) != nil }
  }

  func send(
    _ method: HTTPMethod, _ target: String, _ content: String = "", fields: HTTPFields = [:],
    to server: BackstackServer
  ) async throws -> HTTPResponse {
    try await send(method, target, content, fields: fields, port: try #require(server.localPort))
  }

  func send(
    _ method: HTTPMethod, _ target: String, _ content: String = "", fields: HTTPFields = [:],
    port: Int
  ) async throws -> HTTPResponse {
    var fields = fields
    if !content.isEmpty { fields.append(.contentType, "application/json") }
    let request = try HTTPClientRequest(
      method, target, fields: fields, content: Array(content.utf8))
    let address = HTTPServerAddress(host: "127.0.0.1", port: port)
    return try await withCheckedContinuation { continuation in
      client.send(request, to: address, timeout: .seconds(patience)) {
        continuation.resume(returning: $0)
      }
    }.get()
  }

  /// Creates a session at a server.
  func create(at server: BackstackServer, fields: HTTPFields = [:]) async throws -> String {
    let response = try await send(
      .post, "/sessions", #"{"feature": "marks"}"#, fields: fields, to: server)
    let location = try #require(response.fields[.location])
    return String(location.dropFirst("/sessions/".count))
  }

  func shutDown() async throws {
    try await offPool { [servers] in
      for server in servers { server.shutdown(graceSeconds: Double(patience)) }
    }
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body.bytes, as: UTF8.self) }
}

/// A blocking connection, for what has no end.
final class EventConnection: Sendable {
  private let descriptor: Int32
  private let received = Guarded("")

  init(to port: Int, _ target: String, _ fields: String = "") throws {
    let address = try #require(SocketAddress(host: "127.0.0.1", port: UInt16(port)))
    descriptor = try StreamSocket.connect(to: address, timeoutSeconds: patience)
    send(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8))
  }

  private func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer {
      _ = StreamSocket.send(descriptor, $0, upTo: $0.count, hasMore: false)
    }
  }

  /// Opens a socket to a session.
  convenience init(toSocketOf id: String, at port: Int, _ query: String = "") throws {
    let fields = SocketReader.handshake.map { "\($0.0): \($0.1)\r\n" }.joined()
    try self.init(to: port, "/sessions/\(id)/socket\(query)", fields)
  }

  /// Sends a message of at most 125 bytes over a socket, with a mask that changes nothing.
  func send(message text: String) {
    send([0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8))
  }

  deinit { FileDescriptor.close(descriptor) }

  /// The connection has ended.
  struct Ended: Error {
    let received: String
  }

  /// Reads until a text has come.
  ///
  /// - Returns: Everything up to the text.
  /// - Throws: ``Ended`` if the connection ends before.
  func read(until text: String) async throws -> String {
    try await offPool { [self] in
      while true {
        let found = received.withLock { received -> String? in
          guard let range = received.firstRange(of: text) else { return nil }
          let part = String(received[..<range.upperBound])
          received.removeSubrange(..<range.upperBound)
          return part
        }
        if let found { return found }
        let bytes = StreamSocket.receive(descriptor, 1)
        if bytes.isEmpty { throw Ended(received: received.withLock { $0 }) }
        received.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      }
    }
  }
}
