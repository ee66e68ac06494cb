import Backstack
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
    // Issues are in the answers.
    for entry in cluster.servers {
      let socket = try Self.open(id, at: entry)
      socket.send(message: #"{"id":1,"send":{"mark":-1}}"#)
      let answer = try await socket.read(until: #","issues":[{"message":"-1 is no mark."#)
      #expect(answer.contains(#"{"id":1,"version":"#), "\(answer)")
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

  @Test("Nodes tell each other as many issues as a field has room for, if they are asked")
  func issues() throws {
    let asking = try HTTPRequest(
      method: .post, target: "/sessions/1/actions", fields: [PeerFields.issues: "?"])
    func told(_ count: Int, length: Int, _ request: HTTPRequest) -> [UInt8] {
      let issue = Issue(message: String(repeating: "é", count: length), location: SourceLocation())
      var response = HTTPResponse(status: .noContent)
      response.add(Array(repeating: issue, count: count), for: request)
      return response.issues
    }
    let two = String(decoding: told(2, length: 3, asking), as: UTF8.self)
    #expect(two.hasPrefix(#""issues":[{"message":"ééé","location":"#) && two.hasSuffix(#""}]"#))
    #expect(two.matches(of: /"message"/).count == 2)
    #expect((3000...4096).contains(told(16, length: 200, asking).count))
    #expect(told(1, length: 5000, asking).isEmpty && told(0, length: 1, asking).isEmpty)
    #expect(told(1, length: 1, try HTTPRequest(method: .post, target: "/")).isEmpty)
  }

  @Test("A ticket opens a socket at every server, once, for the client that asked")
  func tickets() async throws {
    let keys = ["ada", "bob"].map { APIKey(name: $0, secret: String(repeating: $0, count: 12))! }
    let cluster = try await ServerCluster { $0.apiKeys = keys }
    let ada: HTTPFields = [.authorization: "Bearer \(String(repeating: "ada", count: 12))"]
    let bob: HTTPFields = [.authorization: "Bearer \(String(repeating: "bob", count: 12))"]
    let id = try await cluster.create(at: cluster.servers[0], fields: ada)
    let other = try await cluster.create(at: cluster.servers[0], fields: bob)
    for (turn, entry) in cluster.servers.enumerated() {
      let issued = try await cluster.send(
        .post, "/sessions/\(id)/events/tickets", fields: ada, to: cluster.servers[2 - turn])
      let ticket = try #require(issued.text.split(separator: "\"").dropFirst(3).first)
      // Not for another session, nor one that can't be a ticket.
      func refuses(_ ticket: some StringProtocol, for session: String) async throws {
        let socket = try Self.open(session, at: entry, "?ticket=\(ticket)")
        let status = try await socket.read(until: "\r\n")
        #expect(["HTTP/1.1 401", "HTTP/1.1 404"].contains(status.prefix(12)), "\(status)")
      }
      try await refuses(ticket, for: other)
      try await refuses("x%26view=screen%0D%0A", for: id)
      try await refuses("", for: id)
      let socket = try Self.open(id, at: entry, "?ticket=\(ticket)&version=0")
      socket.send(message: #"{"id":1,"send":{"mark":1}}"#)
      let first = try await socket.read(until: #"{"id":1,"version":\#(turn + 1)}"#)
      #expect(first.hasPrefix("HTTP/1.1 101 "), "\(first)")
      #expect(!first.lowercased().contains("holder"), "\(first)")
      try await refuses(ticket, for: id)
    }
    // No client is told whose a ticket is.
    let issued = try await cluster.send(
      .post, "/sessions/\(id)/events/tickets", fields: ada, to: cluster.servers[0])
    let ticket = try #require(issued.text.split(separator: "\"").dropFirst(3).first)
    let stream = try EventConnection(
      to: try #require(cluster.servers[1].localPort), "/sessions/\(id)/events?ticket=\(ticket)",
      "Accept: text/event-stream\r\n\(PeerFields.holder): ?\r\nConnection: close\r\n")
    #expect(try await stream.read(until: "\r\n").hasPrefix("HTTP/1.1 401 "))
    try await cluster.shutDown()
  }

  @Test("A client that loses access to a session of another server loses its socket")
  func revoked() async throws {
    let isAllowed = Guarded(true)
    let cluster = try await ServerCluster(2) {
      $0.mayUse = { _, _, _ in isAllowed.withLock { $0 } }
    }
    let owner = cluster.servers[0]
    let id = try await cluster.create(at: owner)
    let socket = try Self.open(id, at: cluster.servers[1])
    _ = try await socket.read(until: #"{"snapshot":{"#)
    isAllowed.withLock { $0 = false }
    owner.service.directory.streams.beat()
    _ = try await socket.read(until: "\u{11}1The client may not use the session any more.")
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
    while owner.service.directory.pendingReplies.count == 0 { await letOthersWork() }
    socket = nil
    while owner.service.directory.pendingReplies.count > 0 { await letOthersWork() }
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
    // The owner may have answered all of them before it noticed its death, and then let the session go.
    var owners = cluster.owner(of: id)
    while owners == nil {
      try await act()
      owners = cluster.owner(of: id)
    }
    let next = try #require(owners)
    guard next !== cluster.servers[1] else { return try await cluster.shutDown() }
    let isLeft = Task { try await offPool { next.shutdown(graceSeconds: Double(patience)) } }
    while !next.service.isDraining { await letOthersWork() }
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
