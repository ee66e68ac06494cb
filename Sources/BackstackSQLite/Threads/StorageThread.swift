#if SQLite

import BackstackStorage
import Glibc

/// Threads that may block on a disk.
enum StorageThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs a closure on a new thread, which blocks all signals except those of its own faults.
  ///
  /// - Throws: ``StorageError/unavailable(_:)`` if the process can't create another thread.
  static func start(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
    // Sound: the thread takes over the retained object; it is released here if there is no thread.
    let start = Unmanaged.passRetained(Start(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { raw in
        guard let raw else { return nil }
        StorageThread.blockSignals()
        Unmanaged<Start>.fromOpaque(raw).takeRetainedValue().body()
        return nil
      }, start.toOpaque())
    guard result == 0 else {
      start.release()
      throw .unavailable("no thread can be started (\(result))")
    }
  }

  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] {
      sigdelset(&signals, fault)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

#endif
