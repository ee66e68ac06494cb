import BackstackPlatform
import BackstackStorage
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackCluster
@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Streams and long polls in a cluster")
struct ClusterStreamsTests {
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
    while owner.service.directory.pendingReplies.count == 0 { await letOthersWork() }
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

  @Test("All readers of a session at a node are one at the node that has it")
  func readers() async throws {
    let cluster = try await ServerCluster(2)
    let (owner, entry) = (cluster.servers[0], cluster.servers[1])
    let id = try await cluster.create(at: owner)
    func mark(_ mark: Int) async throws {
      _ = try await cluster.send(
        .post, "/sessions/\(id)/actions", #"{"mark": \#(mark)}"#, to: owner)
    }
    func follow(_ fields: String) throws -> EventConnection {
      try EventConnection(
        to: try #require(entry.localPort), "/sessions/\(id)/events",
        "Accept: text/event-stream\r\n\(fields)")
    }
    try await mark(1)
    try await mark(2)
    // The first one has a version already.
    let first = try follow("Last-Event-ID: 1\r\n")
    _ = try await first.read(until: "id: 2\n")
    let readers = [try follow(""), try follow(""), try follow("")]
    for reader in readers { _ = try await reader.read(until: "event: snapshot\nid: 2\n") }
    #expect(entry.service.mirrors.count == 1)
    #expect(owner.service.directory.streams.readerCount == 1)
    #expect(entry.service.directory.streams.readerCount == 4)
    try await mark(3)
    for reader in readers + [first] {
      _ = try await reader.read(until: "event: patch\nid: 3\nbase: 2\n")
    }
    // One that is asked for what is no stream of events is refused as its owner would.
    let refused = try await cluster.send(
      .get, "/sessions/\(id)/events", fields: [.accept: "text/html"], to: entry)
    #expect(refused.status == .notAcceptable)
    let unknown = try await cluster.send(
      .get, "/sessions/\(String(repeating: "0", count: 32))/events",
      fields: [.accept: "text/event-stream"], to: entry)
    #expect(unknown.status == .notFound)
    // The owner hands it over: to the entry, as it is the only one left.
    let isLeft = Task { try await offPool { owner.shutdown(graceSeconds: Double(patience)) } }
    while cluster.owner(of: id) !== entry { await letOthersWork() }
    for number in 4...5 {
      _ = try await cluster.send(
        .post, "/sessions/\(id)/actions", #"{"mark": \#(number)}"#, to: entry)
      for reader in readers + [first] {
        _ = try await reader.read(until: "id: \(number)\n")
      }
    }
    _ = try await cluster.send(.delete, "/sessions/\(id)", to: entry)
    for reader in readers + [first] {
      #expect(try await reader.read(until: "event: end").contains("event: end"))
    }
    _ = try await isLeft.value
    while entry.service.mirrors.count > 0 { await letOthersWork() }
    #expect(entry.service.directory.streams.readerCount == 0)
    try await cluster.shutDown()
  }

  @Test("A server that gives its sessions away forwards polls, and has none of them wait")
  func drainingEntry() async throws {
    let cluster = try await ServerCluster(2)
    let (owner, leaving) = (cluster.servers[0], cluster.servers[1])
    let id = try await cluster.create(at: owner)
    leaving.service.beginDraining()
    for query in ["?wait=60", "?wait=0"] {
      let same = try await cluster.send(
        .get, "/sessions/\(id)\(query)", fields: [.ifNoneMatch: "\"0\""], to: leaving)
      #expect(same.status == .notModified)
    }
    _ = try await cluster.send(.post, "/sessions/\(id)/actions", #"{"mark": 1}"#, to: owner)
    let later = try await cluster.send(
      .get, "/sessions/\(id)?wait=60", fields: [.ifNoneMatch: "\"0\""], to: leaving)
    #expect(later.status == .ok && later.text.contains("[1]"))
    try await cluster.shutDown()
  }

  @Test("A server that stops ends the streams and polls that another one has responded to")
  func drainedEntry() async throws {
    let cluster = try await ServerCluster(2)
    let (owner, leaving) = (cluster.servers[0], cluster.servers[1])
    let id = try await cluster.create(at: owner)
    let stream = try EventConnection(
      to: try #require(leaving.localPort), "/sessions/\(id)/events", "Accept: text/event-stream\r\n"
    )
    _ = try await stream.read(until: "event: snapshot")
    let poll = Task {
      try await cluster.send(
        .get, "/sessions/\(id)?wait=60", fields: [.ifNoneMatch: "\"0\""], to: leaving)
    }
    while owner.service.directory.pendingReplies.count == 0 { await letOthersWork() }
    // It has all the time in the world, and needs none of it.
    let isDrained = try await offPool { leaving.shutdown(graceSeconds: Double(patience)) }
    #expect(isDrained)
    let end = await #expect(throws: EventConnection.Ended.self) {
      try await stream.read(until: "event: end")
    }
    #expect(try #require(end).received.contains("retry:"))
    let polled = try await poll.value
    // As far as it knows, the client has the latest version.
    #expect(polled.status == .notModified && polled.fields[.eTag] == "\"0\"")
    #expect(cluster.owner(of: id) === owner)
    while owner.service.directory.pendingReplies.count > 0 { await letOthersWork() }
    try await cluster.shutDown()
  }
}
