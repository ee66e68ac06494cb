import BackstackLinux
import Glibc

/// The listening sockets in the loop that accepts, and where new connections go.
final class Acceptor {
  let listeners: [ListeningSocket]
  /// The loops that new connections are dealt to in turn; the accepting one is among them.
  let loops: [EventLoop]
  var next = 0
  /// A descriptor that is given up to accept and close one connection when none is left.
  private var reserve: Int32
  /// When to accept again after the process ran out of descriptors or memory.
  var resumeAt = MonotonicInstant.never

  /// The largest descriptor that a connection may have. Those above are for the rest of the process: Dispatch
  /// ends a process in which it can't open a file to see what its threads do, and storages open files.
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

  /// Has every listener watched.
  ///
  /// - Returns: Whether they are; `errno` tells why not.
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
  /// - Returns: Whether there was one.
  func shedOne(_ listener: Int32) -> Bool {
    guard reserve >= 0 else { return false }
    close(reserve)
    let descriptor = backstack_accept(listener, nil, nil)
    if descriptor >= 0 { close(descriptor) }
    reserve = Acceptor.openReserve()
    return descriptor >= 0
  }

  /// Gets the reserve back that another thread has snatched.
  func restoreReserve() {
    if reserve < 0 { reserve = Acceptor.openReserve() }
  }

  func closeAll() {
    for listener in listeners { listener.end() }
    if reserve >= 0 { close(reserve) }
  }
}
