import BackstackLinux
import Dispatch
import Glibc

/// Starts the thread of an event loop.
enum EventLoopThread {
  private final class Start: Sendable {
    let loop: EventLoop
    let running: DispatchGroup

    init(_ loop: EventLoop, _ running: DispatchGroup) {
      self.loop = loop
      self.running = running
    }
  }

  /// Leaves signals to other threads, except those that report a fault of this one.
  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] {
      sigdelset(&signals, fault)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Runs the loop on a new thread, which is a member of `running` until it ends.
  ///
  /// - Throws: `HTTPServerError` when the process may have no further thread.
  static func start(_ loop: EventLoop, _ running: DispatchGroup) throws(HTTPServerError) {
    running.enter()
    // Sound: the retained object is taken over by the thread, or released here when there is none.
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
