#if SQLite

import BackstackPlatform
import BackstackStorage

/// Threads that may block on a disk.
enum StorageThread {
  /// Runs a closure on a new thread, which blocks all signals except those of its own faults.
  ///
  /// - Throws: ``StorageError/unavailable(_:)`` if the process can't create another thread.
  static func start(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
    do throws(SystemError) {
      try PlatformThread.start(body)
    } catch {
      throw .unavailable("no thread can be started (\(error.number))")
    }
  }
}

#endif
