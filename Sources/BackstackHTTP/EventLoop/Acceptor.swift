import BackstackPlatform
import BackstackLinux
import BackstackPlatform
import Glibc

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
  private var reserve: Int32
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
    reserve = Acceptor.openReserve()
  }

  private static func lastDescriptor() -> Int32 {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    let count = Int32(clamping: limit.rlim_cur)
    return count - 1 - min(count / 8, 32)
  }

  private static func openReserve() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

  // MARK: Watching

  /// Registers every listener with a poller.
  ///
  /// - Returns: Whether that succeeded; if not, `errno` has the reason.
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
    if reserve >= 0 { close(reserve) }
  }

  // MARK: Accepting

  /// Accepts a connection from the listener with this number.
  func accept(_ index: Int) -> Accepted {
    guard resumeAt == .never, index < listeners.count else { return .noneWaiting }
    let listener = listeners[index].descriptor
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let descriptor = withUnsafeMutablePointer(to: &address) { pointer in
      // Sound: `sockaddr_storage` has room for every socket address.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        backstack_accept(listener, $0, &length)
      }
    }
    guard descriptor >= 0 else {
      switch errno {
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(sheds: shedOne(listener))
      case EAGAIN: return .noneWaiting
      default: return .failed
      }
    }
    // The kernel assigns the smallest free descriptor, so few are left.
    guard descriptor <= lastDescriptor else {
      close(descriptor)
      return .exhausted(sheds: true)
    }
    return .connection(descriptor: descriptor, peer: HTTPPeerAddress(address))
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
    guard reserve >= 0 else { return false }
    close(reserve)
    let descriptor = backstack_accept(listener, nil, nil)
    if descriptor >= 0 { close(descriptor) }
    reserve = Acceptor.openReserve()
    return descriptor >= 0
  }

  /// Reopens the spare descriptor if ``shedOne(_:)`` could not, because another thread was faster.
  func restoreReserve() {
    if reserve < 0 { reserve = Acceptor.openReserve() }
  }
}
