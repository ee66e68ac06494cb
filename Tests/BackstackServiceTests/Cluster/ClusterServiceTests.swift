import BackstackPlatform
import BackstackStorage
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackCluster
@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Servers in a cluster", .timeLimit(.minutes(20)))
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

  @Test("Events and long polls come through any server")
  func events() async throws {
    let cluster = try await ServerCluster()
    let owner = cluster.servers[0]
    let id = try await cluster.create(at: owner)
    var streams: [EventConnection] = []
    for server in cluster.servers {
      let stream = try EventConnection(
        to: try #require(server.localPort), "/sessions/\(id)/events",
        "Accept: text/event-stream\r\n")
      _ = try await stream.read(until: "event: snapshot")
      streams.append(stream)
    }
    let other = cluster.servers[2]
    let poll = Task {
      try await cluster.send(
        .get, "/sessions/\(id)?wait=60", fields: [.ifNoneMatch: "\"0\""], to: other)
    }
    while owner.service.waitingResponses.count == 0 { await Task.yield() }
    for mark in 1...3 {
      _ = try await cluster.send(
        .post, "/sessions/\(id)/actions", #"{"mark": \#(mark)}"#, to: cluster.servers[1])
      for stream in streams {
        let event = try await stream.read(until: "\n\n")
        let next = event.contains("event: patch") ? event : try await stream.read(until: "\n\n")
        #expect(next.contains("event: patch") && next.contains("\(mark)"), "\(next)")
      }
    }
    let polled = try await poll.value
    #expect(polled.status == .ok && polled.text.contains("[1"), "\(polled.status) \(polled.text)")
    _ = try await cluster.send(.delete, "/sessions/\(id)", to: cluster.servers[1])
    for stream in streams {
      #expect(try await stream.read(until: "event: end").contains("event: end"))
    }
    try await cluster.shutDown()
  }

  @Test("When a node is declared dead, its sessions go on at others, and so do waiting requests")
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
      try await cluster.send(
        .get, "/sessions/\(ids[0])?wait=60", fields: [.ifNoneMatch: "\"1\""], to: entry)
    }
    while owner.service.waitingResponses.count == 0 { await Task.yield() }
    let stream = try EventConnection(
      to: try #require(entry.localPort), "/sessions/\(ids[1])/events",
      "Accept: text/event-stream\r\nConnection: close\r\n")
    _ = try await stream.read(until: "event: snapshot")
    // As others do that see no beat of it.
    var beat: UInt64 = 0
    while !cluster.table.declareDead(number, since: beat) { beat += 1 }
    // The stream ends without its last event, so that its reader connects again.
    #expect(try await !stream.read(until: "event: end").contains("event: end"))
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
    let polled = try await poll.value
    #expect(polled.status == .ok, "\(polled.status) \(polled.text)")
    #expect(ServerCluster.member(owner).number != number)
    try await cluster.shutDown()
  }

  @Test("A server that stops leaves its sessions to the others")
  func drain() async throws {
    let cluster = try await ServerCluster()
    let leaving = cluster.servers[0]
    let id = try await cluster.create(at: leaving)
    _ = try await cluster.send(.post, "/sessions/\(id)/actions", #"{"mark": 1}"#, to: leaving)
    _ = try await offPool { leaving.shutdown(graceSeconds: Double(patience)) }
    #expect(ServerCluster.member(leaving).number == nil)
    for entry in cluster.others(than: leaving) {
      let response = try await cluster.send(
        .post, "/sessions/\(id)/actions", #"{"mark": 2}"#, to: entry)
      #expect(response.status == .ok && response.text.contains("[1,2"))
    }
    try await cluster.shutDown()
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
