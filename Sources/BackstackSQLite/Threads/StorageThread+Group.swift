#if SQLite

import BackstackStorage
import Dispatch

extension StorageThread {
  /// Runs a closure on a thread of its own, which a group has until it ends.
  ///
  /// - Throws: ``StorageError/unavailable(_:)`` when the process may have no further thread.
  static func start(
    in group: DispatchGroup, _ body: @escaping @Sendable () -> Void
  ) throws(StorageError) {
    group.enter()
    do throws(StorageError) {
      try start {
        body()
        group.leave()
      }
    } catch {
      group.leave()
      throw error
    }
  }
}

#endif
