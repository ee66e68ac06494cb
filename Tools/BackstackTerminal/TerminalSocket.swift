import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackScreenText

/// A WebSocket to a session. One thread receives, and any may send.
final class TerminalSocket: Sendable {
  /// The socket's side of the connection, and the bytes that have come and are not read yet.
  private struct State {
    var connection: WebSocketConnection
    var input: [UInt8]
    var position = 0
    var isOpen = true
  }

  private let descriptor: Int32
  private let state: Guarded<State>

  /// - Parameters:
  ///   - descriptor: A connection after the handshake, which is closed with this object.
  ///   - input: The bytes that came with the response.
  init(_ descriptor: Int32, _ input: [UInt8]) {
    self.descriptor = descriptor
    var settings = WebSocketSettings()
    settings.maximumMessageBytes = HTTPClient.limit
    state = Guarded(
      State(connection: WebSocketConnection(settings, isClient: true), input: input))
  }

  deinit { FileDescriptor.close(descriptor) }

  /// Sends a text; returns whether the socket is open.
  func send(_ text: String) -> Bool {
    state.withLock { state in
      var output: [UInt8] = []
      state.connection.send(.text, [Array(text.utf8)[...]], into: &output)
      return write(&output, &state)
    }
  }

  /// Waits for the next message.
  ///
  /// - Parameter silences: How many times the connection's time limit may pass without a byte.
  /// - Returns: `nil` once the socket is closed, or silent.
  func receive(silences: Int) -> JSONLiteral? {
    var silences = silences
    while true {
      let (event, isOpen) = state.withLock { state in
        let input = state.input
        let event = state.connection.next(input.span, &state.position)
        var output: [UInt8] = []
        return (event, write(&output, &state))
      }
      switch event {
      case .message(let message):
        // What is no JSON says nothing.
        return (try? JSONLiteral(decoding: message.content)) ?? .null
      case .closed: return nil
      case nil: break
      }
      guard isOpen else { return nil }
      switch HTTPClient.receive(descriptor) {
      case .bytes(let input) where !input.isEmpty:
        state.withLock { state in
          state.input = input
          state.position = 0
        }
      case .bytes: return nil
      case .late:
        silences -= 1
        if silences == 0 { return nil }
      }
    }
  }

  /// Ends the socket: the thread that receives learns it.
  func end() {
    state.withLock { $0.isOpen = false }
    StreamSocket.shutDownReading(descriptor)
  }

  /// Writes what the connection has to send.
  private func write(_ output: inout [UInt8], _ state: inout State) -> Bool {
    state.connection.produce(into: &output, upTo: .max)
    if state.isOpen, !output.isEmpty {
      state.isOpen = HTTPClient.write(output, to: descriptor)
    }
    return state.isOpen
  }
}

/// A session as its socket tells of it. A value without I/O.
struct SocketCopy: Sendable {
  /// The meaning of a message.
  enum Meaning: Equatable, Sendable {
    case nothing
    /// Another version is there.
    case changed
    /// The answer to a message.
    case answer(id: Int, JSONLiteral)
    case end(reason: String?)
    /// The session can't be sent at present, for this reason, and the socket ends.
    case unavailable(reason: String)
    /// A patch does not fit: the copy is gone.
    case misfit
  }

  /// The session, as far as it is known.
  private(set) var document: JSONLiteral?

  init(_ document: JSONLiteral?) { self.document = document }

  var version: Int? { document?["version"]?.number }

  /// Takes a message.
  mutating func take(_ message: JSONLiteral) -> Meaning {
    if let end = message["end"] {
      let reason = end["reason"]?.text
      guard let reason, ["screen-not-available", "state-not-encodable"].contains(reason) else {
        return .end(reason: reason)
      }
      return .unavailable(reason: reason)
    }
    if let id = message["id"]?.number, message["snapshot"] == nil {
      return .answer(id: id, message)
    }
    if let snapshot = message["snapshot"] {
      document = snapshot
      return .changed
    }
    guard let version = message["version"]?.number, case .array(let patch)? = message["patch"]
    else { return .nothing }
    guard var next = document, message["base"]?.number == self.version,
      patch.allSatisfy({ next.apply($0) })
    else {
      document = nil
      return .misfit
    }
    next["version"] = .number("\(version)")
    document = next
    return .changed
  }
}

extension JSONLiteral {
  fileprivate var number: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}
