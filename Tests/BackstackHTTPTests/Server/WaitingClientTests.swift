import Testing

@testable import BackstackHTTP

@Suite("Clients of responses that wait")
struct WaitingClientTests {
  /// A handler that lets every request wait and counts the cancelled ones. `/stream` gets a stream
  /// that waits; `/changed` waits behind an intercepting responder.
  private struct Waiting: HTTPHandler {
    let kept = Box<[HTTPResponder]>([])
    let cancelled = Box(0)

    func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
      if request.path == "/at-once" { return responder.respond(HTTPResponse(body: .text("<>"))) }
      let responder = request.path == "/changed" ? responder.intercepting { $0 } : responder
      responder.beginWaiting()
      if request.path == "/stream" {
        let source = ScriptedSource(
          ["a"], atEnd: .waiting, onFinish: { _ in cancelled.update { $0 += 1 } })
        return responder.respond(HTTPResponse(body: .stream(source)))
      }
      responder.onCancel { cancelled.update { $0 += 1 } }
      kept.update { $0.append(responder) }
    }
  }

  @Test(
    "Clients that have closed their connections do not count against the limit",
    arguments: ["/poll", "/stream", "/changed"])
  func closed(_ path: String) throws {
    let handler = Waiting()
    // One of the connections is the witness's.
    let server = try LoopedServer(handler) {
      $0.maximumConnections = 6
      $0.maximumConnectionsPerAddress = 6
    }
    for round in 1...20 {
      let clients = (1...5).map { _ in server.client() }
      for client in clients { client.send(get(path)) }
      server.turn()
      for client in clients { client.close() }
      // The system may deliver the closes after the request of a turn, which another processor sends.
      for _ in 0..<1000 where handler.cancelled.value < round * 5 { server.turn() }
      #expect(handler.cancelled.value == round * 5)
    }
    let other = server.client()
    other.send(get("/at-once"))
    #expect(other.receive(until: "<>").hasPrefix("HTTP/1.1 200 "))
    handler.kept.set([])
    other.close()
    #expect(server.end())
  }

  @Test("Clients that have gone are recorded as such, their streams with the bytes that were sent")
  func recorded() throws {
    let handler = Waiting()
    let server = try RecordedServer(handler)
    for path in ["/poll", "/stream"] {
      let client = server.client()
      client.send(get(path))
      server.looped.turn()
      client.endSending()
      // The server closes, although the client would still read.
      let received = client.receiveAll()
      #expect(received.isEmpty == (path == "/poll"))
    }
    handler.kept.set([])
    #expect(try server.end().requests == ["/poll 499 0", "/stream 200 1"])
  }

  @Test("The close of a client with unread requests is noticed")
  func behindInput() throws {
    let handler = Waiting()
    let server = try LoopedServer(handler) { $0.flow.bufferedInputBytes = 64 }
    let client = server.client()
    client.send(get("/poll") + get("/" + String(repeating: "x", count: 200)))
    server.turn()
    client.close()
    server.turn()
    server.turn()
    #expect(handler.cancelled.value == 1)
    handler.kept.set([])
    #expect(server.end())
  }

  @Test("A client of an ordinary response gets it with its sending side closed")
  func halfClosed() throws {
    let kept = Box<[HTTPResponder]>([])
    let server = try LoopedServer(
      RespondingHandler { _, responder in kept.update { $0.append(responder) } })
    let client = server.client()
    client.send(get("/"))
    client.endSending()
    server.turn()
    server.turn()
    try #require(kept.value.count == 1)
    kept.value[0].respond(HTTPResponse(body: .text("<late>")))
    #expect(client.receiveAll().hasSuffix("<late>"))
    kept.set([])
    #expect(server.end())
  }
}
