import BackstackPlatform

/// A queue of messages to an event loop from other threads, which wakes the loop.
final class EventLoopMailbox: Wakeable {
  enum Message: Sendable {
    case accepted(descriptor: Int32, peer: HTTPPeerAddress, isRefused: Bool)
    case exchange(HTTPExchangeMessage)
    /// A manual clock was advanced, in a test.
    case tick
    /// Close each connection after its next response, but accept new ones.
    case announceDraining
    case drain
    /// Close all remaining connections at this instant.
    case stop(at: MonotonicInstant)
  }

  private struct State: Sendable {
    var messages: [Message] = []
    /// Whether the loop was already woken for the messages.
    var isAwake = false
    var isClosed = false
  }

  private let doorbell: WakeDescriptor
  private let state = Guarded(State())

  /// - Throws: `HTTPServerError` when the process can't open another descriptor.
  init() throws(HTTPServerError) {
    do throws(SystemError) {
      doorbell = try WakeDescriptor()
    } catch {
      throw .system("create an eventfd", error.number)
    }
  }

  /// The descriptor that is readable while there are messages.
  var wakeDescriptor: Int32 { doorbell.descriptor }

  /// Adds a message; returns whether the loop still accepts messages.
  @discardableResult
  func post(_ message: Message) -> Bool {
    let (isOpen, isAwake) = state.withLock { state in
      if state.isClosed { return (false, true) }
      state.messages.append(message)
      return (true, state.isAwake)
    }
    if !isAwake { Wakes.wake(self) }
    return isOpen
  }

  /// Wakes the loop to read its messages, unless it was woken already or has read them.
  func wake() {
    let isNew = state.withLock { state in
      if state.isAwake || state.messages.isEmpty { return false }
      state.isAwake = true
      return true
    }
    if isNew { doorbell.ring() }
  }

  /// Moves the oldest messages into `messages`, which must be empty.
  ///
  /// The descriptor stays readable while messages remain.
  ///
  /// - Parameter limit: The maximum number of messages to move.
  func take(into messages: inout [Message], upTo limit: Int) {
    doorbell.silence()
    let isAll = state.withLock { state in
      if state.messages.count <= limit {
        swap(&state.messages, &messages)
        state.isAwake = false
        return true
      }
      messages.append(contentsOf: state.messages.prefix(limit))
      state.messages.removeFirst(limit)
      state.isAwake = true
      return false
    }
    if !isAll { doorbell.ring() }
  }

  /// Refuses further messages; returns those that were not read.
  func close() -> [Message] {
    state.withLock { state in
      state.isClosed = true
      let rest = state.messages
      state.messages = []
      return rest
    }
  }
}
