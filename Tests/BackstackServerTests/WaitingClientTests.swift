import BackstackHTTP
import BackstackService
import BackstackTestSupport
import Testing

@Suite("Clients that wait and disconnect", .endsAtFailure)
struct WaitingClientTests {
  @Test("Clients that disconnect while they wait free their connections for others")
  func closed() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.maximumWait = 3600
    var http = HTTPServerConfiguration.patient
    http.loops = 1
    http.maximumConnections = 8
    try await withServer(configuration: configuration, http: http) { server in
      let witness = try RawConnection(port: server.port)
      let session = try await Self.session(witness)
      for request in [
        "GET \(session)?wait=3600 HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"0\"\r\n\r\n",
        "GET \(session)/events HTTP/1.1\r\nHost: a\r\n\r\n",
      ] {
        for _ in 0..<5 {
          for _ in 0..<6 { try await RawConnection(port: server.port).send(request) }
          // Once it responds to these, the event loop has accepted all connections and seen them
          // close.
          for _ in 0..<2 {
            try await witness.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await witness.receive().status == 200)
          }
        }
      }
      let other = try RawConnection(port: server.port)
      try await other.send("GET \(session) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await other.receive().status == 200)
    }
  }

  private static func session(_ connection: RawConnection) async throws -> String {
    let content = #"{"feature":"counters"}"#
    try await connection.send(
      "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(content.utf8.count)\r\n\r\n\(content)")
    return try #require(try await connection.receive().fields["location"])
  }
}
