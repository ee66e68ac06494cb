import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Streams in the log and the metrics")
struct StreamRecordTests {
  /// A server that responds to a path with the stream of that name.
  private static func server(
    _ sources: [String: ScriptedSource], lengths: [String: Int] = [:]
  ) throws -> RecordedServer {
    try RecordedServer { request, responder in
      guard let source = sources[request.path] else { return responder.fail(.noSuchPath) }
      responder.respond(
        HTTPResponse(body: .stream(source, length: lengths[request.path])))
    }
  }

  @Test("A stream is recorded once, at its end, with the bytes that were sent")
  func complete() throws {
    let sources = [
      "/chunked": ScriptedSource(["hello ", "world"]), "/length": ScriptedSource(["12345"]),
      "/empty": ScriptedSource(), "/head": ScriptedSource(["unsent"]),
      "/long": ScriptedSource(["1234567"]), "/old": ScriptedSource(["until the close"]),
    ]
    let server = try Self.server(sources, lengths: ["/length": 5, "/empty": 0, "/long": 3])
    let client = server.client()
    client.send(
      get("/chunked") + get("/length") + "HEAD /head HTTP/1.1\r\nHost: a\r\n\r\n"
        + get("/empty") + get("/long") + "GET /old HTTP/1.0\r\n\r\n")
    _ = client.receiveAll()
    #expect(
      try server.end().requests == [
        "/chunked 200 11", "/length 200 5", "/head 200 0", "/empty 200 0", "/long 200 3",
        "/old 200 15",
      ])
    #expect(sources["/head"]?.outcomes == [.notSent] && sources["/long"]?.outcomes == [.tooLong])
  }

  @Test("A stream whose source breaks off is recorded once")
  func broken() throws {
    let server = try Self.server(
      ["/failing": ScriptedSource(["hello"], atEnd: .failed), "/short": ScriptedSource(["12"])],
      lengths: ["/short": 5])
    for path in ["/failing", "/short"] {
      let client = server.client()
      client.send(get(path) + get("/never"))
      _ = client.receiveAll()
    }
    #expect(try server.end().requests == ["/failing 200 5", "/short 200 2"])
  }

  @Test("A stream whose client goes is recorded once")
  func cutByClient() throws {
    let ended = DispatchSemaphore(value: 0)
    let source = ScriptedSource(["hello"], atEnd: .waiting, onFinish: { _ in ended.signal() })
    let server = try Self.server(["/": source])
    let client = server.client()
    client.send(get("/"))
    _ = client.receive(until: "hello")
    client.reset()
    ended.wait()
    #expect(try server.end().requests == ["/ 200 5"])
  }

  @Test("A stream that the server's stop ends is recorded once")
  func cutByServer() throws {
    let server = try Self.server(["/": ScriptedSource(["hello"], atEnd: .waiting)])
    let client = server.client()
    client.send(get("/"))
    _ = client.receive(until: "hello")
    #expect(try server.end(cutsOff: true).requests == ["/ 200 5"])
  }

  @Test("A stream that the client does not take is recorded once")
  func cutBySlowClient() throws {
    let ended = DispatchSemaphore(value: 0)
    let server = try RecordedServer { _, responder in
      let source = EndlessSource { _ in ended.signal() }
      responder.respond(HTTPResponse(body: .stream(source)))
    }
    let client = server.client(receiveBuffer: 4096)
    client.send(get("/"))
    _ = client.receive()
    // The bytes that the system took before its buffer was full are enough for the first spans.
    for _ in 0..<4 { server.advance(seconds: 31) }
    ended.wait()
    let (requests, samples) = try server.end()
    #expect(requests.count == 1 && requests[0].hasPrefix("/ 200 "))
    #expect(samples[#"http_timeouts_total{kind="write"}"#] == 1)
  }
}
