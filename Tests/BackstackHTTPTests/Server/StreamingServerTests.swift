import BackstackTestSupport
import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Streams on a socket")
struct StreamingServerTests {
  @Test("A stream is woken from any thread, and an idle one delays no one")
  func wakesFromOtherThreads() throws {
    let source = ScriptedSource(["first "], atEnd: .waiting)
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(HTTPResponse(body: .stream(source)))
      })
    let client = server.client()
    client.send(get("/"))
    _ = client.receive(until: "first ")
    server.clock.advance(seconds: 1000, server)
    source.add("second")
    source.setEnd(.end)
    source.wake()
    #expect(client.receive(until: "0\r\n\r\n").contains("second\r\n"))
    client.send(get("/turn"))
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    #expect(server.end())
  }

  @Test("A stream reaches a client that has closed its sending side")
  func servesHalfClosedClient() throws {
    let source = ScriptedSource(["first "], atEnd: .waiting)
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(HTTPResponse(body: .stream(source)))
      })
    let client = server.client()
    client.send(get("/"))
    client.endSending()
    _ = client.receive(until: "first ")
    source.add("second")
    source.setEnd(.end)
    source.wake()
    #expect(client.receiveAll().hasSuffix("6\r\nsecond\r\n0\r\n\r\n"))
    #expect(source.outcomes == [.complete])
    #expect(server.end())
  }

  @Test("A stream can send a last message when the server drains")
  func drains() throws {
    let source = ScriptedSource(["first "], atEnd: .waiting) { state in
      state.pieces = [Array("farewell".utf8)]
      state.atEnd = .end
    }
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(HTTPResponse(body: .stream(source)))
      })
    let client = server.client()
    client.send(get("/"))
    _ = client.receive(until: "first ")
    server.server.beginDraining()
    #expect(client.receiveAll().hasSuffix("8\r\nfarewell\r\n0\r\n\r\n"))
    client.endSending()
    #expect(source.drains == 1 && source.outcomes == [.complete])
    server.server.stopNow()
    server.server.waitUntilStopped()
  }

  @Test("A stream is cancelled when the server stops")
  func stops() throws {
    let source = ScriptedSource(["first "], atEnd: .waiting)
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(HTTPResponse(body: .stream(source)))
      })
    let client = server.client()
    client.send(get("/"))
    _ = client.receive(until: "first ")
    server.server.stopNow()
    server.server.waitUntilStopped()
    #expect(source.outcomes == [.cancelled])
    source.wake()
  }

  @Test("A handler that takes too long is cancelled, and the response is 503")
  func limitsAnswer() throws {
    let cancelled = DispatchSemaphore(value: 0)
    let kept = Box<[HTTPResponder]>([])
    let server = try LoopedServer(
      RespondingHandler { request, responder in
        if request.path == "/poll" { responder.limitResponseTime(to: nil) }
        responder.onCancel { cancelled.signal() }
        kept.update { $0.append(responder) }
      })
    let (client, polling) = (server.client(), server.client())
    polling.send(get("/poll"))
    client.send(get("/"))
    server.turn()
    server.clock.advance(seconds: 61, server)
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 503 "))
    cancelled.wait()
    for responder in kept.value { responder.respond(HTTPResponse(body: .text("<news>"))) }
    kept.set([])
    #expect(polling.receive(until: ">").hasSuffix("<news>"))
    #expect(server.end())
  }

  @Test("A cancellation's closures are released after the response")
  func letsGo() throws {
    final class Held: Sendable {
      let ended: @Sendable () -> Void
      init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
      deinit { ended() }
    }
    let freed = DispatchSemaphore(value: 0)
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        let buffered = Held { freed.signal() }
        // A cycle, until the response breaks it.
        responder.onCancel { withExtendedLifetime((buffered, responder)) {} }
        #expect(!responder.isCancelled)
        responder.respond(HTTPResponse(body: .text("<at once>")))
      })
    let client = server.client()
    client.send(get("/"))
    _ = client.receive(until: ">")
    #expect(freed.wait(timeout: .now() + .seconds(patience)) == .success)
    #expect(server.end())
  }

  @Test("A task writes a stream as fast as the client takes it")
  func writes() async throws {
    let written = Box(0)
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(
          HTTPResponse(
            body: .writing { writer in
              for number in 0..<20 {
                try await writer.write("\(number) " + String(repeating: "x", count: 100_000))
                written.set(number)
              }
            }))
      })
    try await offPool {
      let client = server.client(receiveBuffer: 4096)
      client.send(get("/"))
      let first = client.receive() ?? ""
      for _ in 0..<20 { server.turn() }
      #expect(written.value < 10)
      let all = first + client.receive(until: "0\r\n\r\n")
      #expect(all.contains("19 xx"))
      #expect(server.end())
    }
  }

  @Test("A stream of a failing sequence closes the connection, so that it does not look complete")
  func fails() async throws {
    struct Failure: Error {}
    let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(Array("hello".utf8))
      continuation.finish(throwing: Failure())
    }
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(HTTPResponse(body: .stream(of: pieces)))
      })
    try await offPool {
      let client = server.client()
      client.send(get("/"))
      #expect(client.receiveAll().hasSuffix("5\r\nhello\r\n"))
      #expect(server.end())
    }
  }

  @Test("The task that writes a stream ends when the client goes")
  func endsTask() async throws {
    let ended = DispatchSemaphore(value: 0)
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        responder.respond(
          HTTPResponse(
            body: .writing { writer in
              defer { ended.signal() }
              while true { try await writer.write("more") }
            }))
      })
    try await offPool {
      let client = server.client()
      client.send(get("/"))
      _ = client.receive()
      client.reset()
      #expect(ended.wait(timeout: .now() + .seconds(patience)) == .success)
      #expect(server.end())
    }
  }

  @Test("A task reads a request's stream, and notices a client that breaks it off")
  func reads() async throws {
    let server = try LoopedServer(
      RespondingHandler(policy: .streamed(upTo: 1 << 30)) { _, responder in
        let content = HTTPContentReader()
        responder.receive(content)
        Task {
          var count = 0
          do {
            for try await piece in content { count += piece.count }
            responder.respond(HTTPResponse(body: .text("<\(count)>")))
          } catch {
            responder.respond(HTTPResponse(status: .badRequest, body: .text("<broken>")))
          }
        }
      })
    try await offPool {
      let client = server.client()
      let put = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 8388608\r\n\r\n"
      client.send(put)
      client.send([UInt8](repeating: 0x78, count: 8_388_608))
      #expect(client.receive(until: ">").hasSuffix("<8388608>"))
      client.send(put + "xxx")
      client.endSending()
      #expect(client.receiveAll().hasSuffix("<broken>"))
      #expect(server.end())
    }
  }

  @Test("Each route has its own content policy")
  func routesPolicies() throws {
    let router = HTTPRouter([
      HTTPRoute.returning(.put, "/small", content: .collected(upTo: 5)) {
        (request, _) throws(HTTPError) in
        HTTPResponse(body: .text("<\(request.body.count)>"))
      },
      HTTPRoute(.put, "/{name}/stream", content: .streamed(upTo: 10)) { _, _, responder in
        responder.respond(HTTPResponse(body: .text("<refused>")))
      },
    ])
    let (server, port) = try ServerTests.start(router)
    let client = TestClient(port: port)
    let fields = " HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
    client.send("PUT /small" + fields + "5\r\n\r\n")
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
    client.send("hello")
    _ = client.receive(until: "<5>")
    client.send("PUT /a/stream" + fields + "10\r\n\r\n")
    let refusal = client.receiveAll()
    #expect(refusal.hasPrefix("HTTP/1.1 200 ") && refusal.hasSuffix("<refused>"))
    for path in ["/small", "/a/stream"] {
      let other = TestClient(port: port)
      other.send("PUT " + path + fields + "11\r\n\r\n")
      #expect(other.receiveAll().hasPrefix("HTTP/1.1 413 "))
    }
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }
}
