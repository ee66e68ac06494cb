package import Dispatch

extension StorageThread {
  /// Runs a closure on a new thread, which is a member of a group until it ends.
  ///
  /// - Throws: ``StorageError/unavailable(_:)`` if the process can't create another thread.
  package static func start(
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
