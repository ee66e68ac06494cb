import BackstackTestSupport
import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Malicious clients")
struct AdversaryTests {
  private static let big = HTTPClosureHandler { _ in
    HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 32 << 20)))
  }

  /// The outcomes of streams, as they arrive.
  final class Outcomes: Sendable {
    private let values = Box<[HTTPStreamOutcome]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ outcome: HTTPStreamOutcome) {
      values.update { $0.append(outcome) }
      arrived.signal()
    }

    func wait() -> HTTPStreamOutcome? {
      guard arrived.wait(timeout: .now() + .seconds(patience)) == .success else { return nil }
      return values.value.last
    }
  }

  @Test("A client that drips fields is disconnected, and others are served meanwhile")
  func slowFields() throws {
    let server = try LoopedServer(ServerTests.echo)
    let clients = (0..<200).map { _ in server.client() }
    for client in clients { client.send(get("/") + "GET / HT") }
    for client in clients { _ = client.receive(until: ">") }
    for _ in 0..<9 {
      server.clock.advance(seconds: 1, server)
      for client in clients { client.send("T") }
    }
    server.clock.advance(seconds: 2, server)
    for client in clients { #expect(client.receiveAll().hasPrefix("HTTP/1.1 408 ")) }
    #expect(server.end())
  }

  @Test("A client that drips content is disconnected")
  func slowContent() throws {
    let server = try LoopedServer(ServerTests.echo)
    let client = server.client()
    client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
    _ = client.receive(until: "100 Continue\r\n\r\n")
    for _ in 0..<29 {
      client.send("x")
      server.clock.advance(seconds: 1, server)
    }
    server.clock.advance(seconds: 2, server)
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 408 "))
    #expect(server.end())
  }

  @Test("A client that drips streamed content is disconnected, and the sink is notified")
  func slowStreamedContent() throws {
    let outcomes = Outcomes()
    let kept = Box<[HTTPResponder]>([])
    let server = try LoopedServer(
      RespondingHandler(policy: .streamed(upTo: 1 << 30)) { _, responder in
        responder.receive(ScriptedSink { outcomes.add($0) })
        kept.update { $0.append(responder) }
      })
    let client = server.client()
    client.send(
      "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n")
    _ = client.receive(until: "100 Continue\r\n\r\n")
    for _ in 0..<30 {
      client.send("x")
      server.clock.advance(seconds: 1, server)
    }
    server.clock.advance(seconds: 1, server)
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 408 "))
    #expect(outcomes.wait() == .incomplete)
    kept.set([])
    #expect(server.end())
  }

  @Test("A client that does not take a large response is disconnected")
  func slowReader() throws {
    let server = try LoopedServer(Self.big)
    let client = server.client(receiveBuffer: 4096)
    client.send(get("/"))
    let first = client.receive() ?? ""
    // The bytes that the system took before its buffer was full are enough for the first spans.
    for _ in 0..<4 { server.clock.advance(seconds: 31, server) }
    #expect(client.receiveAll().utf8.count + first.utf8.count < 32 << 20)
    #expect(server.end())
  }

  @Test("A client that does not read a stream grows no buffer, and is disconnected")
  func slowSubscriber() throws {
    let outcomes = Outcomes()
    let source = EndlessSource { outcomes.add($0) }
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(HTTPResponse(body: .stream(source)))
      })
    let client = server.client(receiveBuffer: 4096)
    client.send(get("/"))
    _ = client.receive()
    var produced = -1
    while produced != source.count {
      produced = source.count
      for _ in 0..<10 { server.turn() }
    }
    #expect(produced < 4 << 20)
    for _ in 0..<4 { server.clock.advance(seconds: 31, server) }
    #expect(outcomes.wait() == .cancelled)
    #expect(source.count == produced)
    #expect(server.end())
  }

  @Test("A client that reads an endless stream at full speed does not delay others")
  func greedySubscriber() throws {
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(HTTPResponse(body: .stream(EndlessSource())))
      })
    let hasStarted = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    let port = server.port
    DispatchQueue(label: "greedy").async {
      let client = TestClient(port: port)
      client.send(get("/"))
      _ = client.receive()
      hasStarted.signal()
      while client.receive() != nil {}
      hasEnded.signal()
    }
    hasStarted.wait()
    for _ in 0..<50 { server.turn() }
    server.server.stopNow()
    hasEnded.wait()
    server.server.waitUntilStopped()
  }

  @Test("A client that pipelines without end has to wait, and little of its input is buffered")
  func pipeliningFlood() throws {
    let handler = ServerTests.DeferringHandler()
    let server = try LoopedServer(handler)
    let client = server.client()
    client.send(get("/first"))
    handler.arrived.wait()
    let requests = Array(String(repeating: get("/next"), count: 1000).utf8)
    var (sent, rounds) = (0, 0)
    while sent < 256 << 20, rounds < 20 {
      let count = client.sendSome(requests)
      rounds = count > 0 ? 0 : rounds + 1
      sent += count
      if count == 0 { server.turn() }
    }
    #expect(sent < 64 << 20)
    #expect(handler.responders.value.count == 1)
    client.reset()
    handler.responders.set([])
    #expect(server.end())
  }

  @Test("A client that sends more than the handler takes has to wait until it takes more")
  func contentFlood() throws {
    let size = 32 << 20
    let sink = Box<ScriptedSink?>(nil)
    let outcomes = Outcomes()
    let kept = Box<[HTTPResponder]>([])
    let server = try LoopedServer(
      RespondingHandler(policy: .streamed(upTo: size)) { _, responder in
        let made = ScriptedSink(piecesBeforePause: 1) { outcomes.add($0) }
        sink.set(made)
        kept.update { $0.append(responder) }
        responder.receive(made)
      })
    let client = server.client()
    client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
    let bytes = [UInt8](repeating: 0x78, count: 1 << 20)
    var (sent, rounds) = (0, 0)
    while sent < size, rounds < 20 {
      let count = client.sendSome(Array(bytes.prefix(size - sent)))
      rounds = count > 0 ? 0 : rounds + 1
      sent += count
      if count == 0 { server.turn() }
    }
    #expect(sent < size)
    #expect(sink.value?.count ?? 0 <= EventLoop.readSize)
    sink.value?.neverPause()
    sink.value?.wake()
    #expect(client.send([UInt8](repeating: 0x78, count: size - sent)))
    #expect(outcomes.wait() == .complete)
    #expect(sink.value?.count == size)
    #expect(sink.value?.largestPiece ?? .max <= EventLoop.readSize)
    kept.value[0].respond(HTTPResponse(body: .text("<done>")))
    kept.set([])
    #expect(client.receive(until: "<done>").hasPrefix("HTTP/1.1 200 "))
    #expect(server.end())
  }

  @Test("A client that resets the connection stops the work for it")
  func reset() throws {
    let outcomes = Outcomes()
    let arrived = DispatchSemaphore(value: 0)
    let cancelled = DispatchSemaphore(value: 0)
    let kept = Box<[HTTPResponder]>([])
    let server = try LoopedServer(
      RespondingHandler(policy: .streamed(upTo: 100)) { request, responder in
        switch request.path {
        case "/stream":
          responder.respond(
            HTTPResponse(
              body: .stream(
                ScriptedSource(["hello"], atEnd: .waiting, onFinish: { outcomes.add($0) }))))
        case "/content":
          responder.receive(ScriptedSink { outcomes.add($0) })
          kept.update { $0.append(responder) }
          arrived.signal()
        default:
          responder.onCancel { cancelled.signal() }
          kept.update { $0.append(responder) }
          arrived.signal()
        }
      })
    let asking = server.client()
    asking.send(get("/"))
    arrived.wait()
    asking.reset()
    #expect(cancelled.wait(timeout: .now() + .seconds(patience)) == .success)
    #expect(kept.value[0].isCancelled)

    let reading = server.client()
    reading.send(get("/stream"))
    _ = reading.receive(until: "hello")
    reading.reset()
    #expect(outcomes.wait() == .cancelled)

    let sending = server.client()
    sending.send("PUT /content HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhel")
    arrived.wait()
    sending.reset()
    #expect(outcomes.wait() == .cancelled)
    kept.set([])
    #expect(server.end())
  }

  @Test("A client that uses up its address's connections leaves those of others")
  func crowding() throws {
    let (server, port) = try ServerTests.start { $0.maximumConnectionsPerAddress = 3 }
    let mine = (0..<3).map { _ in TestClient(port: port, source: 2) }
    for client in mine {
      client.send(get("/"))
      #expect(client.receive(until: ">").hasPrefix("HTTP/1.1 200 "))
    }
    // A client that is released closes its connection.
    withExtendedLifetime(mine) {
      #expect(TestClient(port: port, source: 2).receiveAll().hasPrefix("HTTP/1.1 503 "))
    }
    let other = TestClient(port: port, source: 3)
    other.send(get("/"))
    #expect(other.receive(until: ">").hasPrefix("HTTP/1.1 200 "))
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }
}
