import Testing

@testable import BackstackHTTP

@Suite("A WebSocket over time")
struct WebSocketConnectionTests {
  /// A connection with a clock that a test sets, and the frames that it sends.
  private struct Socket {
    var connection: WebSocketConnection
    var events: [WebSocketConnection.Event] = []
    private var frames = ServerFrames()
    private var seconds = 0.0

    init(_ settings: WebSocketSettings = WebSocketSettings()) {
      connection = WebSocketConnection(settings)
      wait(seconds: 0)
    }

    mutating func receive(_ frames: ClientFrame...) {
      let input = frames.bytes
      var position = 0
      while let event = connection.next(input.span, &position) { events.append(event) }
    }

    /// Returns the frames that are sent when there is room for so many bytes.
    mutating func sent(upTo room: Int = 1000) -> [String] {
      var output: [UInt8] = []
      connection.produce(into: &output, upTo: room)
      frames.append(output)
      return frames.all().map(\.summary)
    }

    mutating func send(_ texts: String...) {
      var output: [UInt8] = []
      connection.send(.text, texts.map { Array($0.utf8)[...] }, into: &output)
      frames.append(output)
    }

    mutating func wait(seconds: Double) {
      self.seconds += seconds
      let instant = MonotonicInstant(nanoseconds: Int64(self.seconds * 1e9))
      if let event = connection.advance(to: instant) { events.append(event) }
    }

    /// The seconds until the connection has something to do.
    var rest: Double { Double(connection.deadline.nanoseconds) / 1e9 - seconds }
  }

  @Test("Client and server understand each other, whatever the length, and the client masks")
  func client() {
    var client = WebSocketConnection(WebSocketSettings(), isClient: true)
    var server = WebSocketConnection(WebSocketSettings())
    for length in [0, 1, 125, 126, 65_535, 65_536] {
      let text = Array(repeating: UInt8(ascii: "a"), count: length)
      var sent: [UInt8] = []
      client.send(.text, [text[...]], into: &sent)
      client.produce(into: &sent, upTo: .max)
      #expect(sent[1] & 0x80 != 0)
      var position = 0
      #expect(server.next(sent.span, &position) == .message(WebSocketMessage(.text, text)))
      var answer: [UInt8] = []
      server.send(.text, [text[...]], into: &answer)
      server.produce(into: &answer, upTo: .max)
      position = 0
      #expect(client.next(answer.span, &position) == .message(WebSocketMessage(.text, text)))
    }
    // The client answers pings, and confirms the close.
    let pinged: [UInt8] = [0x89, 1, 0x70, 0x88, 2, 0x03, 0xE9]
    var position = 0
    #expect(client.next(pinged.span, &position) == .closed(WebSocketClose(.goingAway)))
    var answer: [UInt8] = []
    client.produce(into: &answer, upTo: .max)
    position = 0
    #expect(server.next(answer.span, &position) == .closed(WebSocketClose(.goingAway)))
  }

  @Test("A client refuses frames with a mask")
  func maskOfServer() {
    var client = WebSocketConnection(WebSocketSettings(), isClient: true)
    let frame = ClientFrame.text("a").bytes
    var position = 0
    #expect(
      client.next(frame.span, &position)
        == .closed(WebSocketClose(.protocolError, "A frame of a server has a mask.")))
  }

  @Test("A ping is sent every 15 seconds while the client sends pongs")
  func pings() {
    var socket = Socket()
    for _ in 0..<10 {
      #expect(socket.rest == 15)
      socket.wait(seconds: 14)
      #expect(!socket.connection.hasOutput)
      socket.wait(seconds: 1)
      #expect(socket.sent() == ["ping "])
      socket.receive(.pong())
    }
    #expect(socket.events.isEmpty)
  }

  @Test("A client that sends no pong for 40 seconds is closed, whatever else it sends")
  func noPong() {
    var socket = Socket()
    var pings = 0
    for _ in 0..<54 {
      socket.wait(seconds: 1)
      socket.receive(.text("still here"))
      if socket.connection.hasOutput { pings += socket.sent().count { $0 == "ping " } }
    }
    #expect(pings == 3 && socket.events.count == 54)
    socket.wait(seconds: 1)
    #expect(socket.events.last == .closed(.init(.policyViolation, "No pong has come in time.")))
    #expect(socket.sent() == ["close 1008"])
    #expect(socket.connection.hasEnded && socket.connection.deadline == .never)
  }

  @Test("A client that sends a frame byte by byte is closed, as it sends no pong")
  func slowFrame() {
    var socket = Socket()
    var bytes = ClientFrame.text(String(repeating: "x", count: 1000)).bytes[...]
    while socket.connection.isReading, let byte = bytes.popFirst() {
      socket.wait(seconds: 5)
      var position = 0
      if let event = socket.connection.next([byte].span, &position) { socket.events.append(event) }
      _ = socket.sent()
    }
    #expect(bytes.count > 900 && socket.connection.hasEnded)
  }

  @Test("The server's close waits for the client's, and its messages until then are not delivered")
  func closes() {
    var socket = Socket()
    socket.connection.close(WebSocketClose(.goingAway, "The server stops."))
    #expect(socket.sent() == ["close 1001"] && !socket.connection.hasEnded)
    socket.receive(.text("late"), .ping("late"))
    #expect(socket.events.isEmpty && !socket.connection.hasOutput)
    socket.receive(.close(1001), .text("later"))
    #expect(socket.events == [.closed(.init(.goingAway, "The server stops."))])
    #expect(!socket.connection.hasOutput && socket.connection.hasEnded)
  }

  @Test("A client that does not confirm the server's close is left after five seconds")
  func unconfirmedClose() {
    var socket = Socket()
    socket.wait(seconds: 7)
    socket.connection.close(WebSocketClose(.normal))
    #expect(socket.sent() == ["close 1000"] && socket.rest == 5)
    socket.wait(seconds: 4)
    #expect(socket.events.isEmpty)
    socket.wait(seconds: 1)
    #expect(socket.events == [.closed(.init(.normal))] && socket.connection.hasEnded)
  }

  @Test("Both sides may close at the same time")
  func closesBoth() {
    var socket = Socket()
    socket.connection.close(WebSocketClose(.normal, "done"))
    socket.receive(.close(1001))
    #expect(socket.events == [.closed(.init(.normal, "done"))])
    #expect(socket.sent() == ["close 1000"])
  }

  @Test("A server that goes away waits a second for the client's close frame")
  func goesAway() {
    var socket = Socket()
    socket.connection.close(WebSocketClose(.goingAway, "The server stops."))
    #expect(socket.sent() == ["close 1001"])
    socket.wait(seconds: 1)
    #expect(socket.events == [.closed(.init(.goingAway, "The server stops."))])
    #expect(socket.connection.hasEnded)
  }

  @Test("A client's mistake after the server's close is not a second close")
  func mistakeAfterClose() {
    var socket = Socket()
    socket.connection.close(WebSocketClose(.normal))
    socket.receive(.more("x"))
    #expect(socket.connection.hasEnded && socket.sent() == ["close 1000"])
    #expect(socket.events == [.closed(.init(.normal))])
  }

  @Test("A client that ends its input in place of a close frame leaves the server's code")
  func endOfInputAfterOwnClose() {
    var socket = Socket()
    socket.connection.close(WebSocketClose(.goingAway, "The server stops."))
    #expect(
      socket.connection.receiveEnd() == .closed(.init(.goingAway, "The server stops.")))
    #expect(socket.sent() == ["close 1001"] && socket.connection.hasEnded)
  }

  @Test("The end of the input without a close frame ends the connection, and nothing more is sent")
  func endOfInput() {
    var socket = Socket()
    socket.send("not taken")
    socket.receive(.ping("p"))
    #expect(
      socket.connection.receiveEnd()
        == .closed(.init(.abnormal, "The client has left without a close frame.")))
    #expect(!socket.connection.hasOutput && socket.connection.receiveEnd() == nil)
  }

  @Test("A close that waits is still sent when the input ends")
  func endOfInputAfterClose() {
    var socket = Socket()
    socket.receive(.close(1000))
    #expect(socket.connection.receiveEnd() == nil && socket.sent() == ["close 1000"])
  }

  @Test("A long message is sent in pieces, control frames after it, and nothing is copied before")
  func longMessage() {
    var socket = Socket()
    let text = String(repeating: "long ", count: 20_000)
    socket.send(text)
    #expect(!socket.connection.wantsMessage)
    socket.receive(.ping("1"), .ping("2"))
    socket.wait(seconds: 15)
    var sent: [String] = []
    var turns = 0
    while socket.connection.hasOutput {
      sent += socket.sent(upTo: 16_384)
      turns += 1
    }
    #expect(sent == ["text " + text, "pong 2", "ping "] && turns == 7)
    #expect(socket.connection.wantsMessage)
  }

  @Test("A close waits for the end of a long message")
  func closeAfterLongMessage() {
    var socket = Socket()
    socket.send("hel", "", "lo")
    socket.connection.close(WebSocketClose(.normal))
    #expect(!socket.connection.wantsMessage)
    #expect(socket.sent(upTo: 3) == [])
    #expect(socket.sent() == ["text hello", "close 1000"])
  }

  @Test("However many pings come, one pong waits")
  func floods() {
    var socket = Socket()
    for number in 0..<10_000 { socket.receive(.ping("\(number)")) }
    #expect(socket.sent() == ["pong 9999"] && !socket.connection.hasOutput)
  }

  @Test("Only a code that may be sent is sent, and a long reason is cut between characters")
  func payloads() throws {
    #expect(WebSocketClose(.noStatus, "x").payload == [])
    #expect(WebSocketClose(.abnormal).payload == [])
    let payload = WebSocketClose(.normal, String(repeating: "ä", count: 100)).payload
    #expect(payload.count == 124)
    let read = try WebSocketClose(payload: payload)
    #expect(read.reason == String(repeating: "ä", count: 61))
  }
}
