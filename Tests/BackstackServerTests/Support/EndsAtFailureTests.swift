import BackstackHTTP
import BackstackPlatform
import BackstackTestSupport
import Testing

@Suite("A failed expectation ends what the test waits for", .endsAtFailure)
struct EndsAtFailureTests {
  @Test("A process is killed")
  func process() throws {
    let process = try ChildProcess("sleep", ["86400"])
    withKnownIssue { Issue.record("It fails on purpose.") }
    #expect(process.wait() == -9)
  }

  @Test("A process that starts later is killed, too")
  func laterProcess() throws {
    withKnownIssue { Issue.record("It fails on purpose.") }
    let process = try ChildProcess("sleep", ["86400"])
    #expect(process.wait() == -9)
  }

  @Test("A connection ends, although its server sends nothing")
  func connection() async throws {
    let server = HTTPServer(configuration: .patient, handler: SilentHandler())
    try server.start()
    let connection = try RawConnection(try #require(server.localAddresses.first))
    try await connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    withKnownIssue { Issue.record("It fails on purpose.") }
    #expect(try await connection.isEnded())
    server.stopNow()
  }
}

private final class SilentHandler: HTTPHandler {
  private let responders = Guarded<[HTTPResponder]>([])

  func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    // A responder that is released responds with an error.
    responders.withLock { $0.append(responder) }
  }
}
