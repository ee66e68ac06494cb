import BackstackTestSupport
import Synchronization

@testable import BackstackHTTP

/// The client of a socket without a connection, with the handler as the server would use it.
final class SocketReader: HTTPResponseSink {
  private struct State: Sendable {
    var woken: HTTPStreamWaker?
    var close: WebSocketClose?
  }

  private let handler: any WebSocketHandler
  private let state = Mutex(State())

  /// - Parameter answer: The response that switches to the socket; `nil` is returned for another.
  init?(_ answer: ServiceClient.Answer) {
    guard answer.status == 101, let exchange = answer.source as? WebSocketExchange else {
      return nil
    }
    handler = exchange.handler
    handler.start(HTTPStreamWaker(responseSink: self, token: 0, number: 0))
  }

  /// The fields of a handshake.
  static let handshake: [(HTTPFieldName, String)] = [
    (.connection, "Upgrade"), (.upgrade, "websocket"), (.webSocketVersion, "13"),
    (.webSocketKey, "dGhlIHNhbXBsZSBub25jZQ=="), (.webSocketProtocol, "backstack.v1"),
  ]

  var isOnOwnThread: Bool { false }

  func post(_ message: HTTPExchangeMessage) -> Bool {
    if case .wake(let waker) = message { state.withLock { $0.woken = waker } }
    return true
  }

  /// The reason with which the server has closed.
  var close: WebSocketClose? { state.withLock { $0.close } }

  func send(_ message: String) { handler.receive(.text(message)) }

  func send(binary content: [UInt8]) { handler.receive(WebSocketMessage(.binary, content)) }

  func drain() { handler.drain() }

  /// Simulates a lost connection.
  func leave() { handler.finish(WebSocketClose(.abnormal)) }

  /// Reads everything that is available.
  func read() -> [String] {
    state.withLock { $0.woken.take() }?.rearm()
    var messages: [String] = []
    while close == nil {
      switch handler.next() {
      case .send(let message): messages.append(String(decoding: message.content, as: UTF8.self))
      case .sendText(let parts):
        messages.append(String(decoding: parts.joined(), as: UTF8.self))
      case .close(let reason):
        state.withLock { $0.close = reason }
        handler.finish(reason)
      case .abort:
        state.withLock { $0.close = WebSocketClose(.abnormal) }
        leave()
      case .waiting:
        guard let waker = state.withLock({ $0.woken.take() }) else { return messages }
        waker.rearm()
      }
    }
    return messages
  }

  /// Reads until a message with a text, or the server's close, has arrived. Neither may depend on time.
  func read(until part: String) async -> [String] {
    var messages = read()
    while close == nil, !messages.contains(where: { $0.contains(part) }) {
      await letOthersWork()
      messages += read()
    }
    return messages
  }
}

extension ServiceClient {
  /// Opens a socket to a session.
  func socket(
    _ session: String, _ query: String = "", _ fields: [(HTTPFieldName, String)] = []
  ) async -> SocketReader? {
    SocketReader(
      await send(.get, session + "/socket" + query, nil, SocketReader.handshake + fields))
  }
}
