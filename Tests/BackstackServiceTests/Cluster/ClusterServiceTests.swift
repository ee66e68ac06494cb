import BackstackPlatform
import BackstackStorage
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackCluster
@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Servers in a cluster")
struct ClusterServiceTests {
  private static func key(_ key: String) -> HTTPFields { ["Idempotency-Key": "\"\(key)\""] }

  @Test("Every server answers for every session, and each action is processed once")
  func anywhere() async throws {
    let cluster = try await ServerCluster()
    for owner in cluster.servers {
      let id = try await cluster.create(at: owner)
      #expect(cluster.owner(of: id) === owner)
      var marks: [Int] = []
      for (number, entry) in (cluster.servers + cluster.servers).enumerated() {
        let action = #"{"mark": \#(number)}"#
        let response = try await cluster.send(
          .post, "/sessions/\(id)/actions", action, fields: Self.key("k\(number)"), to: entry)
        marks.append(number)
        let text = marks.map(String.init).joined(separator: ",")
        #expect(response.status == .ok && response.text.contains("[\(text)]"))
        #expect(response.fields[.eTag] == "\"\(number + 1)\"")
        // The same request again, at each server.
        for other in cluster.servers {
          let again = try await cluster.send(
            .post, "/sessions/\(id)/actions", action, fields: Self.key("k\(number)"), to: other)
          #expect(again.status == .ok && again.text == response.text)
          let read = try await cluster.send(.get, "/sessions/\(id)", to: other)
          #expect(read.text.contains("[\(text)]"))
          #expect(read.fields.values(of: "Date").count == 1)
        }
      }
      #expect(cluster.owner(of: id) === owner)
      #expect(try await cluster.storage.load(id).header.epoch == 1)
    }
    try await cluster.shutDown()
  }

  @Test("The program's own actions reach sessions of every node, also those that it may not read")
  func hostActions() async throws {
    let cluster = try await ServerCluster { $0.mayUse = { _, _, _ in false } }
    for (number, owner) in cluster.servers.enumerated() {
      let id = try await cluster.create(at: owner)
      for (version, server) in cluster.servers.enumerated() {
        let snapshot = try await server.send(Marks.Action.mark(number), to: id)
        #expect(snapshot.version == version + 1 && snapshot.id == id)
        #expect(snapshot.feature == "marks")
        #expect(
          snapshot.state
            == #"{"marks":[\#(Array(repeating: "\(number)", count: version + 1).joined(separator: ","))]}"#
        )
        let mismatch = await #expect(throws: SessionError.self) {
          try await server.send(Marks.Action.mark(9), to: id, ifVersion: version)
        }
        #expect("\(mismatch, default: "")" == "\(SessionError.versionMismatch)")
        await #expect(throws: SessionError.self) { try await server.send("no mark", to: id) }
      }
      let entries = try await cluster.storage.load(id)
      #expect(entries.header.epoch == 1)
    }
    let nobody = String(repeating: "0", count: 32)
    for server in cluster.servers {
      let unknown = await #expect(throws: SessionError.self) {
        try await server.send(Marks.Action.mark(1), to: nobody)
      }
      #expect("\(unknown, default: "")" == "\(SessionError.unknownSession)")
      // No client reaches the route.
      let refused = try await cluster.send(
        .post, "/sessions/\(nobody)/host-actions", #"{"mark":1}"#, to: server)
      #expect(refused.status == .notFound)
    }
    try await cluster.shutDown()
  }

  @Test("Refusals and endings are the same at every server")
  func refusals() async throws {
    let cluster = try await ServerCluster()
    let owner = cluster.servers[0]
    let id = try await cluster.create(at: owner)
    let actions = "/sessions/\(id)/actions"
    for (method, target, content, fields) in [
      (.post, actions, #"{"unknown": 1}"#, [:]), (.post, actions, "{", [:]),
      (.post, actions, #"{"mark": 1}"#, [.ifMatch: "\"7\""]),
      (.get, "/sessions/\(id)/history/9", "", [:]), (.get, "/sessions/\(id)/none", "", [:]),
      (.get, "/sessions/\(id)", "", [.ifNoneMatch: "\"0\""]), (.head, "/sessions/\(id)", "", [:]),
      (.put, "/sessions/\(id)", "", [:]), (.get, "/sessions/\(id)?x=y", "", [:]),
      (.get, "/sessions/\(String(repeating: "0", count: 32))", "", [:]),
    ] as [(HTTPMethod, String, String, HTTPFields)] {
      var fields = fields
      fields.set(.requestID, "mine")
      let expected = try await cluster.send(method, target, content, fields: fields, to: owner)
      for entry in cluster.others(than: owner) {
        let response = try await cluster.send(method, target, content, fields: fields, to: entry)
        #expect(response.status == expected.status, "\(method) \(target)")
        #expect(response.text == expected.text, "\(method) \(target)")
        for name in [HTTPFieldName.contentType, .eTag, .cacheControl, .allow] {
          #expect(response.fields[name] == expected.fields[name], "\(method) \(target) \(name)")
        }
      }
    }
    let deleted = try await cluster.send(.delete, "/sessions/\(id)", to: cluster.servers[1])
    #expect(deleted.status == .noContent)
    for entry in cluster.servers {
      #expect(try await cluster.send(.get, "/sessions/\(id)", to: entry).status == HTTPStatus(410))
    }
    try await cluster.shutDown()
  }

  @Test("When a node is declared dead, its sessions continue at others, and so do waiting requests")
  func takeover() async throws {
    let cluster = try await ServerCluster()
    let owner = cluster.servers[0]
    let number = try #require(ServerCluster.member(owner).number)
    let ids = [
      try await cluster.create(at: owner), try await cluster.create(at: owner),
      try await cluster.create(at: owner),
    ]
    for id in ids {
      _ = try await cluster.send(.post, "/sessions/\(id)/actions", #"{"mark": 1}"#, to: owner)
    }
    let entry = cluster.servers[1]
    let poll = Task {
      while true {
        let response = try await cluster.send(
          .get, "/sessions/\(ids[0])?wait=60", fields: [.ifNoneMatch: "\"1\""], to: entry)
        // The node may learn first that it was declared dead: it ends the wait, and clients ask
        // again.
        if response.status != .notModified { return response }
      }
    }
    while owner.service.directory.pendingReplies.count == 0 { await letOthersWork() }
    let stream = try EventConnection(
      to: try #require(entry.localPort), "/sessions/\(ids[1])/events",
      "Accept: text/event-stream\r\nConnection: close\r\n")
    _ = try await stream.read(until: "event: snapshot")
    // As others do that see no beat of it.
    var beat: UInt64 = 0
    while !cluster.table.declareDead(number, since: beat) { beat += 1 }
    for id in ids {
      for (mark, server) in cluster.servers.enumerated() {
        let response = try await cluster.send(
          .post, "/sessions/\(id)/actions", #"{"mark": \#(mark + 2)}"#,
          fields: Self.key("\(id)\(mark)"), to: server)
        #expect(response.status == .ok, "\(response.text)")
      }
      let text = try await cluster.send(.get, "/sessions/\(id)", to: cluster.servers[2]).text
      #expect(text.contains("[1,2,3,4]"), "\(text)")
    }
    // The stream continues: with a patch for each change, as none was lost.
    for mark in 2...4 {
      let event = try await stream.read(until: "event: patch\nid: \(mark)\nbase: \(mark - 1)\n")
      #expect(event.hasSuffix("base: \(mark - 1)\n") && !event.contains("event: snapshot"))
    }
    let polled = try await poll.value
    #expect(polled.status == .ok, "\(polled.status) \(polled.text)")
    #expect(ServerCluster.member(owner).number != number)
    try await cluster.shutDown()
  }

  @Test("A server that stops hands busy sessions to the others, amid requests")
  func drain() async throws {
    let cluster = try await ServerCluster()
    let leaving = cluster.servers[0]
    let others = cluster.others(than: leaving)
    let busy = try await cluster.create(at: leaving)
    let idle = try await cluster.create(at: leaving)
    _ = try await cluster.send(.post, "/sessions/\(busy)/actions", #""wait""#, to: leaving)
    let requests = Task {
      var marks: [Int] = []
      while !Task.isCancelled {
        let mark = marks.count
        let response = try await cluster.send(
          .post, "/sessions/\(busy)/actions", #"{"mark": \#(mark)}"#, to: others[mark % 2])
        #expect(response.status == .ok, "\(response.text)")
        marks.append(mark)
      }
      return marks
    }
    _ = try await offPool { leaving.shutdown(graceSeconds: Double(patience)) }
    #expect(ServerCluster.member(leaving).number == nil)
    // Active there already.
    let owner = try #require(cluster.owner(of: busy))
    #expect(owner !== leaving && cluster.owner(of: idle) == nil)
    requests.cancel()
    let marks = try await requests.value.map(String.init).joined(separator: ",")
    for entry in others {
      let response = try await cluster.send(.get, "/sessions/\(busy)", to: entry)
      #expect(response.status == .ok && response.text.contains("[\(marks)]"))
      #expect(try await cluster.send(.get, "/sessions/\(idle)", to: entry).status == .ok)
    }
    #expect(try await cluster.storage.load(busy).header.epoch == 2)
    try await cluster.shutDown()
  }

  @Test("A request whose changes are refused as another node's is processed there")
  func fenced() async throws {
    let cluster = try await ServerCluster()
    let owner = cluster.servers[0]
    let thief = try #require(ServerCluster.member(cluster.servers[1]).number)
    for (number, entry) in cluster.servers.enumerated() {
      let id = try await cluster.create(at: owner)
      _ = try await cluster.send(.post, "/sessions/\(id)/actions", #"{"mark": 1}"#, to: owner)
      // As if the owner had been taken to be dead.
      _ = try await cluster.storage.claim(SessionClaim(id, for: thief))
      // With and without a key.
      let fields = number == 1 ? Self.key("k") : [:]
      let response = try await cluster.send(
        .post, "/sessions/\(id)/actions", #"{"mark": 2}"#, fields: fields, to: entry)
      #expect(response.status == .ok && response.text.contains("[1,2]"), "\(response.text)")
      #expect(response.fields[.eTag] == "\"2\"")
      let read = try await cluster.send(.get, "/sessions/\(id)", to: owner)
      #expect(read.text.contains("[1,2]"))
    }
    try await cluster.shutDown()
  }

  @Test("A request without a key is not processed again if a later change is refused")
  func storedBefore() async throws {
    let cluster = try await ServerCluster()
    let owner = cluster.servers[0]
    let thief = try #require(ServerCluster.member(cluster.servers[1]).number)
    for entry in cluster.servers {
      let id = try await cluster.create(at: owner)
      let waiting = Task {
        try await cluster.send(
          .post, "/sessions/\(id)/actions", #"[{"mark": 1}, "wait"]"#,
          fields: ["Prefer": "wait=60"],
          to: entry)
      }
      while try await cluster.storage.load(id).header.version == 0 { await letOthersWork() }
      _ = try await cluster.storage.claim(SessionClaim(id, for: thief))
      _ = try? await owner.send(Marks.Action.mark(2), to: id)
      let response = try await waiting.value
      #expect(response.status == .serviceUnavailable, "\(response.text)")
      let state = try await cluster.storage.load(id).state
      #expect(String(decoding: state, as: UTF8.self).hasPrefix(#"{"marks":[1"#))
      #expect(!String(decoding: state, as: UTF8.self).contains(",1"))
    }
    try await cluster.shutDown()
  }

  @Test("A session is activated for a node that offers it, and for nobody else")
  func activation() async throws {
    let cluster = try await ServerCluster(2)
    let (owner, other) = (cluster.servers[0], cluster.servers[1])
    let id = try await cluster.create(at: owner)
    let (giver, taker) = (
      try #require(ServerCluster.member(owner).number),
      try #require(ServerCluster.member(other).number)
    )
    let profile = try #require(ServerCluster.member(owner).view.members[taker]?.profile)
    let port = try #require(HTTPServerAddress(profile.address)?.port)
    let secret = Data(profile.secret.bytes).base64EncodedString()
    func offer(_ id: String, _ referral: Referral?) async throws -> HTTPStatus {
      var fields: HTTPFields = [.authorization: "Bearer \(secret)"]
      if let referral { fields.append(PeerFields.referral, referral.fieldValue) }
      return try await cluster.send(
        .post, "/sessions/\(id)/activation", fields: fields, port: port
      ).status
    }
    for referral in [nil, .home, .owner(epoch: 1)] as [Referral?] {
      #expect(try await offer(id, referral) == .unprocessableContent)
    }
    #expect(try await offer("x", .consent(of: giver, epoch: 1)) == .unprocessableContent)
    // Not its consent, or to an earlier claim.
    for consent in [Referral.consent(of: taker, epoch: 1), .consent(of: giver, epoch: 7)] {
      #expect(try await offer(id, consent) == .misdirectedRequest)
    }
    #expect(cluster.owner(of: id) === owner)
    #expect(
      try await cluster.send(.post, "/sessions/\(id)/activation", to: owner).status == .notFound)
    owner.service.directory.passivation.passivateIdle(for: 0)
    #expect(try await offer(id, .consent(of: giver, epoch: 1)) == .noContent)
    #expect(cluster.owner(of: id) === other)
    try await cluster.shutDown()
  }

  @Test("An operator can have a session moved and a node drained, by the secret of the node")
  func control() async throws {
    let cluster = try await ServerCluster(3)
    let (owner, other) = (cluster.servers[0], cluster.servers[1])
    let id = try await cluster.create(at: owner)
    let view = ServerCluster.member(owner).view
    func profile(_ server: BackstackServer) throws -> NodeProfile {
      let number = try #require(ServerCluster.member(server).number)
      return try #require(view.members[number]?.profile)
    }
    let target = try #require(ServerCluster.member(other).number)
    #expect(try await NodeControl(profile(owner)).move(id, to: target) == nil)
    #expect(cluster.owner(of: id) === other)
    let moved = try await cluster.send(
      .post, "/sessions/\(id)/actions", #"{"mark": 1}"#, to: cluster.servers[2])
    #expect(moved.status == .ok)
    // It is not there any more, or the node is none.
    let again = try await NodeControl(profile(owner)).move(id, to: target)
    #expect(again?.contains("not active here") == true)
    let nowhere = try await NodeControl(profile(other)).move(id, to: 99)
    #expect(nowhere != nil && cluster.owner(of: id) === other)
    #expect(try await NodeControl(profile(owner)).move("x", to: target) != nil)
    var stranger = try profile(owner)
    stranger.secret = NodeSecret(bytes: Array(repeating: 1, count: 32))
    #expect(try await NodeControl(stranger).drain()?.contains("Only nodes") == true)
    stranger.address = "127.0.0.1:1"
    #expect(try await NodeControl(stranger).drain()?.contains("did not respond") == true)

    #expect(try await NodeControl(profile(other)).drain() == nil)
    while ServerCluster.member(owner).view.isReady(target) { await letOthersWork() }
    #expect(try await cluster.send(.get, "/readyz", to: other).status == .serviceUnavailable)
    let read = try await cluster.send(.get, "/sessions/\(id)", to: other)
    #expect(read.status == .ok && read.text.contains("[1]"))
    try await cluster.shutDown()
  }

  @Test("Metrics tell what a server does as a node, and only there")
  func metrics() async throws {
    let cluster = try await ServerCluster(2)
    let (owner, entry) = (cluster.servers[0], cluster.servers[1])
    let id = try await cluster.create(at: owner)
    _ = try await cluster.send(.get, "/sessions/\(id)", to: entry)
    let stream = try EventConnection(
      to: try #require(entry.localPort), "/sessions/\(id)/events", "Accept: text/event-stream\r\n")
    _ = try await stream.read(until: "event: snapshot")
    let text = try await cluster.send(.get, "/metrics", to: entry).text
    for line in [
      "backstack_cluster_nodes{state=\"ready\"} 2", "backstack_cluster_nodes{state=\"draining\"} 0",
      "backstack_cluster_lease 1", "backstack_cluster_forwarded_total{outcome=\"processed\"} 2",
      "backstack_cluster_forwarded_total{outcome=\"lost\"} 0", "backstack_cluster_mirrors 1",
      "backstack_cluster_fenced_total 0", "backstack_cluster_handovers_total{outcome=\"taken\"} 0",
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    owner.service.directory.passivation.passivateIdle(for: 0)
    _ = try await cluster.send(.delete, "/sessions/\(id)", to: owner)
    let other = try await cluster.send(.get, "/metrics", to: owner).text
    #expect(other.contains("backstack_cluster_claims_total{outcome=\"refused\"} 0\n"))
    try await cluster.shutDown()
    let alone = ServiceClient([Feature("marks", initialState: Marks.State()) { Marks() }])
    #expect(!alone.metrics.contains("backstack_cluster"))
  }

  @Test("A session is only for its principal, whichever server is asked")
  func principals() async throws {
    let keys = ["ada", "bob"].map { APIKey(name: $0, secret: String(repeating: $0, count: 12))! }
    let cluster = try await ServerCluster { $0.apiKeys = keys }
    func fields(_ name: String) -> HTTPFields {
      [.authorization: "Bearer \(String(repeating: name, count: 12))"]
    }
    let id = try await cluster.create(at: cluster.servers[0], fields: fields("ada"))
    for server in cluster.servers {
      let target = "/sessions/\(id)"
      #expect(try await cluster.send(.get, target, fields: fields("ada"), to: server).status == .ok)
      #expect(
        try await cluster.send(.get, target, fields: fields("bob"), to: server).status == .notFound)
      #expect(try await cluster.send(.get, target, to: server).status == .unauthorized)
      // What a client says that only nodes may say has no effect.
      let principal = try #require(HTTPPrincipal(id: "ada").fieldValue)
      var claimed = fields("bob")
      claimed.append(PeerFields.principal, principal)
      claimed.append(PeerFields.referral, "home")
      #expect(try await cluster.send(.get, target, fields: claimed, to: server).status == .notFound)
    }
    try await cluster.shutDown()
  }

  @Test("A ticket is good at every server, once")
  func tickets() async throws {
    let keys = ["ada", "bob"].map { APIKey(name: $0, secret: String(repeating: $0, count: 12))! }
    let cluster = try await ServerCluster { $0.apiKeys = keys }
    let ada: HTTPFields = [.authorization: "Bearer \(String(repeating: "ada", count: 12))"]
    let id = try await cluster.create(at: cluster.servers[0], fields: ada)
    let other = try await cluster.create(at: cluster.servers[1], fields: ada)
    for (issuer, entry) in [(0, 1), (1, 2), (2, 0), (2, 2)] {
      let issued = try await cluster.send(
        .post, "/sessions/\(id)/events/tickets", fields: ada, to: cluster.servers[issuer])
      #expect(issued.status == .created)
      let ticket = try #require(issued.text.split(separator: "\"").dropFirst(3).first)
      let accept: HTTPFields = [.accept: "text/event-stream"]
      // Not for another session, nor for anything but events.
      for target in [
        "/sessions/\(other)/events?ticket=\(ticket)", "/sessions/\(id)?ticket=\(ticket)",
      ] {
        let refused = try await cluster.send(
          .get, target, fields: accept, to: cluster.servers[entry])
        #expect([401, 404].contains(refused.status.code), "\(refused.status)")
      }
      let stream = try EventConnection(
        to: try #require(cluster.servers[entry].localPort),
        "/sessions/\(id)/events?ticket=\(ticket)",
        "Accept: text/event-stream\r\nConnection: close\r\n")
      #expect(try await stream.read(until: "event: snapshot").contains("200 OK"))
      let again = try await cluster.send(
        .get, "/sessions/\(id)/events?ticket=\(ticket)", fields: accept, to: cluster.servers[entry])
      #expect([401, 404].contains(again.status.code))
    }
    try await cluster.shutDown()
  }

  @Test("A creation that is repeated at another server creates nothing, wherever the session is")
  func repeatedCreation() async throws {
    let cluster = try await ServerCluster()
    let key = "0123456789abcdef0123"
    func create(at server: BackstackServer) async throws -> HTTPResponse {
      try await cluster.send(
        .post, "/sessions", #"{"feature": "marks"}"#, fields: Self.key(key), to: server)
    }
    let first = try await create(at: cluster.servers[0])
    let location = try #require(first.fields[.location])
    _ = try await cluster.send(
      .post, "\(location)/actions", #"{"mark": 1}"#, to: cluster.servers[0])
    for server in cluster.servers {
      let again = try await create(at: server)
      #expect(again.status == .created && again.fields[.location] == location, "\(again.text)")
    }
    #expect(cluster.servers.reduce(0) { $0 + $1.service.directory.sessionCount } == 1)
    try await cluster.shutDown()
  }

  @Test("A node forwards for a client that it names, whatever the client says of itself")
  func clientAddresses() throws {
    let configuration = HTTPServerConfiguration().forNodes
    let forwarding = HTTPForwarding(trusted: configuration.trustedProxies)
    let peer = try #require(HTTPPeerAddress(literal: "10.0.0.2".utf8))
    for host in ["192.0.2.1", "2001:db8:0:0:0:0:0:1"] {
      let client = try #require(HTTPPeerAddress(literal: host.utf8))
      let request = try HTTPRequest(
        method: .get, target: "/sessions/x",
        fields: ["Forwarded": "for=198.51.100.1", "X-Forwarded-For": "198.51.100.2"],
        peer: client)
      let fields = try #require(request.fieldsForNodes)
      #expect(forwarding.client(of: fields, from: peer).host == client.host)
    }
    let unknown = try #require(try HTTPRequest(method: .get, target: "/sessions/x").fieldsForNodes)
    #expect(forwarding.client(of: unknown, from: peer) == peer)
  }

  @Test("A request with as many fields as a server takes is forwarded, too")
  func manyFields() async throws {
    let cluster = try await ServerCluster(2)
    let id = try await cluster.create(at: cluster.servers[0])
    var limits = HTTPLimits()
    limits.fieldCount -= 4
    limits.fieldSectionBytes -= 2_000
    var fields = HTTPFields()
    for number in 0..<limits.fieldCount {
      let length = limits.fieldSectionBytes / limits.fieldCount - 10
      fields.append(HTTPFieldName("X-\(100 + number)"), String(repeating: "a", count: length))
    }
    for server in cluster.servers {
      let read = try await cluster.send(.get, "/sessions/\(id)", fields: fields, to: server)
      #expect(read.status == .ok)
    }
    try await cluster.shutDown()
  }

  @Test("The address for nodes serves nodes only, and only what they need")
  func peers() async throws {
    let cluster = try await ServerCluster(1)
    let server = cluster.servers[0]
    let id = try await cluster.create(at: server)
    let profile = try #require(ServerCluster.member(server).view.members.first?.value.profile)
    let port = try #require(HTTPServerAddress(profile.address)?.port)
    let secret = Data(profile.secret.bytes).base64EncodedString()
    let right: HTTPFields = [.authorization: "Bearer \(secret)", PeerFields.referral: "home"]
    let read = try await cluster.send(.get, "/sessions/\(id)", fields: right, port: port)
    #expect(read.status == .ok)
    let other = Data([UInt8](repeating: 1, count: 32)).base64EncodedString()
    for credentials in [
      "", "Bearer", "Bearer x", "Bearer \(other)", "Basic \(secret)", "Bearer ==",
    ] {
      let fields: HTTPFields = [.authorization: credentials, PeerFields.referral: "home"]
      let response = try await cluster.send(.get, "/sessions/\(id)", fields: fields, port: port)
      #expect(response.status == .unauthorized && response.fields.contains(PeerFields.refused))
    }
    for referral in [
      "", "away", "owner", "owner x", "owner -1", "consent 1", "consent 1 2 3", "shape", "shape ÿ",
      "owner 99999999999999999999", "shape /w==",
    ] {
      let fields: HTTPFields = [.authorization: "Bearer \(secret)", PeerFields.referral: referral]
      let response = try await cluster.send(.get, "/sessions/\(id)", fields: fields, port: port)
      #expect(response.status == .unprocessableContent, "\(referral)")
    }
    var principal = right
    principal.append(PeerFields.principal, "{}")
    #expect(
      try await cluster.send(.get, "/sessions/\(id)", fields: principal, port: port).status
        == .unprocessableContent)
    for target in ["/features", "/", "/metrics", "/app/", "/openapi.yaml", "/livez"] {
      #expect(try await cluster.send(.get, target, fields: right, port: port).status == .notFound)
    }
    #expect(
      try await cluster.send(.post, "/sessions", "{}", fields: right, port: port).status
        == .notFound)
    try await cluster.shutDown()
  }

  @Test("What nodes tell each other can be read back")
  func fields() {
    for referral in [
      .home, .owner(epoch: 0), .owner(epoch: .max), .consent(of: 3, epoch: 5),
      .shape("a b\"\r\n\u{e9}"),
    ] as [Referral] {
      #expect(Referral(fieldValue: referral.fieldValue) == referral)
      let destination = Destination.node(7, referral)
      #expect(Destination(fieldValue: destination.fieldValue) == destination)
    }
    #expect(Destination(fieldValue: Destination.anywhere.fieldValue) == .anywhere)
    for text in ["", "node", "node 1", "node x home", "nowhere", "anywhere 1", "node 1 away"] {
      #expect(Destination(fieldValue: text) == nil)
    }
    let fields: HTTPFields = [
      "Connection": "close, X-One", "X-One": "1", "X-Two": "2", .host: "a", "TE": "trailers",
      .authorization: "Bearer x", PeerFields.principal: "x",
    ]
    #expect(fields.passedOn.all.map(\.name) == ["X-Two"])
  }
}
