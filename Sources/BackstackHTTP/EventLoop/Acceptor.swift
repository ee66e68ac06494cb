import BackstackPlatform

/// The listening sockets of the accepting loop, and the loops that new connections are dealt to.
final class Acceptor {
  /// The outcome of an attempt to accept a connection.
  enum Accepted {
    case connection(descriptor: Int32, peer: HTTPPeerAddress)
    case noneWaiting
    /// The client left before it was accepted, or a signal came.
    case failed
    /// The process has too few descriptors or too little memory; `sheds` when a client's connection
    /// was closed for that.
    case exhausted(sheds: Bool)
  }

  private let listeners: [ListeningSocket]
  /// All loops, the accepting one included; new connections are dealt to them in turn.
  private let loops: [EventLoop]
  private var next = 0
  /// A spare descriptor: closed to accept and close one connection when the process has none left.
  private var reserve: Int32?
  /// When to accept again after the process ran out of descriptors or memory.
  private(set) var resumeAt = MonotonicInstant.never

  /// The largest descriptor that a connection may have. The ones above are reserved for the rest of
  /// the process: storages open files, and Dispatch crashes the process if it can't open a file to
  /// inspect its threads.
  private let lastDescriptor: Int32

  init(listeners: [ListeningSocket], loops: [EventLoop]) {
    self.listeners = listeners
    self.loops = loops
    lastDescriptor = Acceptor.lastDescriptor()
    reserve = FileDescriptor.openSpare()
  }

  private static func lastDescriptor() -> Int32 {
    guard let limit = FileDescriptor.limit else { return .max }
    let count = Int32(clamping: limit)
    return count - 1 - min(count / 8, 32)
  }

  // MARK: Watching

  /// Registers every listener with a poller.
  ///
  /// - Returns: Whether that succeeded; if not, see `SystemError.last`.
  func watch(_ poller: any Poller) -> Bool {
    listeners.indices.allSatisfy { index in
      poller.add(
        listeners[index].descriptor, .readable, token: EventLoop.firstListenerToken + UInt64(index))
    }
  }

  private func unwatch(_ poller: any Poller) {
    for listener in listeners { poller.remove(listener.descriptor) }
  }

  /// Stops watching the listeners until an instant.
  func pause(_ poller: any Poller, until instant: MonotonicInstant) {
    unwatch(poller)
    resumeAt = instant
  }

  /// Watches the listeners again.
  ///
  /// - Returns: Whether that succeeded.
  func resume(_ poller: any Poller) -> Bool {
    resumeAt = .never
    restoreReserve()
    return watch(poller)
  }

  /// Stops watching the listeners, and closes them.
  func end(_ poller: any Poller) {
    unwatch(poller)
    for listener in listeners { listener.end() }
    if let reserve { FileDescriptor.close(reserve) }
  }

  // MARK: Accepting

  /// Accepts a connection from the listener with this number.
  func accept(_ index: Int) -> Accepted {
    guard resumeAt == .never, index < listeners.count else { return .noneWaiting }
    let listener = listeners[index].descriptor
    switch StreamSocket.accept(listener) {
    case .noneWaiting: return .noneWaiting
    case .failed: return .failed
    case .exhausted: return .exhausted(sheds: shedOne(listener))
    case .connection(let descriptor, let peer):
      // The kernel assigns the smallest free descriptor, so few are left.
      guard descriptor <= lastDescriptor else {
        FileDescriptor.close(descriptor)
        return .exhausted(sheds: true)
      }
      return .connection(descriptor: descriptor, peer: HTTPPeerAddress(peer))
    }
  }

  /// Returns the loop that the next connection goes to.
  func nextLoop() -> EventLoop {
    defer { next = (next + 1) % loops.count }
    return loops[next]
  }

  /// Accepts and closes one connection, so that its client is not left waiting.
  ///
  /// - Returns: Whether a connection was waiting.
  func shedOne(_ listener: Int32) -> Bool {
    guard let spare = reserve else { return false }
    FileDescriptor.close(spare)
    defer { reserve = FileDescriptor.openSpare() }
    guard case .connection(let descriptor, _) = StreamSocket.accept(listener) else { return false }
    FileDescriptor.close(descriptor)
    return true
  }

  /// Reopens the spare descriptor if ``shedOne(_:)`` could not, because another thread was faster.
  func restoreReserve() {
    if reserve == nil { reserve = FileDescriptor.openSpare() }
  }
}
