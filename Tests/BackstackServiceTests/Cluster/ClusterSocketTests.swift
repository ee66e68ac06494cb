import BackstackPlatform
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackCluster
@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Sockets in a cluster")
struct ClusterSocketTests {
  private static func open(
    _ id: String, at server: BackstackServer, _ query: String = ""
  ) throws -> EventConnection {
    try EventConnection(toSocketOf: id, at: try #require(server.localPort), query)
  }

  @Test("Messages at any server are processed in order, and patches come before answers")
  func anywhere() async throws {
    let cluster = try await ServerCluster()
    let id = try await cluster.create(at: cluster.servers[0])
    for (turn, entry) in cluster.servers.enumerated() {
      let socket = try Self.open(id, at: entry)
      let first = try await socket.read(until: #"{"snapshot":{"#)
      #expect(first.hasPrefix("HTTP/1.1 101 "), "\(first)")
      let before = 5 * turn
      for number in 1...3 {
        let key = "\(turn)\(number)"
        socket.send(message: #"{"id":\#(number),"send":{"mark":\#(number)},"key":"\#(key)"}"#)
      }
      for number in 1...3 {
        let text = try await socket.read(until: #"{"id":\#(number),"version":\#(before + number)}"#)
        // The patch may have brought later versions, too.
        #expect(
          number > 1 || text.contains(#""patch":[{"op":"add","path":"/state/marks/"#), "\(text)")
      }
      // The same again, also in a request; and one that is refused.
      socket.send(message: #"{"id":4,"send":{"mark":3},"key":"\#(turn)3"}"#)
      _ = try await socket.read(until: #"{"id":4,"version":\#(before + 3)}"#)
      let again = try await cluster.send(
        .post, "/sessions/\(id)/actions", #"{"mark":3}"#,
        fields: [.idempotencyKey: "\"\(turn)3\""], to: cluster.servers[2 - turn])
      #expect(again.status == .noContent && again.fields[.eTag] == "\"\(before + 3)\"")
      socket.send(message: #"{"id":5,"send":{"mark":9},"if":99}"#)
      let refused = try await socket.read(until: #"{"id":5,"problem":{"type":"/problems/"#)
      #expect(!refused.contains("\"version\":\(before + 4)"))
      socket.send(message: #"{"id":6,"restore":\#(before)}"#)
      _ = try await socket.read(until: #"{"id":6,"version":\#(before + 4)}"#)
      socket.send(message: #"{"id":7,"send":{"mark":0}}"#)
      socket.send(message: #"{"id":8,"read":true}"#)
      _ = try await socket.read(until: #"{"id":8,"snapshot":{"#)
      let snapshot = try await socket.read(until: "]")
      #expect(snapshot.contains("\"version\":\(before + 5)"), "\(snapshot)")
    }
    // A handshake that is refused, and a session that does not exist, are the same anywhere.
    for entry in cluster.servers {
      var fields = HTTPFields()
      for (name, value) in SocketReader.handshake { fields.append(name, value) }
      let unknown = try Self.open(String(repeating: "0", count: 32), at: entry)
      #expect(try await unknown.read(until: "\r\n").hasPrefix("HTTP/1.1 404 "))
      fields.append(.origin, "https://evil.example")
      let page = try await cluster.send(.get, "/sessions/\(id)/socket", fields: fields, to: entry)
      #expect(page.status == .forbidden)
    }
    try await cluster.shutDown()
  }

  @Test("A wait at another server ends when the client has gone")
  func waits() async throws {
    let cluster = try await ServerCluster(2)
    let owner = cluster.servers[0]
    let id = try await cluster.create(at: owner)
    var socket: EventConnection? = try Self.open(id, at: cluster.servers[1])
    _ = try await socket?.read(until: #"{"snapshot":{"#)
    socket?.send(message: #"{"id":1,"send":"wait","wait":3600}"#)
    while owner.service.directory.pendingReplies.count == 0 { await Task.yield() }
    socket = nil
    while owner.service.directory.pendingReplies.count > 0 { await Task.yield() }
    try await cluster.shutDown()
  }

  @Test("A socket continues while its session is handed over, and while its owner is declared dead")
  func moves() async throws {
    let cluster = try await ServerCluster()
    let owner = cluster.servers[0]
    let number = try #require(ServerCluster.member(owner).number)
    let id = try await cluster.create(at: owner)
    let socket = try Self.open(id, at: cluster.servers[1])
    _ = try await socket.read(until: #"{"snapshot":{"#)
    var version = 0
    func act() async throws {
      version += 1
      socket.send(message: #"{"id":\#(version),"send":{"mark":\#(version)},"key":"k\#(version)"}"#)
      let text = try await socket.read(until: #"{"id":\#(version),"version":\#(version)}"#)
      // After a gap, a snapshot comes in place of a patch.
      let news = [#""version":\#(version),"patch":["#, #"{"snapshot":{"#]
      #expect(news.contains { text.contains($0) }, "\(text)")
    }
    try await act()
    var beat: UInt64 = 0
    while !cluster.table.declareDead(number, since: beat) { beat += 1 }
    for _ in 1...3 { try await act() }
    let next = try #require(cluster.owner(of: id))
    guard next !== cluster.servers[1] else { return try await cluster.shutDown() }
    let isLeft = Task { try await offPool { next.shutdown(graceSeconds: Double(patience)) } }
    while !next.service.isDraining { await Task.yield() }
    for _ in 1...3 { try await act() }
    _ = try await isLeft.value
    try await act()
    let text = try await cluster.send(.get, "/sessions/\(id)", to: cluster.servers[1]).text
    #expect(text.contains("[\((1...version).map(String.init).joined(separator: ","))]"), "\(text)")
    try await cluster.shutDown()
  }

  @Test("A socket at the node that hands its session over is closed: its client connects again")
  func leaves() async throws {
    let cluster = try await ServerCluster(2)
    let owner = cluster.servers[0]
    let id = try await cluster.create(at: owner)
    var socket: EventConnection? = try Self.open(id, at: owner)
    _ = try await socket?.read(until: #"{"snapshot":{"#)
    _ = try await cluster.send(.post, "/sessions/\(id)/actions", #""wait""#, to: owner)
    let isLeft = Task { try await offPool { owner.shutdown(graceSeconds: Double(patience)) } }
    // The session has left the memory, or the server is about to stop: both are 1001.
    let end = try await socket?.read(until: "server")
    #expect(end?.hasSuffix("server") == true)
    // Else the server would wait for the client's close frame.
    socket = nil
    var other: EventConnection? = try Self.open(id, at: cluster.servers[1], "?version=1")
    other?.send(message: #"{"id":1,"send":{"mark":1}}"#)
    // The end of the effect with the node may have made a version before or after.
    _ = try await other?.read(until: #"{"id":1,"version":"#)
    _ = try await isLeft.value
    let snapshot = try await cluster.send(.get, "/sessions/\(id)", to: cluster.servers[1]).text
    #expect(snapshot.contains(#""state":{"marks":[1]},"effects":0,"#), "\(snapshot)")
    other = nil
    try await cluster.shutDown()
  }
}
