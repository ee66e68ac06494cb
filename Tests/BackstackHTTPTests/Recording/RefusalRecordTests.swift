import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Failed requests in the log and the metrics")
struct RefusalRecordTests {
  private static let put = "PUT / HTTP/1.1\r\nHost: a\r\n"
  private static let chunked = put + "Transfer-Encoding: chunked\r\n\r\n"

  /// A server that streams content and responds when it is complete; the semaphore is signalled at
  /// the end of each sink.
  private static func server(_ ended: DispatchSemaphore = DispatchSemaphore(value: 0)) throws
    -> (RecordedServer, kept: Box<[HTTPResponder]>)
  {
    let kept = Box<[HTTPResponder]>([])
    let server = try RecordedServer { _, responder in
      let sink = ScriptedSink { outcome in
        if outcome == .complete { responder.respond(HTTPResponse(body: .text("<all>"))) }
        ended.signal()
      }
      kept.update { $0.append(responder) }
      responder.receive(sink)
    }
    return (server, kept)
  }

  @Test(
    "A request whose streamed content fails is recorded once, with what is known of it",
    arguments: [
      (chunked + "2\r\nhe\r\nx\r\n", "/ 400 38 malformed-chunk", "malformed-chunk"),
      (chunked + "2\r\nhe\r\n99\r\n", "/ 413 38 content-too-large", "content-too-large"),
      (put + "Content-Length: 101\r\n\r\n", "/ 413 38 content-too-large", "content-too-large"),
    ])
  func malformedContent(sent: String, request: String, code: String) throws {
    let (server, kept) = try Self.server()
    let client = server.client()
    client.send(sent + get("/smuggled"))
    _ = client.receiveAll()
    client.endSending()
    // A late response goes to no request.
    for responder in kept.value { responder.respond(HTTPResponse(body: .text("<late>"))) }
    kept.set([])
    let (requests, samples) = try server.end()
    #expect(requests == [request])
    #expect(samples["http_protocol_errors_total{code=\"\(code)\"}"] == 1)
  }

  @Test("Content that is too slow is recorded as a timeout and not as a protocol error")
  func slowContent() throws {
    let (server, kept) = try Self.server()
    let client = server.client()
    client.send(Self.put + "Content-Length: 10\r\n\r\nhel")
    server.looped.turn()
    server.advance(seconds: 31)
    _ = client.receiveAll()
    client.endSending()
    kept.set([])
    let (requests, samples) = try server.end()
    #expect(requests == ["/ 408 47 request-timeout"])
    #expect(samples[#"http_timeouts_total{kind="body"}"#] == 1)
    #expect(!samples.keys.contains { $0.hasPrefix("http_protocol_errors_total") })
  }

  @Test("A request whose client goes before its content is complete is recorded as 499")
  func lostContent() throws {
    let ended = DispatchSemaphore(value: 0)
    let (server, kept) = try Self.server(ended)
    let client = server.client()
    client.send(Self.put + "Content-Length: 10\r\n\r\nhel")
    server.looped.turn()
    client.reset()
    ended.wait()
    kept.set([])
    #expect(try server.end().requests == ["/ 499 0"])
  }

  @Test("Requests with complete content are recorded once each")
  func completeContent() throws {
    let (server, kept) = try Self.server()
    let client = server.client()
    client.send(Self.chunked + "2\r\nhe\r\n0\r\n\r\n" + Self.put + "Content-Length: 2\r\n\r\nhe")
    _ = client.receive(until: "<all>")
    server.looped.turn()
    kept.set([])
    #expect(try server.end().requests == ["/ 200 5", "/ 200 5"])
  }

  @Test("A connection above the limit is recorded once")
  func connection() throws {
    let server = try RecordedServer(ServerTests.echo) { $0.maximumConnections = 1 }
    let refused = server.client()
    #expect(refused.receiveAll().hasPrefix("HTTP/1.1 503 "))
    refused.endSending()
    let (requests, samples) = try server.end()
    #expect(requests == ["- 503 83 too-many-connections"])
    #expect(
      samples[#"http_connections_refused_total{reason="too-many-connections"}"#] == 1)
    #expect(!samples.keys.contains { $0.hasPrefix("http_protocol_errors_total") })
  }
}
