import Testing

@testable import BackstackHTTP

@Suite("A connection that was switched to a WebSocket")
struct SwitchedConnectionTests {
  /// A connection whose handler switches it to a socket.
  private struct Switched {
    let driver: ConnectionDriver
    let socket: ScriptedSocket

    init(
      _ socket: ScriptedSocket = ScriptedSocket(), _ input: [UInt8] = [],
      handshake: String = SocketHandler.handshake(),
      change: (inout HTTPConnectionSettings) -> Void = { _ in }
    ) {
      self.socket = socket
      driver = ConnectionDriver(change)
      driver.handler = { try? WebSocketHandshake($0).response(socket) }
      driver.receive(Array(handshake.utf8) + input)
    }

    /// The frames after the response.
    var sent: [String] {
      var frames = ServerFrames()
      let end = driver.text.firstRange(of: "\r\n\r\n")?.upperBound ?? driver.text.startIndex
      frames.append(Array(driver.written.dropFirst(driver.text[..<end].utf8.count)))
      return frames.all().map(\.summary)
    }
  }

  @Test("The response has the fields of a switch and no framing, then frames follow")
  func switches() {
    let switched = Switched()
    #expect(
      switched.driver.text.hasPrefix(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nDate: today\r\n"))
    #expect(!switched.driver.text.contains("Content-Length"))
    #expect(!switched.driver.text.contains("Transfer-Encoding"))
    switched.driver.receive(ClientFrame.text("hello").bytes)
    #expect(switched.sent == ["text hello"])
  }

  @Test("A handler breaks the connection without a close frame")
  func aborts() {
    let switched = Switched(ScriptedSocket(echoes: false, [.send(.text("a")), .abort]))
    #expect(switched.sent == ["text a"])
    #expect(switched.socket.finishes.map(\.code) == [.abnormal])
  }

  @Test("Frames that come with the request are read after the response")
  func pipelined() {
    let switched = Switched(ScriptedSocket(), [ClientFrame.text("a"), .ping("p")].bytes)
    #expect(switched.sent == ["pong p", "text a"])
  }

  @Test("A handshake that comes with an earlier request and with frames is not read as a frame")
  func behindRequest() {
    let driver = ConnectionDriver()
    let socket = ScriptedSocket()
    driver.handler = { request in
      request.path == "/first"
        ? HTTPResponse(body: .text("one"))
        : try? WebSocketHandshake(request).response(socket)
    }
    let first = Array("GET /first HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    driver.receive(first + Array(SocketHandler.handshake().utf8) + ClientFrame.text("a").bytes)
    #expect(driver.text.contains("101 Switching Protocols"))
    #expect(socket.received == [.text("a")])
  }

  @Test("Frames that come while a handler decides are read after the response")
  func early() {
    let driver = ConnectionDriver()
    let socket = ScriptedSocket()
    var response: HTTPResponse?
    driver.handler = { request in
      response = try? WebSocketHandshake(request).response(socket)
      return nil
    }
    driver.receive(SocketHandler.handshake())
    driver.receive(ClientFrame.text("early").bytes)
    #expect(socket.received.isEmpty)
    if let response { driver.connection.respond(.response(response), to: 1, now: driver.now) }
    driver.pump(nil)
    #expect(socket.received == [.text("early")])
  }

  @Test("No request is read after the switch")
  func noRequest() {
    let switched = Switched()
    switched.driver.receive(get("/smuggled"))
    #expect(switched.driver.delivered == ["/"] && switched.sent == ["close 1002"])
    #expect(switched.driver.didShutDownWriting)
  }

  @Test("After both closes the connection is closed, and the handler knows why, once")
  func closes() {
    let switched = Switched()
    switched.driver.receive(ClientFrame.close(4000, "done").bytes)
    #expect(switched.sent == ["close 4000"] && switched.driver.didShutDownWriting)
    #expect(switched.socket.finishes == [WebSocketClose(.init(rawValue: 4000), "done")])
    switched.driver.receive(ClientFrame.text("late").bytes)
    switched.driver.receiveEnd()
    #expect(switched.driver.isClosed && switched.socket.received.isEmpty)
    switched.driver.end()
    #expect(switched.socket.finishes.count == 1)
  }

  @Test("The end of the input ends the socket; a close frame that came before is confirmed")
  func endOfInput() {
    let left = Switched()
    left.driver.receiveEnd()
    #expect(left.driver.isClosed && left.sent == [])
    #expect(left.socket.finishes.map(\.code) == [.abnormal])
    let closed = Switched()
    closed.driver.writable = 0
    closed.driver.receive(ClientFrame.close(1000).bytes)
    closed.driver.receiveEnd()
    #expect(!closed.driver.isClosed)
    closed.driver.writable = .max
    closed.driver.pump(nil)
    #expect(closed.driver.isClosed && closed.sent == ["close 1000"])
    #expect(closed.socket.finishes.map(\.code) == [.normal])
  }

  @Test("A connection that breaks ends the socket")
  func breaks() {
    let switched = Switched()
    switched.driver.end()
    #expect(switched.socket.finishes.map(\.code) == [.abnormal])
  }

  @Test("Pings are sent when they are due, and a client without pongs is closed")
  func deadlines() {
    let switched = Switched()
    #expect(switched.driver.connection.deadline == MonotonicInstant(nanoseconds: 15_000_000_000))
    switched.driver.advance(seconds: 15)
    #expect(switched.sent == ["ping "])
    for _ in 0..<3 { switched.driver.advance(seconds: 15) }
    #expect(switched.sent == ["ping ", "ping ", "ping ", "close 1008"])
    #expect(switched.socket.finishes.map(\.code) == [.policyViolation])
  }

  @Test("A handler that is woken is asked for messages")
  func wakes() {
    let switched = Switched(ScriptedSocket(echoes: false))
    switched.socket.act(.send(.text("news")))
    #expect(switched.driver.readMailbox() == 1 && switched.sent == ["text news"])
    switched.socket.act(.close(WebSocketClose(.normal)))
    switched.driver.readMailbox()
    #expect(switched.sent == ["text news", "close 1000"] && !switched.driver.didShutDownWriting)
    switched.driver.receive(ClientFrame.close(1000).bytes)
    #expect(switched.driver.didShutDownWriting)
  }

  @Test("A server that drains lets the handler close")
  func drains() {
    let switched = Switched()
    switched.driver.connection.beginDraining(now: switched.driver.now)
    switched.driver.pump(nil)
    #expect(switched.sent == ["close 1001"] && !switched.driver.isClosed)
    switched.driver.advance(seconds: 5)
    #expect(switched.driver.didShutDownWriting)
    #expect(switched.socket.finishes.map(\.code) == [.goingAway])
  }

  @Test("A connection that breaks after the server's close has the server's code")
  func breaksAfterClose() {
    let switched = Switched(ScriptedSocket(echoes: false, [.close(WebSocketClose(.normal))]))
    #expect(switched.sent == ["close 1000"])
    switched.driver.end()
    #expect(switched.socket.finishes == [WebSocketClose(.normal)])
  }

  @Test("A client that reads nothing makes no queue grow, and is closed")
  func slowReader() {
    let message = WebSocketMessage.text(String(repeating: "x", count: 10_000))
    let slow = ScriptedSocket(
      echoes: false, [WebSocketAction](repeating: .send(message), count: 1000))
    let driver = ConnectionDriver()
    driver.writable = 0
    driver.handler = { try? WebSocketHandshake($0).response(slow) }
    driver.receive(SocketHandler.handshake())
    #expect(driver.connection.outputCount <= 64 * 1024 + 300 && slow.rest > 990)
    for _ in 0..<3 { driver.advance(seconds: 31) }
    #expect(driver.isClosed)
    driver.end()
    #expect(slow.finishes.map(\.code) == [.abnormal])
  }

  @Test("A message that is not complete counts as memory of the connection")
  func unfinished() {
    let switched = Switched()
    #expect(switched.driver.connection.unfinishedBytes.own == 0)
    switched.driver.receive(
      ClientFrame.text(String(repeating: "x", count: 5000), isFinal: false).bytes)
    #expect(switched.driver.connection.unfinishedBytes.own == 5000)
  }

  @Test("Messages that wait with the handler count as memory of the connection")
  func waitingMessages() {
    let switched = Switched(ScriptedSocket(echoes: false))
    let message = ClientFrame.text(String(repeating: "x", count: 5000))
    switched.driver.receive([message, message].bytes)
    #expect(switched.driver.connection.unfinishedBytes.own == 10_000)
  }

  @Test("A request that can't be switched gets an error, and the handler is released")
  func misuse() {
    let issues = Box<[String]>([])
    for method in ["GET", "HEAD"] {
      let socket = ScriptedSocket()
      let driver = ConnectionDriver { settings in
        settings.reportMisuse = { issue in issues.update { $0.append(issue) } }
      }
      driver.handler = { _ in
        HTTPResponse(body: .switching(to: WebSocketExchange(socket, WebSocketSettings())))
      }
      driver.receive("\(method) / HTTP/1.\(method == "GET" ? 0 : 1)\r\nHost: a\r\n\r\n")
      #expect(driver.statuses == [500] && socket.finishes.count == 1)
    }
    #expect(issues.value.count == 2)
  }

  @Test("A plain response with status 101 is still an error of the handler")
  func plain() {
    let driver = ConnectionDriver()
    driver.handler = { _ in HTTPResponse(status: .switchingProtocols) }
    driver.receive(get("/"))
    #expect(driver.statuses == [500])
  }
}
