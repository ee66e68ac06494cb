import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import Dispatch
import FoundationEssentials
import Testing

@testable import BackstackCluster
@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Servers that can't reach each other")
struct ClusterRelayTests {
  /// A table of nodes in which one node reads a wrong address of another one.
  private struct CutNodes: NodeDirectory {
    let table: MemoryNodes
    /// The number of the node that the reader of this table can't reach.
    let hidden: UInt64?

    private func seen(_ reading: NodeReading) -> NodeReading {
      var reading = reading
      for index in reading.rows.indices where reading.rows[index].number == hidden {
        // Nothing listens there.
        reading.rows[index].profile.address = "127.0.0.1:1"
      }
      return reading
    }

    func join(_ profile: NodeProfile) -> (number: UInt64, reading: NodeReading) {
      let (number, reading) = table.join(profile)
      return (number, seen(reading))
    }

    func beat(_ number: UInt64, state: NodeState) -> NodeReading? {
      table.beat(number, state: state).map(seen)
    }

    func declareDead(_ number: UInt64, since beat: UInt64) -> Bool {
      table.declareDead(number, since: beat)
    }

    func endConnections(of number: UInt64) {}
  }

  /// Starts servers of which the second one can't reach the first.
  private func cutCluster(_ count: Int) async throws -> ServerCluster {
    let table = MemoryNodes()
    let started = Guarded(0)
    return try await ServerCluster(count) { configuration in
      let index = started.withLock { started in
        defer { started += 1 }
        return started
      }
      configuration.cluster?.makeDirectory = {
        CutNodes(table: table, hidden: index == 1 ? 1 : nil)
      }
    }
  }

  @Test("A third node passes on what the entry can't send itself")
  func third() async throws {
    let cluster = try await cutCluster(3)
    let (owner, entry) = (cluster.servers[0], cluster.servers[1])
    let id = try await cluster.create(at: owner)
    let actions = "/sessions/\(id)/actions"
    for (mark, key) in [(1, nil), (2, "k")] as [(Int, String?)] {
      let fields: HTTPFields = key.map { ["Idempotency-Key": "\"\($0)\""] } ?? [:]
      let response = try await cluster.send(
        .post, actions, #"{"mark": \#(mark)}"#, fields: fields, to: entry)
      #expect(response.status == .ok && response.fields[.eTag] == "\"\(mark)\"")
      #expect(!response.fields.contains(PeerFields.relay))
    }
    for (target, fields) in [
      ("/sessions/\(id)", [:]), ("/sessions/\(id)", [.ifNoneMatch: "\"2\""]),
      ("/sessions/\(id)/history/9", [:]), ("/sessions/\(id)/none", [:]),
    ] as [(String, HTTPFields)] {
      var fields = fields
      fields.set(.requestID, "mine")
      let expected = try await cluster.send(.get, target, fields: fields, to: owner)
      let response = try await cluster.send(.get, target, fields: fields, to: entry)
      #expect(response.status == expected.status && response.text == expected.text, "\(target)")
    }
    #expect(cluster.owner(of: id) === owner)
    try await cluster.shutDown()
  }

  @Test("Events and long polls come through a third node, and through a fourth when it stops")
  func streams() async throws {
    let cluster = try await cutCluster(4)
    let (owner, entry, third) = (cluster.servers[0], cluster.servers[1], cluster.servers[2])
    let id = try await cluster.create(at: owner)
    let stream = try EventConnection(
      to: try #require(entry.localPort), "/sessions/\(id)/events",
      "Accept: text/event-stream\r\n")
    _ = try await stream.read(until: "event: snapshot")
    // The third one only passes them on.
    #expect(entry.service.mirrors.count == 1 && third.service.mirrors.count == 0)
    let poll = Task {
      try await cluster.send(
        .get, "/sessions/\(id)?wait=60", fields: [.ifNoneMatch: "\"0\""], to: entry)
    }
    while owner.service.directory.pendingReplies.count == 0 { await letOthersWork() }
    #expect(third.service.directory.pendingReplies.count == 1)
    third.service.beginDraining()
    // The poll is given up there, and has come through the fourth node.
    let fourth = cluster.servers[3]
    while fourth.service.directory.pendingReplies.count == 0 { await letOthersWork() }
    _ = try await cluster.send(.post, "/sessions/\(id)/actions", #"{"mark": 1}"#, to: owner)
    let polled = try await poll.value
    #expect(polled.status == .ok && polled.text.contains("[1]"), "\(polled.status)")
    _ = try await stream.read(until: "event: patch\nid: 1\nbase: 0\n")
    try await cluster.shutDown()
  }

  /// A node that takes connections, and closes each when a test says so.
  private final class SilentNode: Sendable {
    /// Whether the node responds before it closes a connection.
    final class Manner: Sendable {
      private let isPolite = Guarded(false)

      var responds: Bool {
        get { isPolite.withLock { $0 } }
        set { isPolite.withLock { $0 = newValue } }
      }
    }

    let profile: NodeProfile
    /// Signaled for each request that has come.
    let arrived = DispatchSemaphore(value: 0)
    let close = DispatchSemaphore(value: 0)
    let manner = Manner()
    private let socket: ListeningSocket

    init() throws {
      let socket = try ListeningSocket(
        .ip("127.0.0.1", port: 0), backlog: 16, reusesPort: false, isDualStack: false)
      self.socket = socket
      let port = try #require(socket.address.port)
      profile = NodeProfile(name: "silent", address: "127.0.0.1:\(port)")
      try PlatformThread.start { [arrived, close, manner] in
        while FileDescriptor.waitUntilReadable(socket.descriptor, milliseconds: -1) {
          guard case .connection(let descriptor, _) = StreamSocket.accept(socket.descriptor) else {
            return
          }
          _ = FileDescriptor.waitUntilReadable(descriptor, milliseconds: -1)
          arrived.signal()
          close.wait()
          if manner.responds {
            // Without the field, the next request could be sent on the connection that ends.
            let response = "HTTP/1.1 404 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            Array(response.utf8).withUnsafeBufferPointer {
              _ = StreamSocket.send(descriptor, $0, upTo: $0.count, hasMore: false)
            }
            StreamSocket.shutDownWriting(descriptor)
            // Everything is read until the client closes: a reset could overtake the response.
            while FileDescriptor.waitUntilReadable(descriptor, milliseconds: -1),
              !StreamSocket.receive(descriptor, 4096).isEmpty
            {}
          }
          // What was not read makes it a reset.
          FileDescriptor.close(descriptor)
        }
      }
    }

    deinit { StreamSocket.shutDownReading(socket.descriptor) }
  }

  @Test("No request waits for a node that was silent, until it responds again")
  func silence() async throws {
    let (clock, timer, node) = (ManualSteadyClock(), ManualTimer(), try SilentNode())
    let links = try PeerLinks(maximumConnections: 4, timer: timer, now: clock.now)
    let request = try HTTPRequest(method: .get, target: "/sessions/a")
    func send(_ completion: @escaping @Sendable (Bool?) -> Void) {
      _ = links.send(
        request, to: 1, node.profile, referral: .home, for: nil, timeout: .seconds(patience)
      ) { outcome in
        if case .failed(let mayBeProcessed) = outcome { completion(mayBeProcessed) }
      }
    }
    /// Sends a request whose connection is reset after some time; returns whether it was sent.
    func isSent(resetAfter seconds: Double) async throws -> Bool? {
      let outcomes = AsyncStream<Bool?>.makeStream()
      send { outcomes.continuation.yield($0) }
      try await offPool { node.arrived.wait() }
      clock.advance(by: seconds)
      node.close.signal()
      return await outcomes.stream.first { _ in true } ?? nil
    }
    /// Whether a request fails at once, and was not sent.
    func isRefused() -> Bool {
      let isSent = Guarded<Bool?>(nil)
      send { result in isSent.withLock { $0 = result } }
      return isSent.withLock { $0 } == false
    }
    func hasArrived() -> Bool { node.arrived.wait(timeout: .now()) == .success }
    /// Waits until the node is asked for a sign of life: again after a pause, if the first request did
    /// not reach it.
    func isAsked() async {
      while !hasArrived() {
        if timer.count > 0 { timer.advance(by: 1) }
        await letOthersWork()
      }
    }
    #expect(try await isSent(resetAfter: 0.9) == true)
    // It was not silent, so that the next one is sent as well.
    #expect(try await isSent(resetAfter: 1) == true)
    for _ in 1...2 {
      await isAsked()
      #expect(links.isSilent(1) && isRefused())
      node.close.signal()
      while timer.count == 0 { await letOthersWork() }
      #expect(isRefused())
      timer.advance(by: 1)
    }
    await isAsked()
    node.manner.responds = true
    node.close.signal()
    // The node is asked again if the machine was too busy for it to respond in time.
    while links.isSilent(1) {
      if timer.count > 0 { timer.advance(by: 1) }
      if hasArrived() { node.close.signal() }
      await letOthersWork()
    }
    node.manner.responds = false
    #expect(try await isSent(resetAfter: 0) == true)
    links.stop()
  }

  @Test("A node that can't pass a request on says so to the node that has sent it")
  func notRelayed() async throws {
    let cluster = try await cutCluster(2)
    let (owner, entry) = (cluster.servers[0], cluster.servers[1])
    let id = try await cluster.create(at: owner)
    let profile = try #require(
      ServerCluster.member(owner).view.members[2]?.profile)
    let port = try #require(HTTPServerAddress(profile.address)?.port)
    let secret = Data(profile.secret.bytes).base64EncodedString()
    func relay(to target: String) async throws -> HTTPResponse {
      let fields: HTTPFields = [
        .authorization: "Bearer \(secret)", PeerFields.referral: "home",
        PeerFields.relay: target,
      ]
      return try await cluster.send(
        .post, "/sessions/\(id)/actions", #"{"mark": 1}"#, fields: fields, port: port)
    }
    // One that it can't reach either, and one that is unknown.
    for target in ["1", "9"] {
      let response = try await relay(to: target)
      #expect(response.status == .serviceUnavailable)
      #expect(response.fields[PeerFields.refused] == "unreachable")
    }
    for target in ["", "x", "-1"] {
      #expect(try await relay(to: target).status == .unprocessableContent)
    }
    #expect(entry.service.directory.find(SessionID(id)!) == nil)
    let text = try await cluster.send(.get, "/sessions/\(id)", to: owner).text
    #expect(text.contains(#""version":0"#))
    try await cluster.shutDown()
  }
}
