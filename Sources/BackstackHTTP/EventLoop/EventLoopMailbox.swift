import BackstackLinux
import BackstackLocking
import Glibc

/// Messages to an event loop from other threads, with an eventfd that wakes it.
final class EventLoopMailbox: Sendable {
  enum Message: Sendable {
    case accepted(descriptor: Int32, peer: HTTPPeerAddress, isRefused: Bool)
    case exchange(HTTPExchangeMessage)
    /// The clock has moved, as a clock made for tests does without passing.
    case tick
    /// End each connection with its next answer, but accept others.
    case announceDraining
    case drain
    /// Close whatever is left at this instant.
    case stop(at: MonotonicInstant)
  }

  private struct State: Sendable {
    var messages: [Message] = []
    var isClosed = false
  }

  let wakeDescriptor: Int32
  private let state = Guarded(State())

  /// - Throws: `HTTPServerError` when the process may open no further descriptor.
  init() throws(HTTPServerError) {
    wakeDescriptor = backstack_eventfd()
    guard wakeDescriptor >= 0 else { throw .system("create an eventfd", errno) }
  }

  deinit { Glibc.close(wakeDescriptor) }

  /// Leaves a message; returns whether the loop still takes any.
  @discardableResult
  func post(_ message: Message) -> Bool {
    let (isOpen, wakes) = state.withLock { state in
      if state.isClosed { return (false, false) }
      state.messages.append(message)
      return (true, state.messages.count == 1)
    }
    if wakes { wake() }
    return isOpen
  }

  /// Moves the messages that waited longest into `messages`, which must be empty.
  ///
  /// The descriptor stays readable while there are more.
  ///
  /// - Parameter limit: How many at most.
  func take(into messages: inout [Message], upTo limit: Int) {
    var count: UInt64 = 0
    _ = read(wakeDescriptor, &count, 8)
    let isAll = state.withLock { state in
      if state.messages.count <= limit {
        swap(&state.messages, &messages)
        return true
      }
      messages.append(contentsOf: state.messages.prefix(limit))
      state.messages.removeFirst(limit)
      return false
    }
    if !isAll { wake() }
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(wakeDescriptor, &one, 8)
  }

  /// Refuses further messages; returns those that still waited.
  func close() -> [Message] {
    state.withLock { state in
      state.isClosed = true
      let rest = state.messages
      state.messages = []
      return rest
    }
  }
}
