import BackstackTestSupport
import Testing

@Suite("Many sessions at once", .endsAtFailure)
struct ManySessionsTests {
  @Test("200 sessions over four connections each end in their own state")
  func manySessions() async throws {
    let server = try TestServer.demo.get()
    let clients = (0..<4).map { _ in server.makeClient() }
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<200 {
        group.addTask { try await drive(number, clients[number % clients.count]) }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(ids.count == 200)
  }

  /// Pushes a counter, increments it as often as the number requires, and pushes another one on
  /// top.
  private func drive(_ number: Int, _ client: CurlClient) async throws -> String {
    let session = try await SessionClient(client, creating: #"{"feature":"counters"}"#)
    try await session.send(#"{"path":{"push":{"state":{"counter":{"count":\#(-number)}}}}}"#)
    for _ in 0..<(number % 5) { try await session.send("incrementButtonTapped", to: 0) }
    try await session.send("nextButtonTapped", to: 0)
    let snapshot = try await session.read()
    let count = number % 5 - number
    #expect(snapshot.counters == [[0, count], [1, count]])
    #expect(snapshot["version"] == .integer(2 + number % 5))
    return session.id
  }

  @Test("Clients that share a session lose no action")
  func sharedSession() async throws {
    let server = try TestServer.demo.get()
    let session = try await SessionClient(
      server.makeClient(), creating: #"{"feature":"counters","link":"/counters/-1000"}"#)
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        let other = SessionClient(server.makeClient(), id: session.id)
        group.addTask {
          for _ in 0..<25 { try await other.send("incrementButtonTapped", to: 0) }
        }
      }
      try await group.waitForAll()
    }
    let snapshot = try await session.read()
    #expect(snapshot.counters == [[0, -900]])
    #expect(snapshot["version"] == 100)
  }
}
