import BackstackPlatform
import Dispatch

@testable import BackstackHTTP

/// A handler of a WebSocket that sends what a test has given it, and sends texts back.
final class ScriptedSocket: WebSocketHandler {
  struct State: Sendable {
    var received: [WebSocketMessage] = []
    var actions: [WebSocketAction] = []
    var waker: HTTPStreamWaker?
    var drains = 0
    var finishes: [WebSocketClose] = []
  }

  private let state = Guarded(State())
  private let echoes: Bool
  let finished = DispatchSemaphore(value: 0)

  init(echoes: Bool = true, _ actions: [WebSocketAction] = []) {
    self.echoes = echoes
    state.withLock { $0.actions = actions }
  }

  var received: [WebSocketMessage] { state.withLock { $0.received } }
  var finishes: [WebSocketClose] { state.withLock { $0.finishes } }
  /// The number of actions that were not asked for yet.
  var rest: Int { state.withLock { $0.actions.count } }

  /// The bytes of the messages that are not sent back.
  var bufferedBytes: Int {
    echoes ? 0 : state.withLock { $0.received.reduce(0) { $0 + $1.content.count } }
  }

  /// Adds an action, and wakes the connection.
  func act(_ action: WebSocketAction) {
    let waker = state.withLock { state in
      state.actions.append(action)
      return state.waker
    }
    waker?.wake()
  }

  func start(_ waker: HTTPStreamWaker) { state.withLock { $0.waker = waker } }

  func receive(_ message: WebSocketMessage) {
    state.withLock { state in
      state.received.append(message)
      if echoes { state.actions.append(.send(message)) }
    }
  }

  func next() -> WebSocketAction {
    state.withLock { $0.actions.isEmpty ? .waiting : $0.actions.removeFirst() }
  }

  func drain() {
    state.withLock { state in
      state.drains += 1
      state.actions.append(.close(WebSocketClose(.goingAway, "The server stops.")))
    }
  }

  func finish(_ reason: WebSocketClose) {
    state.withLock { state in
      state.finishes.append(reason)
      state.waker = nil
    }
    finished.signal()
  }
}

/// The handler of requests for WebSockets.
struct SocketHandler: HTTPHandler {
  var settings = WebSocketSettings()
  /// Returns the handler for a request.
  let make: @Sendable (HTTPRequest) -> any WebSocketHandler

  func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    do throws(HTTPError) {
      let handshake = try WebSocketHandshake(request)
      responder.respond(
        handshake.response(
          make(request), subprotocol: handshake.subprotocols.first, settings))
    } catch {
      responder.fail(error)
    }
  }

  /// A request for a WebSocket.
  static func handshake(_ target: String = "/", _ fields: String = "") -> String {
    get(
      target,
      "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + fields)
  }
}
