import BackstackPlatform

/// Threads that may block on a disk or a network.
package enum StorageThread {
  /// Runs a closure on a new thread, which blocks all signals except those of its own faults.
  ///
  /// - Throws: ``StorageError/unavailable(_:)`` if the process can't create another thread.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
    do throws(SystemError) {
      try PlatformThread.start(body)
    } catch {
      throw .unavailable("no thread can be started (\(error.number))")
    }
  }
}
