/// What a write has done.
public enum StorageReceipt: Hashable, Sendable {
  /// The session is stored so.
  case written(SessionRevision)
  /// The session is the caller's now; its header has the new epoch.
  case claimed(StoredSession)
  /// The session is gone.
  case removed
  /// The sessions with these ids have expired; whether there may be more to expire.
  case expired([String], hasMore: Bool)
  /// The crash is noted; whether the session is quarantined now.
  case crashNoted(isQuarantined: Bool)
  /// The crashes are forgotten; whether the session was quarantined.
  case released(wasQuarantined: Bool)
  /// Writing works.
  case healthy
}
