import BackstackLinux
import Glibc
import Synchronization

extension EventLoop {
  /// The maximum number of connections that are accepted in one tick, so that existing ones are
  /// served in between.
  private static let batch = 64

  func acceptWaiting(_ index: Int) {
    // The acceptor may have been removed since the event was reported.
    guard let acceptor, acceptor.resumeAt == .never, index < acceptor.listeners.count
    else { return }
    let listener = acceptor.listeners[index].descriptor
    for _ in 0..<EventLoop.batch {
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
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
          if acceptor.shedOne(listener) { metrics?.count(.refusal, "out-of-descriptors") }
          pauseAccepting(acceptor)
          return
        case EAGAIN: return
        default: continue  // The client left before it was accepted, or a signal came.
        }
      }
      // The kernel assigns the smallest free descriptor, so few are left.
      guard descriptor <= acceptor.lastDescriptor else {
        Glibc.close(descriptor)
        metrics?.count(.refusal, "out-of-descriptors")
        pauseAccepting(acceptor)
        return
      }
      deal(descriptor, HTTPPeerAddress(address), acceptor)
    }
  }

  private func deal(_ descriptor: Int32, _ peer: HTTPPeerAddress, _ acceptor: Acceptor) {
    let admission = context.admit(peer)
    guard admission != .dropped else {
      Glibc.close(descriptor)
      metrics?.count(.refusal, HTTPError.Code.tooManyConnections.rawValue)
      return
    }
    var one: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    let isRefused = admission == .refused
    let loop = acceptor.loops[acceptor.next % acceptor.loops.count]
    acceptor.next = (acceptor.next + 1) % acceptor.loops.count
    if loop === self {
      add(descriptor: descriptor, peer: peer, isRefused: isRefused)
    } else if !loop.mailbox.post(
      .accepted(descriptor: descriptor, peer: peer, isRefused: isRefused))
    {
      Glibc.close(descriptor)
      context.release(peer)
    }
  }

  /// Stops accepting for 100 ms; otherwise a full descriptor table would make the loop spin.
  private func pauseAccepting(_ acceptor: Acceptor) {
    acceptor.unwatch(epoll)
    acceptor.resumeAt = now.instant.advanced(byNanoseconds: 100_000_000)
  }

  func resumeAccepting() {
    guard let acceptor else { return }
    acceptor.resumeAt = .never
    acceptor.restoreReserve()
    if !acceptor.watch(epoll) {
      pauseAccepting(acceptor)
    }
  }

  func stopAccepting() {
    guard let acceptor else { return }
    acceptor.unwatch(epoll)
    acceptor.closeAll()
    self.acceptor = nil
  }
}
