import BackstackHTTP
import BackstackPlatform

/// A socket whose messages a script writes.
final class ScriptedSocket: WebSocketHandler {
  private struct State {
    var messages: [[UInt8]] = []
    /// How it ends; `nil` while more comes.
    var end: WebSocketAction?
    var waker: HTTPStreamWaker?
  }

  private let state = Guarded(State())
  private let onMessage: @Sendable (WebSocketMessage) -> Void
  private let onFinish: @Sendable () -> Void

  /// - Parameters:
  ///   - onMessage: Called with each message of the client.
  ///   - onFinish: Called once the socket is closed.
  init(
    onMessage: @escaping @Sendable (WebSocketMessage) -> Void,
    onFinish: @escaping @Sendable () -> Void
  ) {
    self.onMessage = onMessage
    self.onFinish = onFinish
  }

  /// Sends a message; a script sends few.
  func send(_ content: [UInt8]) { change { $0.messages.append(content) } }

  /// Closes after the messages so far.
  func close(_ code: WebSocketCloseCode) { change { $0.end = .close(WebSocketClose(code)) } }

  /// Breaks the connection after the messages so far.
  func `break`() { change { $0.end = .abort } }

  private func change(_ body: (inout State) -> Void) {
    let waker = state.withLock { state in
      body(&state)
      return state.waker
    }
    waker?.wake()
  }

  // MARK: WebSocketHandler

  func start(_ waker: HTTPStreamWaker) { state.withLock { $0.waker = waker } }

  func receive(_ message: WebSocketMessage) { onMessage(message) }

  func next() -> WebSocketAction {
    state.withLock { state in
      guard state.messages.isEmpty else {
        return .send(WebSocketMessage(.text, state.messages.removeFirst()))
      }
      return state.end ?? .waiting
    }
  }

  func drain() { close(.goingAway) }

  func finish(_ reason: WebSocketClose) {
    state.withLock { $0 = State() }
    onFinish()
  }
}
