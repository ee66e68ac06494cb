import BackstackLinux
import Dispatch
import Glibc

/// The function that starts an event loop's thread.
enum EventLoopThread {
  private final class Start: Sendable {
    let loop: EventLoop
    let running: DispatchGroup

    init(_ loop: EventLoop, _ running: DispatchGroup) {
      self.loop = loop
      self.running = running
    }
  }

  /// Blocks all signals on this thread except those that report a fault in it.
  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] {
      sigdelset(&signals, fault)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Runs the loop on a new thread, which stays in the group `running` until it ends.
  ///
  /// - Throws: `HTTPServerError` when the process can't create another thread.
  static func start(_ loop: EventLoop, _ running: DispatchGroup) throws(HTTPServerError) {
    running.enter()
    // Sound: the new thread takes over the retained object; if there is no thread, it is released
    // below.
    let start = Unmanaged.passRetained(Start(loop, running))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { raw in
        guard let raw else { return nil }
        EventLoopThread.blockSignals()
        let start = Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
        _ = backstack_name_thread("http-loop")
        start.loop.run()
        start.running.leave()
        return nil
      }, start.toOpaque())
    pthread_attr_destroy(&attributes)
    guard result == 0 else {
      start.release()
      running.leave()
      throw .system("start a thread", result)
    }
  }
}
