import BackstackPlatform
import BackstackLinux
import Glibc

/// The listening sockets of the accepting loop, and the loops that new connections are dealt to.
final class Acceptor {
  let listeners: [ListeningSocket]
  /// All loops, the accepting one included; new connections are dealt to them in turn.
  let loops: [EventLoop]
  var next = 0
  /// A spare descriptor: closed to accept and close one connection when the process has none left.
  private var reserve: Int32
  /// When to accept again after the process ran out of descriptors or memory.
  var resumeAt = MonotonicInstant.never

  /// The largest descriptor that a connection may have. The ones above are reserved for the rest of
  /// the process: storages open files, and Dispatch crashes the process if it can't open a file to
  /// inspect its threads.
  let lastDescriptor: Int32

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

  /// Registers every listener with `epoll`.
  ///
  /// - Returns: Whether that succeeded; if not, `errno` has the reason.
  func watch(_ epoll: Epoll) -> Bool {
    listeners.indices.allSatisfy { index in
      epoll.add(
        listeners[index].descriptor, .readable, token: EventLoop.firstListenerToken + UInt64(index))
    }
  }

  func unwatch(_ epoll: Epoll) {
    for listener in listeners { epoll.remove(listener.descriptor) }
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

  func closeAll() {
    for listener in listeners { listener.end() }
    if reserve >= 0 { close(reserve) }
  }
}
