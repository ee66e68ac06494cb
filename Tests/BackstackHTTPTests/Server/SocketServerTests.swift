import BackstackTestSupport
import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("WebSockets on sockets")
struct SocketServerTests {
  /// A client of a WebSocket.
  private struct Client {
    let client: TestClient
    private var frames = ServerFrames()

    init(_ client: TestClient, _ target: String = "/") {
      self.client = client
      client.send(SocketHandler.handshake(target))
      _ = client.receive(until: "\r\n\r\n")
    }

    func send(_ frames: ClientFrame...) { client.send(frames.bytes) }

    /// Returns the next frame, or `nil` at the end.
    mutating func next() -> String? {
      while true {
        if let frame = frames.next() { return frame.summary }
        guard let piece = client.receiveBytes() else { return nil }
        frames.append(piece)
      }
    }
  }

  @Test("Messages of any length are received and sent")
  func echoes() throws {
    let (server, port) = try ServerTests.start(SocketHandler { _ in ScriptedSocket() })
    var client = Client(TestClient(port: port))
    for count in [0, 1, 125, 126, 65_535, 65_536, 1_000_000] {
      let text = String(repeating: "é", count: count / 2)
      client.send(.text(text))
      #expect(client.next() == "text " + text)
    }
    client.send(.close(1000))
    #expect(client.next() == "close 1000" && client.next() == nil)
    client.client.endSending()
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("A handler sends from other threads, and an idle socket delays no other client")
  func otherThreads() throws {
    let socket = ScriptedSocket()
    let server = try LoopedServer(SocketHandler { _ in socket })
    var client = Client(server.client())
    server.turn()
    socket.act(.send(.text("news")))
    #expect(client.next() == "text news")
    // A second more, as timers may fire a little late.
    server.clock.advance(seconds: 16, server)
    #expect(client.next() == "ping ")
    client.send(.pong(), .text("here"))
    #expect(client.next() == "text here")
    client.client.endSending()
    #expect(client.next() == nil)
    socket.finished.wait()
    #expect(server.end())
  }

  @Test("A server that drains closes with 1001, and waits for the client's close")
  func drains() throws {
    let socket = ScriptedSocket()
    let server = try LoopedServer(SocketHandler { _ in socket })
    var client = Client(server.client())
    server.turn()
    server.server.beginDraining()
    #expect(client.next() == "close 1001")
    #expect(socket.finishes.isEmpty)
    client.send(.close(1001))
    #expect(client.next() == nil)
    client.client.close()
    socket.finished.wait()
    #expect(socket.finishes.map(\.code) == [.goingAway])
    #expect(server.end())
  }

  @Test("A server that stops ends the sockets")
  func stops() throws {
    let socket = ScriptedSocket()
    let server = try LoopedServer(SocketHandler { _ in socket })
    let client = Client(server.client())
    server.server.stopNow()
    server.server.waitUntilStopped()
    #expect(socket.finishes.map(\.code) == [.abnormal])
    socket.act(.send(.text("late")))
    withExtendedLifetime(client) {}
  }

  @Test("A refused handshake is an ordinary response, and the connection serves other requests")
  func refuses() throws {
    let (server, port) = try ServerTests.start(SocketHandler { _ in ScriptedSocket() })
    let client = TestClient(port: port)
    client.send(get("/"))
    let response = client.receive(until: "\r\n\r\n")
    #expect(response.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
    #expect(response.contains("\r\nConnection: upgrade\r\n"))
    #expect(response.contains("\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"))
    _ = client.receive(until: "(RFC 6455).\n")
    client.send(SocketHandler.handshake())
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 101 "))
    client.reset()
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("A socket is recorded once, at its end, with the bytes both ways")
  func records() throws {
    let (closed, left) = (ScriptedSocket(), ScriptedSocket())
    let server = try RecordedServer(SocketHandler { $0.path == "/closed" ? closed : left })
    var client = Client(server.client(), "/closed")
    client.send(.text("hello"))
    #expect(client.next() == "text hello")
    client.send(.close(1000))
    #expect(client.next() == "close 1000" && client.next() == nil)
    client.client.close()
    let other = Client(server.client(), "/left")
    other.send(.text("hello"))
    _ = other.client.receiveBytes()
    other.client.reset()
    left.finished.wait()
    let (requests, samples) = try server.end()
    #expect(requests == ["/closed 101 11", "/left 101 7"])
    #expect(samples[#"http_requests_total{method="GET",route="none",status="101"}"#] == 2)
  }

  @Test("A client that takes nothing is closed, and its messages wait with the handler")
  func slowReader() throws {
    let message = WebSocketMessage.text(String(repeating: "x", count: 100_000))
    let socket = ScriptedSocket(
      echoes: false, [WebSocketAction](repeating: .send(message), count: 1000))
    let server = try LoopedServer(SocketHandler { _ in socket })
    let client = Client(server.client(receiveBuffer: 4096))
    // The bytes that the system took before its buffer was full are enough for the first spans.
    for _ in 0..<4 { server.clock.advance(seconds: 31, server) }
    socket.finished.wait()
    #expect(socket.rest > 0 && socket.finishes.map(\.code) == [.abnormal])
    withExtendedLifetime(client) {}
    #expect(server.end())
  }
}
