import BackstackCoding
import BackstackPlatform
import Dispatch

/// The socket of a session while one is open, and the action that waits for its answer. One thread sends
/// the actions, another one receives.
final class SocketCarrier: Sendable {
  private struct State {
    var socket: TerminalSocket?
    /// Whether the server offers sockets; `nil` until it was asked.
    var isOffered: Bool?
    /// The session as the last socket has told of it.
    var document: JSONLiteral
    var hasForgotten = false
    /// The number of the last message, and its answer.
    var last = 0
    var answer: JSONLiteral?
  }

  /// Longer actions go by requests, whose refusals say how long they may be.
  private static let maximumBytes = 60_000
  /// For how many seconds an action waits for its answer, before it goes as a request.
  private static let patience = 45.0

  private let state: Guarded<State>
  private let isAnswered = DispatchSemaphore(value: 0)

  /// - Parameter document: The session as it is.
  init(_ document: JSONLiteral) { state = Guarded(State(document: document)) }

  var document: JSONLiteral { state.withLock { $0.document } }
  /// Whether the next socket has to begin with a snapshot.
  var hasForgotten: Bool { state.withLock { $0.hasForgotten } }

  /// Returns whether the server offers sockets; it is asked until it responds.
  func isOffered(_ ask: () -> Bool?) -> Bool {
    if let known = state.withLock({ $0.isOffered }) { return known }
    let isOffered = ask()
    state.withLock { $0.isOffered = isOffered }
    return isOffered ?? false
  }

  // MARK: The thread that receives

  func open(_ socket: TerminalSocket) { state.withLock { $0.socket = socket } }

  func note(_ document: JSONLiteral) {
    state.withLock { state in
      state.document = document
      state.hasForgotten = false
    }
  }

  func forget() { state.withLock { $0.hasForgotten = true } }

  func answer(_ id: Int, _ answer: JSONLiteral) {
    let isAwaited = state.withLock { state in
      guard id == state.last, state.socket != nil else { return false }
      state.answer = answer
      return true
    }
    if isAwaited { isAnswered.signal() }
  }

  /// Notes the end of the socket: what waits for its answer goes as a request.
  func close() {
    let wasOpen = state.withLock { $0.socket.take() != nil }
    if wasOpen { isAnswered.signal() }
  }

  // MARK: The thread that sends

  /// Sends an action by the socket, and waits for its answer.
  ///
  /// - Returns: The answer, and the session after the action; `nil` if it has to be sent by a request,
  ///   with the same key.
  func ask(_ action: JSONLiteral, _ key: String) -> (answer: JSONLiteral, JSONLiteral)? {
    let action = action.json
    guard action.utf8.count < Self.maximumBytes else { return nil }
    // What came too late for the action before.
    while isAnswered.wait(timeout: .now()) == .success {}
    let (socket, id) = state.withLock { state in
      state.last += 1
      state.answer = nil
      return (state.socket, state.last)
    }
    guard let socket, socket.send("{\"id\":\(id),\"send\":\(action),\"key\":\"\(key)\"}") else {
      return nil
    }
    _ = isAnswered.wait(timeout: .now() + Self.patience)
    return state.withLock { state in state.answer.map { ($0, state.document) } }
  }

  /// Ends the socket.
  func end() { state.withLock { $0.socket }?.end() }
}
