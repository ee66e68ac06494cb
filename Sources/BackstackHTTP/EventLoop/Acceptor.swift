import BackstackLinux
import Glibc

/// The listening socket in the loop that accepts, and where new connections go.
final class Acceptor {
  let listener: Int32
  /// The loops that new connections are dealt to in turn; the accepting one is among them.
  let loops: [EventLoop]
  var next = 0
  /// A descriptor that is given up to accept and close one connection when none is left.
  var reserve: Int32
  /// When to accept again after the process ran out of descriptors or memory.
  var resumeAt = MonotonicInstant.never

  init(listener: Int32, loops: [EventLoop]) {
    self.listener = listener
    self.loops = loops
    reserve = Acceptor.openReserve()
  }

  static func openReserve() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

  /// Accepts and closes one connection, so that its client is not left waiting.
  func shedOne() {
    guard reserve >= 0 else { return }
    close(reserve)
    let descriptor = backstack_accept(listener, nil, nil)
    if descriptor >= 0 { close(descriptor) }
    reserve = Acceptor.openReserve()
  }

  func closeAll() {
    close(listener)
    if reserve >= 0 { close(reserve) }
  }
}
