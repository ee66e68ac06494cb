import Backstack
import BackstackHTTP
import BackstackService
import BackstackTestSupport
import BackstackTesting
import Synchronization
import Testing

@Suite("Events over a socket", .endsAtFailure)
struct EventStreamTests {
  /// Starts to read the events of a session.
  private static func events(
    _ session: SessionClient, _ server: TestServer, after version: Int? = nil,
    receiveBuffer: Int32? = nil
  ) async throws -> RawConnection {
    let connection = try RawConnection(port: server.port, receiveBuffer: receiveBuffer)
    let last = version.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    try await connection.send(
      "GET \(session.path)/events HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\(last)\r\n")
    return connection
  }

  @Test("A stream shows a snapshot, changes by others and timers, a reconnection and the end")
  func story() async throws {
    let (clock, heart) = (TestClock(), TestClock())
    var configuration = ServiceConfiguration.patient
    configuration.clock = heart
    configuration.eventHeartbeat = .seconds(15)
    configuration.eventRetryMilliseconds = 2000...2000
    try await withServer(features: demoFeatures(clock: clock), configuration: configuration) {
      server in
      let session = try await SessionClient(
        server.makeClient(),
        creating:
          #"{"feature":"counters","state":{"path":[{"id":0,"state":{"counter":{"count":-9}}}]}}"#)
      let reader = try await Self.events(session, server)
      let begin = try await reader.receive(until: "event: snapshot\nid: 0\ndata: {\"id\":\"")
      #expect(begin.hasPrefix("HTTP/1.1 200 "))
      #expect(begin.contains("Content-Type: text/event-stream\r\n"))
      #expect(begin.contains("Cache-Control: no-store\r\n"))
      #expect(begin.contains("retry: 2000\n\n"))
      #expect(begin.contains("Transfer-Encoding: chunked\r\n"))

      try await session.send("startTimerButtonTapped", to: 0)
      let begun =
        #"[{"op":"add","path":"/state/path/0/state/counter/isTimerOn","value":true},"#
        + #"{"op":"replace","path":"/effects","value":1}]"#
      _ = try await reader.receive(until: "event: patch\nid: 1\nbase: 0\ndata: \(begun)\n\n")
      await clock.advance(by: .seconds(1))
      _ = try await reader.receive(
        until:
          "id: 2\nbase: 1\ndata: [{\"op\":\"replace\",\"path\":\"/state/path/0/state/counter/count\",\"value\":-8}]\n\n"
      )
      let other = try await Self.events(session, server)
      _ = try await other.receive(until: "event: snapshot\nid: 2\n")
      try await session.send("nextButtonTapped", to: 0)
      for reader in [reader, other] {
        _ = try await reader.receive(
          until: "id: 3\nbase: 2\ndata: [{\"op\":\"add\",\"path\":\"/state/path/1\"")
      }

      let returned = try await Self.events(session, server, after: 2)
      let missed = try await returned.receive(until: "id: 3\nbase: 2\ndata: [{\"op\":\"add\"")
      #expect(!missed.contains("snapshot"))

      await heart.advance(by: .seconds(15))
      for reader in [reader, other, returned] { _ = try await reader.receive(until: "\n:\n\n") }

      let answer = try await session.client.send("DELETE", session.path)
      #expect(answer.status == 204)
      for reader in [reader, other, returned] {
        _ = try await reader.receive(
          until: "event: end\ndata: {\"reason\":\"deleted\"}\n\n\r\n0\r\n\r\n")
      }
      // The connection can still be used for other requests.
      try await reader.send("GET \(session.path)/events HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.receive().status == 410)
    }
  }

  @Test("HEAD of events returns the fields of GET and opens no stream")
  func head() async throws {
    try await withServer { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      let connection = try RawConnection(port: server.port)
      for _ in 0..<2 {
        try await connection.send("HEAD \(session.path)/events HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = try await connection.receive(isHead: true)
        #expect(answer.status == 200)
        #expect(answer.fields["content-type"] == "text/event-stream")
      }
      let metrics = try await session.client.get("/metrics")
      #expect(metrics.text.contains("\nbackstack_event_readers 0\n"))
    }
  }

  @Test("A slow reader gets the current state instead of every change")
  func slow() async throws {
    try await withServer(features: [Feature("page", initialState: Page.State()) { Page() }]) {
      server in
      let session = try await SessionClient(server.makeClient(), creating: #"{"feature":"page"}"#)
      let slow = try await Self.events(session, server, receiveBuffer: 4096)
      _ = try await slow.receive(until: "event: snapshot\n")
      // Far more than the sockets buffer for a client that does not read.
      let count = 100
      for _ in 0..<count {
        let answer = try await session.post(
          #""turn""#, fields: ["Accept": "application/json-patch+json"])
        #expect(answer.status == 200)
      }
      let text = try await slow.receive(until: "\nid: \(count)\n")
      #expect(text.split(separator: "event: ").count < count / 2)
    }
  }

  @Test("Each stream gets a different retry time, so that not all reconnect at once")
  func retry() async throws {
    var configuration = ServiceConfiguration.patient
    let seeds = Atomic<UInt64>(0)
    configuration.makeRandomNumberGenerator = {
      SeededGenerator(seed: seeds.add(1 << 60, ordering: .relaxed).newValue)
    }
    try await withServer(configuration: configuration) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      var times: [Int] = []
      for _ in 0..<4 {
        let reader = try await Self.events(session, server)
        let begin = try await reader.receive(until: "event: snapshot\n")
        times.append(
          try #require(begin.firstMatch(of: /retry: (\d+)/).flatMap { Int($0.1) }))
      }
      #expect(times.allSatisfy { (1000...3000).contains($0) })
      #expect(Set(times).count == 4)
    }
  }

  @Test("A stopping server tells its readers to reconnect, and does not wait for them")
  func stop() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.eventRetryMilliseconds = 2000...2000
    let server = try TestServer(configuration: configuration)
    let session = try await SessionClient(server.makeClient(), creating: #"{"feature":"counters"}"#)
    let reader = try await Self.events(session, server)
    _ = try await reader.receive(until: "event: snapshot\n")
    async let isDrained = server.shutDown()
    let rest = try await reader.receive(until: "retry: 2000\n\n\r\n0\r\n\r\n")
    #expect(!rest.contains("event: end"))
    #expect(try await reader.isEnded())
    #expect(try await isDrained)
  }
}

/// A feature with a state of two hundred kilobytes, all of which changes at once.
@Reducer
private struct Page {
  struct State: Codable, Sendable { var text = String(repeating: "a", count: 200_000) }
  enum Action: Codable, Sendable { case turn }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.text = String(repeating: state.text.first == "a" ? "b" : "a", count: 200_000)
      return .none
    }
  }
}
