import BackstackPlatform

/// A WebSocket on its connection: passes bytes, times and messages between the connection, the state
/// machine and the handler.
final class WebSocketExchange: HTTPSwitchedProtocol, @unchecked Sendable {
  // Sound: after it was created, only the event loop's thread accesses it.
  let handler: any WebSocketHandler
  private var connection: WebSocketConnection
  private var waker: HTTPStreamWaker?
  private var receivedBytes = 0
  // Of 32 bits each, as thousands of sockets are idle.
  private var receivedMessages: UInt32 = 0
  private var sentMessages: UInt32 = 0

  init(_ handler: any WebSocketHandler, _ settings: WebSocketSettings) {
    self.handler = handler
    connection = WebSocketConnection(settings)
  }

  var bufferedBytes: Int { connection.bufferedCount + handler.bufferedBytes }

  var deadline: MonotonicInstant { connection.deadline }

  var traffic: HTTPSwitchedTraffic {
    HTTPSwitchedTraffic(
      receivedBytes: receivedBytes, receivedMessages: Int(receivedMessages),
      sentMessages: Int(sentMessages), closeCode: connection.reason.code.rawValue)
  }

  // MARK: Input

  func start(_ waker: HTTPStreamWaker) {
    self.waker = waker
    handler.start(waker)
  }

  func receive(_ bytes: borrowing Span<UInt8>) {
    receivedBytes += bytes.count
    var position = 0
    while let event = connection.next(bytes, &position) { pass(event) }
  }

  func receiveEnd() { pass(connection.receiveEnd()) }

  func advance(to instant: MonotonicInstant) { pass(connection.advance(to: instant)) }

  private func pass(_ event: WebSocketConnection.Event?) {
    switch event {
    case .message(let message):
      receivedMessages &+= 1
      handler.receive(message)
    case .closed, nil: break
    }
  }

  // MARK: Output

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    // The handler is asked now, whatever it was woken for.
    waker?.rearm()
    connection.produce(into: &output, upTo: room)
    while output.count < room, connection.wantsMessage {
      switch handler.next() {
      case .send(let message):
        connection.send(message.kind, [message.content[...]], into: &output)
        sentMessages &+= 1
      case .sendText(let parts):
        connection.send(.text, parts, into: &output)
        sentMessages &+= 1
      case .waiting: return .waiting
      case .close(let reason): connection.close(reason)
      case .abort: return .failed
      }
      connection.produce(into: &output, upTo: room)
    }
    if connection.hasOutput { return .more }
    if connection.hasEnded { return .end }
    return connection.wantsMessage ? .more : .waiting
  }

  func drain() { handler.drain() }

  func finish(_ outcome: HTTPStreamOutcome) {
    waker = nil
    handler.finish(connection.reason)
  }
}
