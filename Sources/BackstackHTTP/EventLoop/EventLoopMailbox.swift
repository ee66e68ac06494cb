import BackstackPlatform
import Synchronization

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
    /// Whether the descriptor is readable, or about to be.
    var isRung = false
    var isClosed = false

    mutating func take(into messages: inout [Message], upTo limit: Int) {
      guard self.messages.count > limit else { return swap(&self.messages, &messages) }
      messages.append(contentsOf: self.messages.prefix(limit))
      self.messages.removeFirst(limit)
    }
  }

  private let doorbell: WakeDescriptor
  private let state = Guarded(State())
  /// Whether the loop looks for messages before it sleeps. It becomes `false` under the lock only.
  private let isLoopAwake = Atomic<Bool>(false)

  /// - Throws: `HTTPServerError` when the process can't open another descriptor.
  init() throws(HTTPServerError) {
    do throws(SystemError) {
      doorbell = try WakeDescriptor()
    } catch {
      throw .system("create an eventfd", error.number)
    }
  }

  /// The descriptor that becomes readable when messages wait for a loop that sleeps.
  var wakeDescriptor: Int32 { doorbell.descriptor }

  /// Adds a message; returns whether the loop still accepts messages.
  @discardableResult
  func post(_ message: Message) -> Bool {
    let (isOpen, isLooking) = state.withLock { state in
      if state.isClosed { return (false, true) }
      state.messages.append(message)
      return (true, isAwake(state))
    }
    if !isLooking { Wakes.wake(self) }
    return isOpen
  }

  private func isAwake(_ state: State) -> Bool {
    state.isRung || isLoopAwake.load(ordering: .relaxed)
  }

  /// Wakes the loop to read its messages, unless it is awake or has read them.
  func wake() {
    let isNew = state.withLock { state in
      if isAwake(state) || state.messages.isEmpty { return false }
      state.isRung = true
      return true
    }
    if isNew { doorbell.ring() }
  }

  // MARK: The loop

  /// Notes that the loop is awake: until ``rest(_:upTo:)`` or ``sleep()``, messages wake nobody, those that its
  /// own thread posts among them.
  func beginTurn() { isLoopAwake.store(true, ordering: .relaxed) }

  /// Makes the descriptor unreadable; call this before the messages are taken.
  func silence() {
    doorbell.silence()
    state.withLock { $0.isRung = false }
  }

  /// Moves the oldest messages into `messages`, which must be empty.
  ///
  /// - Parameter limit: The maximum number of messages to move.
  func take(into messages: inout [Message], upTo limit: Int) {
    state.withLock { $0.take(into: &messages, upTo: limit) }
  }

  /// Ends the turn if there are no messages, or else takes some like ``take(into:upTo:)``.
  ///
  /// - Returns: Whether the turn has ended; otherwise call ``sleep()`` once the messages are read.
  func rest(_ messages: inout [Message], upTo limit: Int) -> Bool {
    state.withLock { state in
      if state.messages.isEmpty {
        isLoopAwake.store(false, ordering: .relaxed)
        return true
      }
      state.take(into: &messages, upTo: limit)
      return false
    }
  }

  /// Ends the turn; the descriptor is readable if there are messages.
  func sleep() {
    let isWoken = state.withLock { state in
      isLoopAwake.store(false, ordering: .relaxed)
      if state.isRung || state.messages.isEmpty { return false }
      state.isRung = true
      return true
    }
    if isWoken { doorbell.ring() }
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
