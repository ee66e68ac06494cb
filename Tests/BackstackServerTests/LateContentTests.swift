import BackstackHTTP
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Content that comes later than the fields of its request", .endsAtFailure)
struct LateContentTests {
  private static let action = #""addCounterButtonTapped""#
  private let clock = ManualClock()

  private func configuration(passivateAfter seconds: Double) -> ServiceConfiguration {
    var configuration = ServiceConfiguration.patient
    configuration.storage = MemoryStorage()
    configuration.passivateAfter = seconds
    configuration.steadyClock = { [clock] in clock.now }
    return configuration
  }

  /// Sends the fields of an action, and waits until the server asks for its content.
  private func begin(
    _ server: TestServer, _ session: SessionClient
  ) async throws -> RawConnection {
    let connection = try RawConnection(port: server.port)
    try await connection.send(
      "POST \(session.path)/actions HTTP/1.1\r\nHost: localhost\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(Self.action.utf8.count)\r\n"
        + "Expect: 100-continue\r\n\r\n")
    #expect(try await connection.receive().status == 100)
    return connection
  }

  @Test(
    "A session that was passivated meanwhile is activated", arguments: [60, 0.1, 0.002])
  func passivated(after seconds: Double) async throws {
    let configuration = configuration(passivateAfter: seconds)
    try await withServer(configuration: configuration) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      let connection = try await begin(server, session)
      clock.advance(by: .seconds(seconds))
      server.server.endExpiredSessions()
      #expect(server.server.service.directory.sessionCount == 0)
      try await connection.send(Self.action)
      let answer = try await connection.receive()
      #expect(answer.status == 200)
      #expect(try answer.json["version"] == 1)
    }
  }

  @Test("A session that has ended meanwhile has ended", arguments: [0, 1])
  func ended(after seconds: Double) async throws {
    try await withServer(configuration: configuration(passivateAfter: 60)) { server in
      let session = try await SessionClient(
        server.makeClient(), creating: #"{"feature":"counters"}"#)
      let connection = try await begin(server, session)
      #expect(try await server.makeClient().send("DELETE", session.path).status == 204)
      clock.advance(by: .seconds(seconds))
      try await connection.send(Self.action)
      try expectProblem(try await connection.receive(), 410, "ended-session")
    }
  }
}
