import BackstackStorage

/// Where a session is stored, and as what.
struct SessionStoring: Sendable {
  let storage: any SessionStorage
  /// In what order sessions come to it.
  let turns: StorageTurns
  /// The session as the storage knows it, or will when it is created there.
  let revision: SessionRevision
  /// How long the session lives without being used, in seconds.
  let timeToLive: Double
  /// How much of the session is stored already.
  let size: StoredSize
}
