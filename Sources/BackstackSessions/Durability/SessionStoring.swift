import BackstackStorage

/// The storage of a session, and the session's record in it.
struct SessionStoring: Sendable {
  let storage: any SessionStorage
  /// The order in which sessions write to the storage.
  let scheduler: WriteScheduler
  /// The session as the storage knows it, or will once it is created there.
  let revision: SessionRevision
  /// The number of seconds for which the session lives without being used.
  let timeToLive: Double
  /// The size of the session in the storage.
  let size: StoredSize
}
