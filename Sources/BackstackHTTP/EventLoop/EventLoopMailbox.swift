import BackstackLinux
import BackstackLocking
import Glibc

/// Messages to an event loop from other threads, with an eventfd that wakes it.
final class EventLoopMailbox: Wakeable {
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
    /// Whether the loop was told to look at them.
    var isAwake = false
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
    let (isOpen, isAwake) = state.withLock { state in
      if state.isClosed { return (false, true) }
      state.messages.append(message)
      return (true, state.isAwake)
    }
    if !isAwake { Wakes.wake(self) }
    return isOpen
  }

  /// Has the loop look at its messages, unless it was told to or has taken them.
  func wake() {
    let isNews = state.withLock { state in
      if state.isAwake || state.messages.isEmpty { return false }
      state.isAwake = true
      return true
    }
    if isNews { signal() }
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
        state.isAwake = false
        return true
      }
      messages.append(contentsOf: state.messages.prefix(limit))
      state.messages.removeFirst(limit)
      state.isAwake = true
      return false
    }
    if !isAll { signal() }
  }

  private func signal() {
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
